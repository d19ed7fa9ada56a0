-- What the migrations add up to. Written by "npm run schema"; change a migration instead.

create extension btree_gin;
create extension pg_trgm;
create extension unaccent;

CREATE OR REPLACE FUNCTION public.create_event_partitions(months_ahead integer DEFAULT 3)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month timestamptz;
begin
  for ahead in 0..months_ahead loop
    month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => ahead);
    if to_regclass('events_' || to_char(month at time zone 'UTC', 'YYYYMM')) is null then
      execute format(
        'create table %I partition of events for values from (%L) to (%L)',
        'events_' || to_char(month at time zone 'UTC', 'YYYYMM'), month, month + interval '1 month');
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.exchange_rate(of_store bigint, source text, target text, on_day date)
 RETURNS numeric
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (source = target) THEN (1)::numeric ELSE COALESCE((SELECT exchange_rates.rate FROM exchange_rates WHERE ((exchange_rates.store_id = exchange_rate.of_store) AND (exchange_rates.base = exchange_rate.source) AND (exchange_rates.quote = exchange_rate.target) AND (exchange_rates.day <= exchange_rate.on_day)) ORDER BY exchange_rates.day DESC LIMIT 1), (SELECT round(((1)::numeric / exchange_rates.rate), 8) AS round FROM exchange_rates WHERE ((exchange_rates.store_id = exchange_rate.of_store) AND (exchange_rates.base = exchange_rate.target) AND (exchange_rates.quote = exchange_rate.source) AND (exchange_rates.day <= exchange_rate.on_day)) ORDER BY exchange_rates.day DESC LIMIT 1), (SELECT round((t.rate / s.rate), 8) AS round FROM (((SELECT DISTINCT exchange_rates.base FROM exchange_rates WHERE (exchange_rates.store_id = exchange_rate.of_store)) b CROSS JOIN LATERAL (SELECT exchange_rates.rate FROM exchange_rates WHERE ((exchange_rates.store_id = exchange_rate.of_store) AND (exchange_rates.base = b.base) AND (exchange_rates.quote = exchange_rate.source) AND (exchange_rates.day <= exchange_rate.on_day)) ORDER BY exchange_rates.day DESC LIMIT 1) s) CROSS JOIN LATERAL (SELECT exchange_rates.rate FROM exchange_rates WHERE ((exchange_rates.store_id = exchange_rate.of_store) AND (exchange_rates.base = b.base) AND (exchange_rates.quote = exchange_rate.target) AND (exchange_rates.day <= exchange_rate.on_day)) ORDER BY exchange_rates.day DESC LIMIT 1) t) ORDER BY b.base LIMIT 1)) END;

CREATE OR REPLACE FUNCTION public.folded(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, words));

CREATE OR REPLACE FUNCTION public.folded(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (folded((words)::text))::text[];

CREATE OR REPLACE FUNCTION public.iso(at timestamp with time zone, zone text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (zone = 'UTC'::text) THEN ((to_json(timezone('UTC'::text, at)) #>> '{}'::text[]) || 'Z'::text) ELSE ((to_json(timezone(zone, at)) #>> '{}'::text[]) || CASE WHEN (timezone(zone, at) = timezone('UTC'::text, at)) THEN 'Z'::text WHEN (timezone(zone, at) > timezone('UTC'::text, at)) THEN ('+'::text || to_char((timezone(zone, at) - timezone('UTC'::text, at)), 'HH24:MI'::text)) ELSE ('-'::text || to_char((timezone('UTC'::text, at) - timezone(zone, at)), 'HH24:MI'::text)) END) END;

CREATE OR REPLACE FUNCTION public.refuse_to_rewrite_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Transaction % is a fact and cannot be rewritten.', old.id using errcode = 'check_violation';
end $function$;

create table access_tokens (
  store_id bigint not null,
  id bigint generated always as identity not null,
  app_id bigint not null,
  hash bytea not null,
  prefix text not null,
  last_four text not null,
  scopes text[] not null,
  rate_limit_per_second integer,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint access_tokens_pkey PRIMARY KEY (store_id, id),
  constraint access_tokens_hash_key UNIQUE (hash),
  constraint access_tokens_store_id_app_id_fkey FOREIGN KEY (store_id, app_id) REFERENCES apps(store_id, id),
  constraint access_tokens_rate_limit_per_second_check CHECK ((rate_limit_per_second >= 0))
);
comment on column access_tokens.hash is 'SHA-256 of the token. The token itself exists only in the answer that created it.';

create table apps (
  store_id bigint not null,
  id bigint generated always as identity not null,
  client_id text not null,
  name text not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint apps_pkey PRIMARY KEY (store_id, id),
  constraint apps_client_id_key UNIQUE (client_id),
  constraint apps_store_id_name_key UNIQUE (store_id, name),
  constraint apps_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint apps_name_check CHECK ((name <> ''::text))
);

create table block_entries (
  store_id bigint not null,
  kind text not null,
  value text not null,
  hits integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint block_entries_pkey PRIMARY KEY (store_id, kind, value),
  constraint block_entries_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint block_entries_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'fingerprint'::text, 'bin'::text])))
);

create table card_tokens (
  store_id bigint not null,
  token text not null,
  kind text not null,
  fingerprint text not null,
  brand text not null,
  first_six text not null,
  last_four text not null,
  exp_month integer,
  exp_year integer,
  full_name text default ''::text not null,
  customer_id bigint,
  retained_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint card_tokens_pkey PRIMARY KEY (store_id, token),
  constraint card_tokens_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id),
  constraint card_tokens_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint card_tokens_kind_check CHECK ((kind = ANY (ARRAY['test_card'::text, 'test_3ds_card'::text, 'test_gateway'::text, 'live'::text])))
);

create table categories (
  store_id bigint not null,
  id bigint generated always as identity not null,
  parent_id bigint,
  name text not null,
  slug text not null,
  description text default ''::text not null,
  external_tax_code text default ''::text not null,
  image text,
  is_public boolean default true not null,
  meta_title text,
  meta_description text,
  template text default ''::text not null,
  constraint categories_pkey PRIMARY KEY (store_id, id),
  constraint categories_store_id_slug_key UNIQUE (store_id, slug),
  constraint categories_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint categories_store_id_parent_id_fkey FOREIGN KEY (store_id, parent_id) REFERENCES categories(store_id, id)
);

create table customer_addresses (
  store_id bigint not null,
  id bigint generated always as identity not null,
  customer_id bigint not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  line1 text not null,
  line2 text default ''::text not null,
  line3 text default ''::text not null,
  line4 text not null,
  state text default ''::text not null,
  postcode text default ''::text not null,
  country text not null,
  phone_number text default ''::text not null,
  notes text default ''::text not null,
  is_default_for_shipping boolean default false not null,
  is_default_for_billing boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint customer_addresses_pkey PRIMARY KEY (store_id, id),
  constraint customer_addresses_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id),
  constraint customer_addresses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX customer_addresses_by_customer ON public.customer_addresses USING btree (store_id, customer_id, id);
CREATE UNIQUE INDEX customer_addresses_default_billing ON public.customer_addresses USING btree (store_id, customer_id) WHERE is_default_for_billing;
CREATE UNIQUE INDEX customer_addresses_default_shipping ON public.customer_addresses USING btree (store_id, customer_id) WHERE is_default_for_shipping;

