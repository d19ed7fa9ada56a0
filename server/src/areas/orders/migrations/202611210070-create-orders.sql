create sequence order_address_ids;

create table orders (
  store_id bigint not null references stores (id),
  number bigint not null,
  version bigint not null default 1,
  status text not null check (status in ('open', 'archived', 'canceled')),
  fulfillment_status text not null check (fulfillment_status in ('not_required', 'unfulfilled', 'on_hold', 'rejected', 'processing', 'fulfilled', 'incomplete')),
  payment_status text not null check (payment_status in ('pending', 'authorized', 'expiring', 'expired', 'paid', 'voided', 'refunded', 'partially_paid', 'partially_refunded', 'partially_voided')),
  source text not null check (source in ('admin_api', 'checkout', 'subscription', 'dashboard')),
  subscription_lifecycle text not null default 'non-recurring' check (subscription_lifecycle in ('recurring', 'non-recurring')),
  is_test boolean not null default false,
  can_upsell boolean not null default false,
  payment_method text,
  customer_id bigint,
  shipping_address jsonb,
  billing_address jsonb,
  attribution jsonb not null default '{}',
  agent_id bigint,
  metadata jsonb,
  tags text[] not null default '{}',
  currency text not null,
  prices_include_tax boolean not null,
  report_currency text not null,
  report_rate numeric(18,8) not null,
  shipping_code text not null default '',
  shipping_method text not null default '',
  shipping_price numeric(14,2) not null default 0,
  shipping_discount numeric(14,2) not null default 0,
  shipping_refunded numeric(14,2) not null default 0,
  shipping_rates jsonb not null default '[]',
  shipping_excl_tax numeric(14,2) not null default 0,
  shipping_incl_tax numeric(14,2) not null default 0,
  shipping_tax numeric(14,2) not null default 0,
  shipping_tax_lines jsonb not null default '[]',
  tax_lines jsonb not null default '[]',
  display_taxes text not null default '',
  offer_discounts jsonb not null default '[]',
  voucher_discounts jsonb not null default '[]',
  offer_ids bigint[] not null default '{}',
  voucher_codes text[] not null default '{}',
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
  virtual_paid numeric(14,2) not null default 0,
  virtual_refunded numeric(14,2) not null default 0,
  report_values jsonb not null,
  status_token text not null,
  cancel_reason text,
  canceled_at timestamptz,
  is_disputed boolean not null default false,
  has_split_fulfillment boolean not null default false,
  partially_fulfilled boolean not null default false,
  delivery_statuses text[] not null default '{}',
  location_ids bigint[] not null default '{}',
  product_ids bigint[] not null default '{}',
  skus text[] not null default '{}',
  shipping_country text generated always as (shipping_address ->> 'country') stored,
  search text generated always as (folded(number::text || ' '
    || coalesce(shipping_address ->> 'first_name', '') || ' ' || coalesce(shipping_address ->> 'last_name', '') || ' '
    || coalesce(shipping_address ->> 'line1', '') || ' ' || coalesce(shipping_address ->> 'line2', '') || ' '
    || coalesce(shipping_address ->> 'line3', '') || ' ' || coalesce(shipping_address ->> 'line4', '') || ' '
    || coalesce(shipping_address ->> 'state', '') || ' ' || coalesce(shipping_address ->> 'postcode', '') || ' '
    || coalesce(shipping_address ->> 'phone_number', '') || ' '
    || coalesce(billing_address ->> 'first_name', '') || ' ' || coalesce(billing_address ->> 'last_name', '') || ' '
    || coalesce(billing_address ->> 'line1', '') || ' ' || coalesce(billing_address ->> 'line2', '') || ' '
    || coalesce(billing_address ->> 'line3', '') || ' ' || coalesce(billing_address ->> 'line4', '') || ' '
    || coalesce(billing_address ->> 'state', '') || ' ' || coalesce(billing_address ->> 'postcode', '') || ' '
    || coalesce(billing_address ->> 'phone_number', ''))) stored,
  date_placed timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, number),
  foreign key (store_id, customer_id) references customers (store_id, id),
  foreign key (store_id, agent_id) references customers (store_id, id)
) with (fillfactor = 85);

comment on column orders.shipping_price is 'Before discounts and refunds, in the display basis (with tax when prices_include_tax).';
comment on column orders.virtual_paid is 'What a test card "paid": such orders have no transactions.';
comment on column orders.product_ids is 'Ids of the products and variants of the lines, kept for the list filter; skus, location_ids and delivery_statuses likewise.';

