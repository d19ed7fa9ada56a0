create table stores (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  label text not null unique check (label ~ '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'),
  tagline text not null default '',
  timezone text not null default 'UTC',
  primary_domain text not null,
  tax_id text not null default '',
  contact_address jsonb not null default '{}',
  reporting_currency text not null default 'USD',
  language text not null default 'en',
  charge_tax_on_digital boolean not null default true,
  cart_max_item_quantity integer,
  cart_coupon_limit integer not null default 3,
  prevent_duplicate_orders boolean not null default false,
  throttle_declining_cards boolean not null default false,
  tracking_page_url text not null default '',
  order_confirmation_delay_minutes integer not null default 0 check (order_confirmation_delay_minutes between 0 and 10),
  default_gateway_group_id bigint,
  status_key bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on column stores.status_key is 'Signs the public links to the status page of an order.';

create table store_currencies (
  store_id bigint not null references stores (id),
  code text not null check (code ~ '^[A-Z]{3}$'),
  position integer not null,
  prices_include_tax boolean not null default false,
  primary key (store_id, code),
  unique (store_id, position)
);

comment on table store_currencies is 'The first by position is the currency of the store.';

-- Daily average rates: one unit of base is worth rate units of quote.
create table exchange_rates (
  store_id bigint not null references stores (id),
  base text not null,
  quote text not null,
  day date not null,
  rate numeric(18,8) not null check (rate > 0),
  primary key (store_id, base, quote, day)
);

-- The rate of the day, or the latest before it; through the quote of a common base when there is no direct one. Null when unknown.
create function exchange_rate(of_store bigint, source text, target text, on_day date) returns numeric
language sql stable
return case when source = target then 1 else coalesce(
  (select rate from exchange_rates where store_id = of_store and base = source and quote = target and day <= on_day order by day desc limit 1),
  (select round(1 / rate, 8) from exchange_rates where store_id = of_store and base = target and quote = source and day <= on_day order by day desc limit 1),
  (select round(t.rate / s.rate, 8)
     from (select distinct base from exchange_rates where store_id = of_store) b
     cross join lateral (select rate from exchange_rates where store_id = of_store and base = b.base and quote = source and day <= on_day order by day desc limit 1) s
     cross join lateral (select rate from exchange_rates where store_id = of_store and base = b.base and quote = target and day <= on_day order by day desc limit 1) t
    order by b.base limit 1)
) end;