create table customers (
  store_id bigint not null,
  id bigint generated always as identity not null,
  user_type text default 'lead'::text not null,
  email text,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  phone_number text,
  language text,
  accepts_marketing boolean default false not null,
  ip text,
  user_agent text,
  is_blocked boolean default false not null,
  tags text[] default '{}'::text[] not null,
  metadata jsonb,
  date_joined timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version bigint default 1 not null,
  search text generated always as (folded(((((((COALESCE(email, ''::text) || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || COALESCE(phone_number, ''::text)))) stored,
  constraint customers_pkey PRIMARY KEY (store_id, id),
  constraint customers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint customers_email_check CHECK ((email = lower(email))),
  constraint customers_user_type_check CHECK ((user_type = ANY (ARRAY['customer'::text, 'lead'::text, 'dashboard'::text])))
);
CREATE UNIQUE INDEX customers_by_email ON public.customers USING btree (store_id, email) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX customers_by_phone ON public.customers USING btree (store_id, phone_number) WHERE ((email IS NULL) AND (phone_number IS NOT NULL));
CREATE INDEX customers_by_search ON public.customers USING gin (store_id, search gin_trgm_ops);

create table events (
  store_id bigint not null,
  id bigint generated always as identity not null,
  event_id uuid default gen_random_uuid() not null,
  type text not null,
  object_type text not null,
  object_id bigint not null,
  object_version bigint,
  actor jsonb not null,
  request_id text,
  changes jsonb default '{}'::jsonb not null,
  detail jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint events_pkey PRIMARY KEY (store_id, id, created_at)
) partition by RANGE (created_at);
CREATE INDEX events_by_object ON ONLY public.events USING btree (store_id, object_type, object_id, id DESC);

create table events_default partition of events DEFAULT;

create table exchange_rates (
  store_id bigint not null,
  base text not null,
  quote text not null,
  day date not null,
  rate numeric(18,8) not null,
  constraint exchange_rates_pkey PRIMARY KEY (store_id, base, quote, day),
  constraint exchange_rates_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint exchange_rates_rate_check CHECK ((rate > (0)::numeric))
);

create table external_payment_methods (
  store_id bigint not null,
  code text not null,
  name text not null,
  instructions text default ''::text not null,
  constraint external_payment_methods_pkey PRIMARY KEY (store_id, code),
  constraint external_payment_methods_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint external_payment_methods_code_check CHECK ((code ~ '^[a-z0-9_-]+$'::text))
);

create table fulfillment_lines (
  store_id bigint not null,
  id bigint generated by default as identity not null,
  fulfillment_id bigint not null,
  fulfillment_order_line_id bigint not null,
  order_line_id bigint not null,
  quantity integer not null,
  returned_quantity integer default 0 not null,
  refunded_quantity integer default 0 not null,
  constraint fulfillment_lines_pkey PRIMARY KEY (store_id, id),
  constraint fulfillment_lines_store_id_fulfillment_id_fkey FOREIGN KEY (store_id, fulfillment_id) REFERENCES fulfillments(store_id, id),
  constraint fulfillment_lines_store_id_fulfillment_order_line_id_fkey FOREIGN KEY (store_id, fulfillment_order_line_id) REFERENCES fulfillment_order_lines(store_id, id),
  constraint fulfillment_lines_store_id_order_line_id_fkey FOREIGN KEY (store_id, order_line_id) REFERENCES order_lines(store_id, id),
  constraint fulfillment_lines_check CHECK (((returned_quantity <= refunded_quantity) AND (refunded_quantity <= quantity))),
  constraint fulfillment_lines_quantity_check CHECK ((quantity > 0))
);
CREATE INDEX fulfillment_lines_by_fulfillment ON public.fulfillment_lines USING btree (store_id, fulfillment_id, id);
CREATE INDEX fulfillment_lines_by_line ON public.fulfillment_lines USING btree (store_id, order_line_id);

create table fulfillment_order_lines (
  store_id bigint not null,
  id bigint generated by default as identity not null,
  fulfillment_order_id bigint not null,
  order_line_id bigint not null,
  quantity integer not null,
  fulfilled_quantity integer default 0 not null,
  stock_record_id bigint,
  tracked boolean not null,
  constraint fulfillment_order_lines_pkey PRIMARY KEY (store_id, id),
  constraint fulfillment_order_lines_store_id_fulfillment_order_id_fkey FOREIGN KEY (store_id, fulfillment_order_id) REFERENCES fulfillment_orders(store_id, id),
  constraint fulfillment_order_lines_store_id_order_line_id_fkey FOREIGN KEY (store_id, order_line_id) REFERENCES order_lines(store_id, id),
  constraint fulfillment_order_lines_store_id_stock_record_id_fkey FOREIGN KEY (store_id, stock_record_id) REFERENCES stock_records(store_id, id),
  constraint fulfillment_order_lines_check CHECK ((fulfilled_quantity <= quantity)),
  constraint fulfillment_order_lines_fulfilled_quantity_check CHECK ((fulfilled_quantity >= 0)),
  constraint fulfillment_order_lines_quantity_check CHECK ((quantity >= 0))
);
CREATE INDEX fulfillment_order_lines_by_line ON public.fulfillment_order_lines USING btree (store_id, order_line_id);
CREATE INDEX fulfillment_order_lines_by_order ON public.fulfillment_order_lines USING btree (store_id, fulfillment_order_id, id);
CREATE INDEX fulfillment_order_lines_by_stock ON public.fulfillment_order_lines USING btree (store_id, stock_record_id) WHERE (stock_record_id IS NOT NULL);
comment on column fulfillment_order_lines.tracked is 'Whether these units hold stock: fixed when they were allocated.';

create table fulfillment_orders (
  store_id bigint not null,
  id bigint generated by default as identity not null,
  order_number bigint not null,
  location_id bigint not null,
  status text not null,
  request_status text not null,
  requires_shipping boolean not null,
  fulfillment_holds jsonb default '[]'::jsonb not null,
  merchant_requests jsonb default '[]'::jsonb not null,
  rejected_reason text,
  rejected_message text,
  accepted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint fulfillment_orders_pkey PRIMARY KEY (store_id, id),
  constraint fulfillment_orders_store_id_location_id_fkey FOREIGN KEY (store_id, location_id) REFERENCES locations(store_id, id),
  constraint fulfillment_orders_store_id_order_number_fkey FOREIGN KEY (store_id, order_number) REFERENCES orders(store_id, number),
  constraint fulfillment_orders_check CHECK ((((status || '/'::text) || request_status) = ANY (ARRAY['open/pending'::text, 'open/requested'::text, 'open/rejected'::text, 'open/cancel_accepted'::text, 'on_hold/pending'::text, 'on_hold/rejected'::text, 'on_hold/cancel_accepted'::text, 'processing/accepted'::text, 'processing/cancel_requested'::text, 'processing/cancel_rejected'::text, 'not_required/pending'::text, 'incomplete/closed'::text, 'closed/closed'::text, 'canceled/closed'::text]))),
  constraint fulfillment_orders_request_status_check CHECK ((request_status = ANY (ARRAY['pending'::text, 'requested'::text, 'accepted'::text, 'rejected'::text, 'cancel_requested'::text, 'cancel_accepted'::text, 'cancel_rejected'::text, 'closed'::text]))),
  constraint fulfillment_orders_status_check CHECK ((status = ANY (ARRAY['not_required'::text, 'open'::text, 'processing'::text, 'on_hold'::text, 'incomplete'::text, 'closed'::text, 'canceled'::text])))
);
CREATE INDEX fulfillment_orders_by_location ON public.fulfillment_orders USING btree (store_id, location_id, status, id);
CREATE INDEX fulfillment_orders_by_order ON public.fulfillment_orders USING btree (store_id, order_number, id);

create table fulfillments (
  store_id bigint not null,
  id bigint generated by default as identity not null,
  order_number bigint not null,
  location_id bigint not null,
  status text default 'success'::text not null,
  delivery_status text,
  requires_shipping boolean not null,
  shipping_method text default ''::text not null,
  origin_address jsonb not null,
  tracking jsonb default '[]'::jsonb not null,
  processing_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  last_event_date timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint fulfillments_pkey PRIMARY KEY (store_id, id),
  constraint fulfillments_store_id_location_id_fkey FOREIGN KEY (store_id, location_id) REFERENCES locations(store_id, id),
  constraint fulfillments_store_id_order_number_fkey FOREIGN KEY (store_id, order_number) REFERENCES orders(store_id, number),
  constraint fulfillments_delivery_status_check CHECK ((delivery_status = ANY (ARRAY['tracking_added'::text, 'in_transit'::text, 'out_for_delivery'::text, 'attempted_delivery'::text, 'failed_delivery'::text, 'delivered'::text, 'delayed'::text]))),
  constraint fulfillments_status_check CHECK ((status = ANY (ARRAY['success'::text, 'canceled'::text])))
);
CREATE INDEX fulfillments_by_order ON public.fulfillments USING btree (store_id, order_number, id);
comment on column fulfillments.tracking is 'Array of {carrier, carrier_other_name, code, link}.';

create table gateway_group_members (
  store_id bigint not null,
  gateway_group_id bigint not null,
  gateway_id bigint not null,
  weight integer not null,
  constraint gateway_group_members_pkey PRIMARY KEY (store_id, gateway_group_id, gateway_id),
  constraint gateway_group_members_store_id_gateway_group_id_fkey FOREIGN KEY (store_id, gateway_group_id) REFERENCES gateway_groups(store_id, id),
  constraint gateway_group_members_store_id_gateway_id_fkey FOREIGN KEY (store_id, gateway_id) REFERENCES gateways(store_id, id),
  constraint gateway_group_members_weight_check CHECK ((weight >= 1))
);

create table gateway_groups (
  store_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  constraint gateway_groups_pkey PRIMARY KEY (store_id, id),
  constraint gateway_groups_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table gateways (
  store_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  gateway_type text not null,
  active boolean default true not null,
  currencies text[] default '{}'::text[] not null,
  card_types text[] default '{}'::text[] not null,
  payment_methods text[] default '{bankcard}'::text[] not null,
  payment_flow text default 'charge'::text not null,
  auto_capture_on_fulfillment boolean default false not null,
  delayed_capture_days integer,
  enable_3ds2 boolean default false not null,
  optimized_3ds boolean default false not null,
  retry_non_enrolled boolean default false not null,
  re_attemp_intitial_charge boolean default false not null,
  re_attemp_group bigint,
  statement_descriptor text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint gateways_pkey PRIMARY KEY (store_id, id),
  constraint gateways_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint gateways_store_id_re_attemp_group_fkey FOREIGN KEY (store_id, re_attemp_group) REFERENCES gateway_groups(store_id, id),
  constraint gateways_delayed_capture_days_check CHECK (((delayed_capture_days >= 1) AND (delayed_capture_days <= 7))),
  constraint gateways_gateway_type_check CHECK ((gateway_type = ANY (ARRAY['test'::text, 'stripe'::text]))),
  constraint gateways_payment_flow_check CHECK ((payment_flow = ANY (ARRAY['charge'::text, 'auth-capture'::text])))
);
CREATE UNIQUE INDEX gateways_one_test ON public.gateways USING btree (store_id) WHERE (gateway_type = 'test'::text);
comment on column gateways.currencies is 'Empty takes every currency; the same for card_types.';

create table idempotency_keys (
  store_id bigint not null,
  owner text not null,
  request text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  body text,
  held boolean default false not null,
  created_at timestamp with time zone default now() not null,
  version bigint,
  constraint idempotency_keys_pkey PRIMARY KEY (store_id, owner, request, key)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
comment on column idempotency_keys.held is 'The outcome is still being found out: nobody may take the key over.';
comment on column idempotency_keys.version is 'What the ETag of the answer says; null when it had none.';

create table import_references (
  store_id bigint not null,
  kind text not null,
  reference text not null,
  object_id bigint,
  first_row integer default 0 not null,
  row_count integer default 0 not null,
  fingerprint text default ''::text not null,
  imported_rows integer default 0 not null,
  imported_amount numeric default 0 not null,
  left_out jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint import_references_pkey PRIMARY KEY (store_id, kind, reference),
  constraint import_references_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint import_references_check CHECK (((imported_rows + jsonb_array_length(left_out)) = row_count)),
  constraint import_references_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'customer'::text, 'invoice'::text, 'discount'::text])))
);
comment on column import_references.object_id is 'The product, the customer, the offer that stands for discounts, or the number of the order; null when nothing of its own came of it.';
comment on column import_references.left_out is 'Rows that were not imported: {at, reason}, counted from the first row of the reference.';

create table locations (
  store_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  address jsonb not null,
  accept_return boolean default false not null,
  callback_url text,
  allowed_destination_countries text[] default '{}'::text[] not null,
  is_default boolean default false not null,
  app_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint locations_pkey PRIMARY KEY (store_id, id),
  constraint locations_store_id_app_id_fkey FOREIGN KEY (store_id, app_id) REFERENCES apps(store_id, id),
  constraint locations_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE UNIQUE INDEX locations_default ON public.locations USING btree (store_id) WHERE is_default;

create table metadata_definitions (
  store_id bigint not null,
  id bigint generated always as identity not null,
  object text not null,
  key text not null,
  name text not null,
  type text not null,
  enable_export boolean default false not null,
  enable_filter boolean default false not null,
  validations jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint metadata_definitions_pkey PRIMARY KEY (store_id, id),
  constraint metadata_definitions_store_id_object_key_key UNIQUE (store_id, object, key),
  constraint metadata_definitions_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint metadata_definitions_object_check CHECK ((object = ANY (ARRAY['attribution'::text, 'customer'::text, 'dispute'::text, 'line'::text, 'order'::text, 'product'::text, 'variant'::text, 'blog'::text, 'page'::text]))),
  constraint metadata_definitions_type_check CHECK ((type = ANY (ARRAY['text'::text, 'integer'::text, 'decimal'::text, 'rich_text'::text, 'multi_text'::text, 'file'::text, 'boolean'::text])))
);

create table migrations (
  name text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table offer_combinations (
  store_id bigint not null,
  offer_id bigint not null,
  other_offer_id bigint not null,
  constraint offer_combinations_pkey PRIMARY KEY (store_id, offer_id, other_offer_id),
  constraint offer_combinations_store_id_offer_id_fkey FOREIGN KEY (store_id, offer_id) REFERENCES offers(store_id, id),
  constraint offer_combinations_store_id_other_offer_id_fkey FOREIGN KEY (store_id, other_offer_id) REFERENCES offers(store_id, id),
  constraint offer_combinations_check CHECK ((other_offer_id > offer_id))
);

create table offer_uses (
  store_id bigint not null,
  offer_id bigint not null,
  customer_id bigint not null,
  applications integer not null,
  constraint offer_uses_pkey PRIMARY KEY (store_id, offer_id, customer_id),
  constraint offer_uses_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id),
  constraint offer_uses_store_id_offer_id_fkey FOREIGN KEY (store_id, offer_id) REFERENCES offers(store_id, id)
);

create table offers (
  store_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  description text default ''::text not null,
  kind text not null,
  currency text not null,
  priority integer default 0 not null,
  exclusive boolean default false not null,
  condition_type text not null,
  condition_value numeric(12,2) not null,
  condition_range_id bigint not null,
  benefit_type text not null,
  benefit_value numeric(12,2) not null,
  benefit_range_id bigint not null,
  max_affected_items integer,
  start_at timestamp with time zone default now() not null,
  end_at timestamp with time zone,
  max_cart_applications integer,
  max_user_applications integer,
  max_global_applications integer,
  max_total_discount numeric(14,2),
  only_subscription boolean default false not null,
  only_first_order boolean default false not null,
  status text default 'active'::text not null,
  used_applications integer default 0 not null,
  used_discount numeric(14,2) default 0 not null,
  constraint offers_pkey PRIMARY KEY (store_id, id),
  constraint offers_store_id_benefit_range_id_fkey FOREIGN KEY (store_id, benefit_range_id) REFERENCES ranges(store_id, id),
  constraint offers_store_id_condition_range_id_fkey FOREIGN KEY (store_id, condition_range_id) REFERENCES ranges(store_id, id),
  constraint offers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint offers_benefit_type_check CHECK ((benefit_type = ANY (ARRAY['percentage'::text, 'absolute'::text, 'multibuy'::text, 'fixed_price'::text, 'order_percentage'::text, 'shipping_absolute'::text, 'shipping_fixed_price'::text, 'shipping_percentage'::text]))),
  constraint offers_condition_type_check CHECK ((condition_type = ANY (ARRAY['count_gte'::text, 'count_eq'::text, 'value_gte'::text, 'value_eq'::text, 'distinct_gte'::text, 'distinct_eq'::text, 'count'::text, 'value'::text, 'coverage'::text]))),
  constraint offers_kind_check CHECK ((kind = ANY (ARRAY['site'::text, 'voucher'::text]))),
  constraint offers_max_affected_items_check CHECK ((max_affected_items > 0)),
  constraint offers_max_cart_applications_check CHECK ((max_cart_applications > 0)),
  constraint offers_max_global_applications_check CHECK ((max_global_applications > 0)),
  constraint offers_max_total_discount_check CHECK ((max_total_discount > (0)::numeric)),
  constraint offers_max_user_applications_check CHECK ((max_user_applications > 0)),
  constraint offers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);

create table order_lines (
  store_id bigint not null,
  id bigint generated by default as identity not null,
  order_number bigint not null,
  "position" integer not null,
  product_id bigint not null,
  variant_id bigint not null,
  product_title text not null,
  variant_title text not null,
  sku text default ''::text not null,
  product_image text default ''::text not null,
  product_url text default ''::text not null,
  currency text not null,
  quantity integer not null,
  removed_quantity integer default 0 not null,
  fulfilled_quantity integer default 0 not null,
  refunded_quantity integer default 0 not null,
  editable_quantity integer default 0 not null,
  unit_price numeric(12,2) not null,
  placed_quantity integer not null,
  placed_discount numeric(14,2) default 0 not null,
  placed_discounts jsonb default '[]'::jsonb not null,
  rates jsonb default '[]'::jsonb not null,
  price_excl_tax numeric(14,2) not null,
  price_incl_tax numeric(14,2) not null,
  total_discount numeric(14,2) not null,
  original_price_excl_tax numeric(14,2) not null,
  original_price_incl_tax numeric(14,2) not null,
  original_total_discount numeric(14,2) not null,
  unit_cost numeric(12,2) default 0 not null,
  total_cost numeric(14,2) default 0 not null,
  tax_lines jsonb default '[]'::jsonb not null,
  report_values jsonb not null,
  is_upsell boolean default false not null,
  is_gift_card boolean default false not null,
  requires_shipping boolean not null,
  tracked boolean not null,
  subscription jsonb,
  properties jsonb default '[]'::jsonb not null,
  metadata jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint order_lines_pkey PRIMARY KEY (store_id, id),
  constraint order_lines_store_id_order_number_position_key UNIQUE (store_id, order_number, "position"),
  constraint order_lines_store_id_order_number_fkey FOREIGN KEY (store_id, order_number) REFERENCES orders(store_id, number),
  constraint order_lines_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES variants(store_id, id),
  constraint order_lines_check CHECK (((removed_quantity + fulfilled_quantity) <= quantity)),
  constraint order_lines_check1 CHECK ((refunded_quantity <= fulfilled_quantity)),
  constraint order_lines_editable_quantity_check CHECK ((editable_quantity >= 0)),
  constraint order_lines_fulfilled_quantity_check CHECK ((fulfilled_quantity >= 0)),
  constraint order_lines_quantity_check CHECK ((quantity >= 0)),
  constraint order_lines_refunded_quantity_check CHECK ((refunded_quantity >= 0)),
  constraint order_lines_removed_quantity_check CHECK ((removed_quantity >= 0)),
  constraint order_lines_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
CREATE INDEX order_lines_by_variant ON public.order_lines USING btree (store_id, variant_id);
comment on column order_lines.product_id is 'The product of the variant, whose key vouches for it.';
comment on column order_lines.refunded_quantity is 'Fulfilled units refunded later. current = quantity - removed - refunded; fulfillable = quantity - removed - fulfilled.';
comment on column order_lines.placed_discounts is 'Shares of placed_discount: {offer_id, voucher_id, amount}.';
comment on column order_lines.rates is 'The tax rates that applied when the line was made: {id, title, percent, source}. They never change.';

create table order_notes (
  store_id bigint not null,
  id bigint generated always as identity not null,
  order_number bigint not null,
  message text not null,
  author_id bigint,
  app_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint order_notes_pkey PRIMARY KEY (store_id, id),
  constraint order_notes_store_id_app_id_fkey FOREIGN KEY (store_id, app_id) REFERENCES apps(store_id, id),
  constraint order_notes_store_id_author_id_fkey FOREIGN KEY (store_id, author_id) REFERENCES customers(store_id, id),
  constraint order_notes_store_id_order_number_fkey FOREIGN KEY (store_id, order_number) REFERENCES orders(store_id, number)
);
CREATE INDEX order_notes_by_order ON public.order_notes USING btree (store_id, order_number, id DESC);

create table orders (
  store_id bigint not null,
  number bigint not null,
  version bigint default 1 not null,
  status text not null,
  fulfillment_status text not null,
  payment_status text not null,
  source text not null,
  subscription_lifecycle text default 'non-recurring'::text not null,
  is_test boolean default false not null,
  can_upsell boolean default false not null,
  payment_method text,
  customer_id bigint,
  shipping_address jsonb,
  billing_address jsonb,
  attribution jsonb default '{}'::jsonb not null,
  agent_id bigint,
  metadata jsonb,
  tags text[] default '{}'::text[] not null,
  currency text not null,
  prices_include_tax boolean not null,
  report_currency text not null,
  report_rate numeric(18,8) not null,
  shipping_code text default ''::text not null,
  shipping_method text default ''::text not null,
  shipping_price numeric(14,2) default 0 not null,
  shipping_discount numeric(14,2) default 0 not null,
  shipping_refunded numeric(14,2) default 0 not null,
  shipping_rates jsonb default '[]'::jsonb not null,
  shipping_excl_tax numeric(14,2) default 0 not null,
  shipping_incl_tax numeric(14,2) default 0 not null,
  shipping_tax numeric(14,2) default 0 not null,
  shipping_tax_lines jsonb default '[]'::jsonb not null,
  tax_lines jsonb default '[]'::jsonb not null,
  display_taxes text default ''::text not null,
  offer_discounts jsonb default '[]'::jsonb not null,
  voucher_discounts jsonb default '[]'::jsonb not null,
  offer_ids bigint[] default '{}'::bigint[] not null,
  voucher_codes text[] default '{}'::text[] not null,
  original_shipping_excl_tax numeric(14,2) not null,
  original_shipping_incl_tax numeric(14,2) not null,
  original_total_discount numeric(14,2) not null,
  original_total_excl_tax numeric(14,2) not null,
  original_total_incl_tax numeric(14,2) not null,
  total_cost numeric(14,2) not null,
  total_discount numeric(14,2) not null,
  total_excl_tax numeric(14,2) not null,
  total_incl_tax numeric(14,2) not null,
  total_tax numeric(14,2) not null,
  total_outstanding numeric(14,2) not null,
  virtual_paid numeric(14,2) default 0 not null,
  virtual_refunded numeric(14,2) default 0 not null,
  report_values jsonb not null,
  status_token text not null,
  cancel_reason text,
  canceled_at timestamp with time zone,
  is_disputed boolean default false not null,
  has_split_fulfillment boolean default false not null,
  partially_fulfilled boolean default false not null,
  delivery_statuses text[] default '{}'::text[] not null,
  location_ids bigint[] default '{}'::bigint[] not null,
  product_ids bigint[] default '{}'::bigint[] not null,
  skus text[] default '{}'::text[] not null,
  shipping_country text generated always as ((shipping_address ->> 'country'::text)) stored,
  search text generated always as (folded((((((((((((((((((((((((((((((((((((((number)::text || ' '::text) || COALESCE((shipping_address ->> 'first_name'::text), ''::text)) || ' '::text) || COALESCE((shipping_address ->> 'last_name'::text), ''::text)) || ' '::text) || COALESCE((shipping_address ->> 'line1'::text), ''::text)) || ' '::text) || COALESCE((shipping_address ->> 'line2'::text), ''::text)) || ' '::text) || COALESCE((shipping_address ->> 'line3'::text), ''::text)) || ' '::text) || COALESCE((shipping_address ->> 'line4'::text), ''::text)) || ' '::text) || COALESCE((shipping_address ->> 'state'::text), ''::text)) || ' '::text) || COALESCE((shipping_address ->> 'postcode'::text), ''::text)) || ' '::text) || COALESCE((shipping_address ->> 'phone_number'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'first_name'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'last_name'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'line1'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'line2'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'line3'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'line4'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'state'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'postcode'::text), ''::text)) || ' '::text) || COALESCE((billing_address ->> 'phone_number'::text), ''::text)))) stored,
  date_placed timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint orders_pkey PRIMARY KEY (store_id, number),
  constraint orders_store_id_agent_id_fkey FOREIGN KEY (store_id, agent_id) REFERENCES customers(store_id, id),
  constraint orders_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id),
  constraint orders_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint orders_fulfillment_status_check CHECK ((fulfillment_status = ANY (ARRAY['not_required'::text, 'unfulfilled'::text, 'on_hold'::text, 'rejected'::text, 'processing'::text, 'fulfilled'::text, 'incomplete'::text]))),
  constraint orders_payment_status_check CHECK ((payment_status = ANY (ARRAY['pending'::text, 'authorized'::text, 'expiring'::text, 'expired'::text, 'paid'::text, 'voided'::text, 'refunded'::text, 'partially_paid'::text, 'partially_refunded'::text, 'partially_voided'::text]))),
  constraint orders_source_check CHECK ((source = ANY (ARRAY['admin_api'::text, 'checkout'::text, 'subscription'::text, 'dashboard'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['open'::text, 'archived'::text, 'canceled'::text]))),
  constraint orders_subscription_lifecycle_check CHECK ((subscription_lifecycle = ANY (ARRAY['recurring'::text, 'non-recurring'::text])))
) with (fillfactor=85);
CREATE INDEX orders_by_agent ON public.orders USING btree (store_id, agent_id, number DESC) WHERE (agent_id IS NOT NULL);
CREATE INDEX orders_by_attribution ON public.orders USING gin (store_id, attribution jsonb_path_ops) WHERE (attribution <> '{}'::jsonb);
CREATE INDEX orders_by_country ON public.orders USING btree (store_id, shipping_country, number DESC);
CREATE INDEX orders_by_currency ON public.orders USING btree (store_id, currency, number DESC);
CREATE INDEX orders_by_customer ON public.orders USING btree (store_id, customer_id, number DESC);
CREATE INDEX orders_by_date_placed ON public.orders USING btree (store_id, date_placed);
CREATE INDEX orders_by_delivery_status ON public.orders USING gin (store_id, delivery_statuses) WHERE (delivery_statuses <> '{}'::text[]);
CREATE INDEX orders_by_fulfillment_status ON public.orders USING btree (store_id, fulfillment_status, number DESC);
CREATE INDEX orders_by_location ON public.orders USING gin (store_id, location_ids) WHERE (location_ids <> '{}'::bigint[]);
CREATE INDEX orders_by_offers ON public.orders USING gin (store_id, offer_ids) WHERE (offer_ids <> '{}'::bigint[]);
CREATE INDEX orders_by_payment_method ON public.orders USING btree (store_id, payment_method, number DESC) WHERE (payment_method IS NOT NULL);
CREATE INDEX orders_by_payment_status ON public.orders USING btree (store_id, payment_status, number DESC);
CREATE INDEX orders_by_products ON public.orders USING gin (store_id, product_ids);
CREATE INDEX orders_by_search ON public.orders USING gin (store_id, search gin_trgm_ops);
CREATE INDEX orders_by_skus ON public.orders USING gin (store_id, skus) WHERE (skus <> '{}'::text[]);
CREATE INDEX orders_by_source ON public.orders USING btree (store_id, source, number DESC);
CREATE INDEX orders_by_status ON public.orders USING btree (store_id, status, number DESC);
CREATE INDEX orders_by_tags ON public.orders USING gin (store_id, folded(tags)) WHERE (tags <> '{}'::text[]);
CREATE INDEX orders_by_vouchers ON public.orders USING gin (store_id, voucher_codes) WHERE (voucher_codes <> '{}'::text[]);
CREATE INDEX orders_disputed ON public.orders USING btree (store_id, number DESC) WHERE is_disputed;
CREATE INDEX orders_outstanding ON public.orders USING btree (store_id, number DESC) WHERE (total_outstanding <> (0)::numeric);
CREATE INDEX orders_partially_fulfilled ON public.orders USING btree (store_id, number DESC) WHERE partially_fulfilled;
CREATE INDEX orders_recurring ON public.orders USING btree (store_id, number DESC) WHERE (subscription_lifecycle = 'recurring'::text);
CREATE INDEX orders_split ON public.orders USING btree (store_id, number DESC) WHERE has_split_fulfillment;
CREATE INDEX orders_test ON public.orders USING btree (store_id, number DESC) WHERE is_test;
comment on column orders.shipping_price is 'Before discounts and refunds, in the display basis (with tax when prices_include_tax).';
comment on column orders.virtual_paid is 'What a test card "paid": such orders have no transactions.';
comment on column orders.product_ids is 'Ids of the products and variants of the lines, kept for the list filter; skus, location_ids and delivery_statuses likewise.';

create table payment_intents (
  store_id bigint not null,
  id bigint generated always as identity not null,
  key text not null,
  kind text not null,
  state text not null,
  gateway_id bigint not null,
  transaction_id bigint not null,
  amount numeric(14,2) not null,
  currency text not null,
  card_token text,
  purpose text not null,
  draft jsonb default '{}'::jsonb not null,
  idempotency jsonb,
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  save_card boolean default false not null,
  next_check_at timestamp with time zone default (now() + '00:02:00'::interval) not null,
  constraint payment_intents_pkey PRIMARY KEY (store_id, id),
  constraint payment_intents_key_key UNIQUE (key),
  constraint payment_intents_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint payment_intents_store_id_gateway_id_fkey FOREIGN KEY (store_id, gateway_id) REFERENCES gateways(store_id, id),
  constraint payment_intents_store_id_transaction_id_fkey FOREIGN KEY (store_id, transaction_id) REFERENCES transactions(store_id, id),
  constraint payment_intents_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'authorize'::text, 'capture'::text, 'void'::text, 'refund'::text, 'verify'::text]))),
  constraint payment_intents_state_check CHECK ((state = ANY (ARRAY['created'::text, 'sent'::text, 'unknown'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX payment_intents_by_transaction ON public.payment_intents USING btree (store_id, transaction_id);
CREATE INDEX payment_intents_open ON public.payment_intents USING btree (created_at) WHERE (state = ANY (ARRAY['created'::text, 'sent'::text, 'unknown'::text]));
comment on column payment_intents.purpose is 'Which settlement runs once the outcome is known, such as `order.create`.';
comment on column payment_intents.next_check_at is 'When the reconciler may next ask what became of it; moving this on is how it claims an intent.';

create table product_categories (
  store_id bigint not null,
  product_id bigint not null,
  category_id bigint not null,
  constraint product_categories_pkey PRIMARY KEY (store_id, product_id, category_id),
  constraint product_categories_store_id_category_id_fkey FOREIGN KEY (store_id, category_id) REFERENCES categories(store_id, id),
  constraint product_categories_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id)
);
CREATE INDEX product_categories_by_category ON public.product_categories USING btree (store_id, category_id, product_id);

create table product_images (
  store_id bigint not null,
  id bigint generated always as identity not null,
  product_id bigint not null,
  path text not null,
  file_name text default ''::text not null,
  caption text default ''::text not null,
  display_order integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint product_images_pkey PRIMARY KEY (store_id, id),
  constraint product_images_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id),
  constraint product_images_display_order_check CHECK ((display_order >= 0))
);
CREATE INDEX product_images_by_product ON public.product_images USING btree (store_id, product_id, display_order, id);
comment on column product_images.path is 'Absolute http(s) URL, or the path below /files/ of a stored one.';

create table products (
  store_id bigint not null,
  id bigint default nextval('catalogue_ids'::regclass) not null,
  title text not null,
  slug text not null,
  structure text default 'standalone'::text not null,
  description text default ''::text not null,
  is_public boolean default true not null,
  is_discountable boolean default true not null,
  is_gift_card boolean default false not null,
  charge_tax boolean default true not null,
  ranking integer default 0 not null,
  enable_subscription boolean default false not null,
  "interval" text,
  interval_counts integer[] default '{}'::integer[] not null,
  external_tax_code text,
  meta_title text,
  meta_description text,
  template text,
  metadata jsonb,
  tags text[] default '{}'::text[] not null,
  variant_attributes jsonb default '[]'::jsonb not null,
  date_created timestamp with time zone default now() not null,
  date_updated timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  version bigint default 1 not null,
  constraint products_pkey PRIMARY KEY (store_id, id),
  constraint products_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint products_interval_check CHECK (("interval" = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text]))),
  constraint products_structure_check CHECK ((structure = ANY (ARRAY['standalone'::text, 'parent'::text])))
);
CREATE UNIQUE INDEX products_by_slug ON public.products USING btree (store_id, slug) WHERE (deleted_at IS NULL);
comment on column products.variant_attributes is 'Array of {code, name, values}.';

create table ranges (
  store_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  all_products boolean default false not null,
  product_ids bigint[] default '{}'::bigint[] not null,
  category_ids bigint[] default '{}'::bigint[] not null,
  constraint ranges_pkey PRIMARY KEY (store_id, id),
  constraint ranges_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create unlogged table rate_windows (
  key text not null,
  admitted_at double precision[] not null,
  constraint rate_windows_pkey PRIMARY KEY (key)
);

create table refund_adjustments (
  store_id bigint not null,
  id bigint generated always as identity not null,
  refund_id bigint not null,
  type text not null,
  amount_excl_tax numeric(14,2) not null,
  amount_incl_tax numeric(14,2) not null,
  report_values jsonb not null,
  constraint refund_adjustments_pkey PRIMARY KEY (store_id, id),
  constraint refund_adjustments_store_id_refund_id_fkey FOREIGN KEY (store_id, refund_id) REFERENCES refunds(store_id, id),
  constraint refund_adjustments_type_check CHECK ((type = ANY (ARRAY['refund_shipping'::text, 'refund_discrepancy'::text])))
);
CREATE INDEX refund_adjustments_by_refund ON public.refund_adjustments USING btree (store_id, refund_id, id);

create table refund_lines (
  store_id bigint not null,
  id bigint generated always as identity not null,
  refund_id bigint not null,
  order_line_id bigint not null,
  quantity integer not null,
  restock_type text not null,
  location_id bigint,
  amount_excl_tax numeric(14,2) not null,
  amount_incl_tax numeric(14,2) not null,
  report_values jsonb not null,
  constraint refund_lines_pkey PRIMARY KEY (store_id, id),
  constraint refund_lines_store_id_location_id_fkey FOREIGN KEY (store_id, location_id) REFERENCES locations(store_id, id),
  constraint refund_lines_store_id_order_line_id_fkey FOREIGN KEY (store_id, order_line_id) REFERENCES order_lines(store_id, id),
  constraint refund_lines_store_id_refund_id_fkey FOREIGN KEY (store_id, refund_id) REFERENCES refunds(store_id, id),
  constraint refund_lines_quantity_check CHECK ((quantity > 0)),
  constraint refund_lines_restock_type_check CHECK ((restock_type = ANY (ARRAY['cancel'::text, 'no_restock'::text, 'return'::text])))
);
CREATE INDEX refund_lines_by_refund ON public.refund_lines USING btree (store_id, refund_id, id);

create table refunds (
  store_id bigint not null,
  id bigint generated always as identity not null,
  order_number bigint not null,
  user_id bigint,
  note text default ''::text not null,
  total_refund_amount numeric(14,2) not null,
  total_return_excl_tax numeric(14,2) not null,
  total_return_incl_tax numeric(14,2) not null,
  report_values jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint refunds_pkey PRIMARY KEY (store_id, id),
  constraint refunds_store_id_order_number_fkey FOREIGN KEY (store_id, order_number) REFERENCES orders(store_id, number),
  constraint refunds_store_id_user_id_fkey FOREIGN KEY (store_id, user_id) REFERENCES customers(store_id, id)
);
CREATE INDEX refunds_by_order ON public.refunds USING btree (store_id, order_number, id);

create table shipping_method_prices (
  store_id bigint not null,
  shipping_method_id bigint not null,
  currency text not null,
  price_per_order numeric(12,2) not null,
  constraint shipping_method_prices_pkey PRIMARY KEY (store_id, shipping_method_id, currency),
  constraint shipping_method_prices_store_id_shipping_method_id_fkey FOREIGN KEY (store_id, shipping_method_id) REFERENCES shipping_methods(store_id, id),
  constraint shipping_method_prices_price_per_order_check CHECK ((price_per_order >= (0)::numeric))
);

create table shipping_methods (
  store_id bigint not null,
  id bigint generated always as identity not null,
  code text not null,
  name text not null,
  description text default ''::text not null,
  delivery_time text default ''::text not null,
  is_public boolean default true not null,
  countries text[] default '{}'::text[] not null,
  constraint shipping_methods_pkey PRIMARY KEY (store_id, id),
  constraint shipping_methods_store_id_code_key UNIQUE (store_id, code),
  constraint shipping_methods_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
comment on column shipping_methods.countries is 'Empty serves every country.';

create table stock_movements (
  store_id bigint not null,
  id bigint generated always as identity not null,
  stock_record_id bigint not null,
  in_stock_change integer not null,
  allocated_change integer not null,
  cause text not null,
  reference text not null,
  created_at timestamp with time zone default now() not null,
  constraint stock_movements_pkey PRIMARY KEY (store_id, id),
  constraint stock_movements_store_id_stock_record_id_fkey FOREIGN KEY (store_id, stock_record_id) REFERENCES stock_records(store_id, id),
  constraint stock_movements_cause_check CHECK ((cause = ANY (ARRAY['allocate'::text, 'release'::text, 'ship'::text, 'return'::text, 'void'::text, 'count'::text, 'move'::text])))
);
CREATE INDEX stock_movements_by_record ON public.stock_movements USING btree (store_id, stock_record_id, id);

create table stock_records (
  store_id bigint not null,
  id bigint generated always as identity not null,
  variant_id bigint not null,
  location_id bigint not null,
  num_in_stock integer default 0 not null,
  num_allocated integer default 0 not null,
  low_stock_threshold integer,
  date_created timestamp with time zone default now() not null,
  date_updated timestamp with time zone default now() not null,
  constraint stock_records_pkey PRIMARY KEY (store_id, id),
  constraint stock_records_store_id_variant_id_location_id_key UNIQUE (store_id, variant_id, location_id),
  constraint stock_records_store_id_location_id_fkey FOREIGN KEY (store_id, location_id) REFERENCES locations(store_id, id),
  constraint stock_records_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES variants(store_id, id),
  constraint stock_records_low_stock_threshold_check CHECK ((low_stock_threshold >= 0)),
  constraint stock_records_num_allocated_check CHECK ((num_allocated >= 0))
) with (fillfactor=80);

create table store_currencies (
  store_id bigint not null,
  code text not null,
  "position" integer not null,
  prices_include_tax boolean default false not null,
  constraint store_currencies_pkey PRIMARY KEY (store_id, code),
  constraint store_currencies_store_id_position_key UNIQUE (store_id, "position"),
  constraint store_currencies_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint store_currencies_code_check CHECK ((code ~ '^[A-Z]{3}$'::text))
);
comment on table store_currencies is 'The first by position is the currency of the store.';

create table stores (
  id bigint generated always as identity not null,
  name text not null,
  label text not null,
  tagline text default ''::text not null,
  timezone text default 'UTC'::text not null,
  primary_domain text not null,
  tax_id text default ''::text not null,
  contact_address jsonb default '{}'::jsonb not null,
  reporting_currency text default 'USD'::text not null,
  language text default 'en'::text not null,
  charge_tax_on_digital boolean default true not null,
  cart_max_item_quantity integer,
  cart_coupon_limit integer default 3 not null,
  prevent_duplicate_orders boolean default false not null,
  throttle_declining_cards boolean default false not null,
  tracking_page_url text default ''::text not null,
  order_confirmation_delay_minutes integer default 0 not null,
  default_gateway_group_id bigint,
  status_key bytea not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_label_key UNIQUE (label),
  constraint stores_id_default_gateway_group_id_fkey FOREIGN KEY (id, default_gateway_group_id) REFERENCES gateway_groups(store_id, id),
  constraint stores_label_check CHECK ((label ~ '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'::text)),
  constraint stores_name_check CHECK ((name <> ''::text)),
  constraint stores_order_confirmation_delay_minutes_check CHECK (((order_confirmation_delay_minutes >= 0) AND (order_confirmation_delay_minutes <= 10)))
);
comment on column stores.status_key is 'Signs the public links to the status page of an order.';

create table tax_overrides (
  store_id bigint not null,
  id bigint default nextval('tax_ids'::regclass) not null,
  tax_region_id bigint not null,
  category_id bigint not null,
  percent numeric(7,4) not null,
  display_name text not null,
  constraint tax_overrides_pkey PRIMARY KEY (store_id, id),
  constraint tax_overrides_store_id_tax_region_id_category_id_key UNIQUE (store_id, tax_region_id, category_id),
  constraint tax_overrides_store_id_category_id_fkey FOREIGN KEY (store_id, category_id) REFERENCES categories(store_id, id),
  constraint tax_overrides_store_id_tax_region_id_fkey FOREIGN KEY (store_id, tax_region_id) REFERENCES tax_regions(store_id, id),
  constraint tax_overrides_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric)))
);

create table tax_rates (
  store_id bigint not null,
  id bigint generated always as identity not null,
  tax_region_id bigint not null,
  state text default '*'::text not null,
  percent numeric(7,4) not null,
  display_name text not null,
  apply_to_shipping boolean default false not null,
  compound boolean default false not null,
  constraint tax_rates_pkey PRIMARY KEY (store_id, id),
  constraint tax_rates_store_id_tax_region_id_fkey FOREIGN KEY (store_id, tax_region_id) REFERENCES tax_regions(store_id, id),
  constraint tax_rates_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric)))
);
comment on column tax_rates.state is '`*`, or states separated by a vertical bar.';

create table tax_regions (
  store_id bigint not null,
  id bigint generated always as identity not null,
  country text not null,
  enabled boolean default true not null,
  constraint tax_regions_pkey PRIMARY KEY (store_id, id),
  constraint tax_regions_store_id_country_key UNIQUE (store_id, country),
  constraint tax_regions_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint tax_regions_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);

create table transactions (
  store_id bigint not null,
  id bigint generated always as identity not null,
  order_number bigint,
  customer_id bigint,
  refund_id bigint,
  parent_id bigint,
  type text not null,
  status text not null,
  amount numeric(14,2) not null,
  currency text not null,
  payment_method text not null,
  gateway_id bigint,
  card_token text,
  card_first_six text,
  card_last_four text,
  card_brand text,
  card_fingerprint text,
  is_3ds boolean default false not null,
  optimized_3ds boolean default false not null,
  sca_flow text,
  paypal_vault_id text,
  external_id text,
  auth_code text,
  network_transaction_id text,
  response_code integer,
  statement_descriptor text,
  is_disputed boolean default false not null,
  is_external boolean default false not null,
  is_initial_retry boolean default false not null,
  is_test boolean default false not null,
  initiator_id bigint,
  report_values jsonb not null,
  date_created timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint transactions_pkey PRIMARY KEY (store_id, id),
  constraint transactions_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id),
  constraint transactions_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint transactions_store_id_gateway_id_fkey FOREIGN KEY (store_id, gateway_id) REFERENCES gateways(store_id, id),
  constraint transactions_store_id_initiator_id_fkey FOREIGN KEY (store_id, initiator_id) REFERENCES customers(store_id, id),
  constraint transactions_store_id_order_number_fkey FOREIGN KEY (store_id, order_number) REFERENCES orders(store_id, number),
  constraint transactions_store_id_parent_id_fkey FOREIGN KEY (store_id, parent_id) REFERENCES transactions(store_id, id),
  constraint transactions_store_id_refund_id_fkey FOREIGN KEY (store_id, refund_id) REFERENCES refunds(store_id, id),
  constraint transactions_amount_check CHECK ((amount >= (0)::numeric)),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'failed'::text, ''::text]))),
  constraint transactions_type_check CHECK ((type = ANY (ARRAY['authorize'::text, 'debit'::text, 'refund'::text, 'void'::text])))
);
CREATE INDEX transactions_by_fingerprint ON public.transactions USING btree (store_id, card_fingerprint, date_created) WHERE ((card_fingerprint IS NOT NULL) AND (status = 'failed'::text));
CREATE INDEX transactions_by_order ON public.transactions USING btree (store_id, order_number, id) WHERE (order_number IS NOT NULL);
CREATE INDEX transactions_by_parent ON public.transactions USING btree (store_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX transactions_by_refund ON public.transactions USING btree (store_id, refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX transactions_expiring ON public.transactions USING btree (store_id, expires_at) WHERE ((type = 'authorize'::text) AND (status = 'succeeded'::text));
CREATE TRIGGER transactions_keep_their_facts BEFORE UPDATE ON public.transactions FOR EACH ROW WHEN ((((old.status <> ''::text) AND (new.status <> old.status)) OR (new.type <> old.type) OR (new.amount <> old.amount) OR (new.currency <> old.currency) OR (new.parent_id IS DISTINCT FROM old.parent_id))) EXECUTE FUNCTION refuse_to_rewrite_transaction();
comment on column transactions.status is 'Empty while the outcome is not known.';
comment on column transactions.expires_at is 'When an authorization ends.';

create table variant_prices (
  store_id bigint not null,
  variant_id bigint not null,
  currency text not null,
  price numeric(12,2) not null,
  retail numeric(12,2),
  subscription numeric(12,2),
  subscription_suggested_downsell numeric(12,2),
  constraint variant_prices_pkey PRIMARY KEY (store_id, variant_id, currency),
  constraint variant_prices_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES variants(store_id, id),
  constraint variant_prices_price_check CHECK ((price >= (0)::numeric)),
  constraint variant_prices_retail_check CHECK ((retail >= (0)::numeric)),
  constraint variant_prices_subscription_check CHECK ((subscription >= (0)::numeric)),
  constraint variant_prices_subscription_suggested_downsell_check CHECK ((subscription_suggested_downsell >= (0)::numeric))
);

create table variants (
  store_id bigint not null,
  id bigint default nextval('catalogue_ids'::regclass) not null,
  product_id bigint not null,
  title text not null,
  sku text,
  upc text,
  track_stock boolean default false not null,
  allow_backorders boolean default false not null,
  requires_shipping boolean default true not null,
  unit_cost numeric(12,2),
  image_id bigint,
  metadata jsonb,
  attribute_values jsonb default '[]'::jsonb not null,
  date_created timestamp with time zone default now() not null,
  date_updated timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint variants_pkey PRIMARY KEY (store_id, id),
  constraint variants_store_id_image_id_fkey FOREIGN KEY (store_id, image_id) REFERENCES product_images(store_id, id),
  constraint variants_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id),
  constraint variants_sku_check CHECK ((sku <> ''::text)),
  constraint variants_unit_cost_check CHECK ((unit_cost >= (0)::numeric))
);
CREATE INDEX variants_by_product ON public.variants USING btree (store_id, product_id, id);
CREATE UNIQUE INDEX variants_by_sku ON public.variants USING btree (store_id, sku) WHERE ((sku IS NOT NULL) AND (deleted_at IS NULL));
comment on column variants.attribute_values is 'Array of {code, name, value}.';

create table voucher_offers (
  store_id bigint not null,
  voucher_id bigint not null,
  offer_id bigint not null,
  constraint voucher_offers_pkey PRIMARY KEY (store_id, voucher_id, offer_id),
  constraint voucher_offers_store_id_offer_id_fkey FOREIGN KEY (store_id, offer_id) REFERENCES offers(store_id, id),
  constraint voucher_offers_store_id_voucher_id_fkey FOREIGN KEY (store_id, voucher_id) REFERENCES vouchers(store_id, id)
);

create table voucher_uses (
  store_id bigint not null,
  voucher_id bigint not null,
  customer_id bigint not null,
  constraint voucher_uses_pkey PRIMARY KEY (store_id, voucher_id, customer_id),
  constraint voucher_uses_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id),
  constraint voucher_uses_store_id_voucher_id_fkey FOREIGN KEY (store_id, voucher_id) REFERENCES vouchers(store_id, id)
);

create table vouchers (
  store_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  code text not null,
  usage text not null,
  start_datetime timestamp with time zone default now() not null,
  end_datetime timestamp with time zone,
  num_orders integer default 0 not null,
  constraint vouchers_pkey PRIMARY KEY (store_id, id),
  constraint vouchers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint vouchers_code_check CHECK (((code !~ '\s'::text) AND ((length(code) >= 1) AND (length(code) <= 128)))),
  constraint vouchers_usage_check CHECK ((usage = ANY (ARRAY['single_use'::text, 'multi_use'::text, 'once_per_customer'::text])))
);
CREATE UNIQUE INDEX vouchers_by_code ON public.vouchers USING btree (store_id, upper(code));

create table worker_leases (
  worker_id text not null,
  beat_at timestamp with time zone default now() not null,
  constraint worker_leases_pkey PRIMARY KEY (worker_id)
);

create table test_gateway.entries (
  key text not null,
  kind text not null,
  parent_key text,
  amount numeric(14,2) not null,
  currency text not null,
  outcome text not null,
  response_code integer not null,
  created_at timestamp with time zone default now() not null,
  constraint entries_pkey PRIMARY KEY (key),
  constraint entries_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'declined'::text, 'abandoned'::text])))
);