create index orders_by_customer on orders (store_id, customer_id, number desc);
create index orders_by_date_placed on orders (store_id, date_placed);
create index orders_by_status on orders (store_id, status, number desc);
create index orders_by_payment_status on orders (store_id, payment_status, number desc);
create index orders_by_fulfillment_status on orders (store_id, fulfillment_status, number desc);
create index orders_by_country on orders (store_id, shipping_country, number desc);
create index orders_by_agent on orders (store_id, agent_id, number desc) where agent_id is not null;
create index orders_by_payment_method on orders (store_id, payment_method, number desc) where payment_method is not null;
create index orders_outstanding on orders (store_id, number desc) where total_outstanding <> 0;
create index orders_disputed on orders (store_id, number desc) where is_disputed;
create index orders_test on orders (store_id, number desc) where is_test;
create index orders_split on orders (store_id, number desc) where has_split_fulfillment;
create index orders_partially_fulfilled on orders (store_id, number desc) where partially_fulfilled;
create index orders_recurring on orders (store_id, number desc) where subscription_lifecycle = 'recurring';
create index orders_by_products on orders using gin (store_id, product_ids);
create index orders_by_skus on orders using gin (store_id, skus) where skus <> '{}';
create index orders_by_tags on orders using gin (store_id, folded(tags)) where tags <> '{}';
create index orders_by_attribution on orders using gin (store_id, attribution jsonb_path_ops) where attribution <> '{}';
create index orders_by_offers on orders using gin (store_id, offer_ids) where offer_ids <> '{}';
create index orders_by_vouchers on orders using gin (store_id, voucher_codes) where voucher_codes <> '{}';
create index orders_by_delivery_status on orders using gin (store_id, delivery_statuses) where delivery_statuses <> '{}';
create index orders_by_location on orders using gin (store_id, location_ids) where location_ids <> '{}';
create index orders_by_search on orders using gin (store_id, search gin_trgm_ops);

create table order_lines (
  store_id bigint not null,
  id bigint generated by default as identity,
  order_number bigint not null,
  position integer not null,
  product_id bigint not null,
  variant_id bigint not null,
  product_title text not null,
  variant_title text not null,
  sku text not null default '',
  product_image text not null default '',
  product_url text not null default '',
  currency text not null,
  quantity integer not null check (quantity >= 0),
  removed_quantity integer not null default 0 check (removed_quantity >= 0),
  fulfilled_quantity integer not null default 0 check (fulfilled_quantity >= 0),
  refunded_quantity integer not null default 0 check (refunded_quantity >= 0),
  editable_quantity integer not null default 0 check (editable_quantity >= 0),
  unit_price numeric(12,2) not null check (unit_price >= 0),
  placed_quantity integer not null,
  placed_discount numeric(14,2) not null default 0,
  placed_discounts jsonb not null default '[]',
  rates jsonb not null default '[]',
  price_excl_tax numeric(14,2) not null,
  price_incl_tax numeric(14,2) not null,
  total_discount numeric(14,2) not null,
  original_price_excl_tax numeric(14,2) not null,
  original_price_incl_tax numeric(14,2) not null,
  original_total_discount numeric(14,2) not null,
  unit_cost numeric(12,2) not null default 0,
  total_cost numeric(14,2) not null default 0,
  tax_lines jsonb not null default '[]',
  report_values jsonb not null,
  is_upsell boolean not null default false,
  is_gift_card boolean not null default false,
  requires_shipping boolean not null,
  tracked boolean not null,
  subscription jsonb,
  properties jsonb not null default '[]',
  metadata jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, order_number, position),
  foreign key (store_id, order_number) references orders (store_id, number),
  foreign key (store_id, variant_id) references variants (store_id, id),
  check (removed_quantity + fulfilled_quantity <= quantity),
  check (refunded_quantity <= fulfilled_quantity)
);

comment on column order_lines.product_id is 'The product of the variant, whose key vouches for it.';
comment on column order_lines.refunded_quantity is 'Fulfilled units refunded later. current = quantity - removed - refunded; fulfillable = quantity - removed - fulfilled.';
comment on column order_lines.rates is 'The tax rates that applied when the line was made: {id, title, percent, source}. They never change.';
comment on column order_lines.placed_discounts is 'Shares of placed_discount: {offer_id, voucher_id, amount}.';

create index order_lines_by_variant on order_lines (store_id, variant_id);

create table order_notes (
  store_id bigint not null,
  id bigint generated always as identity,
  order_number bigint not null,
  message text not null,
  author_id bigint,
  app_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_number) references orders (store_id, number),
  foreign key (store_id, author_id) references customers (store_id, id),
  foreign key (store_id, app_id) references apps (store_id, id)
);

create index order_notes_by_order on order_notes (store_id, order_number, id desc);
