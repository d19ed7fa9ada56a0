create table ranges (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  name text not null,
  all_products boolean not null default false,
  product_ids bigint[] not null default '{}',
  category_ids bigint[] not null default '{}',
  primary key (store_id, id)
);

create table offers (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  name text not null,
  description text not null default '',
  kind text not null check (kind in ('site', 'voucher')),
  currency text not null,
  priority integer not null default 0,
  exclusive boolean not null default false,
  condition_type text not null check (condition_type in ('count_gte', 'count_eq', 'value_gte', 'value_eq', 'distinct_gte', 'distinct_eq', 'count', 'value', 'coverage')),
  condition_value numeric(12,2) not null,
  condition_range_id bigint not null,
  benefit_type text not null check (benefit_type in ('percentage', 'absolute', 'multibuy', 'fixed_price', 'order_percentage', 'shipping_absolute', 'shipping_fixed_price', 'shipping_percentage')),
  benefit_value numeric(12,2) not null,
  benefit_range_id bigint not null,
  max_affected_items integer check (max_affected_items > 0),
  start_at timestamptz not null default now(),
  end_at timestamptz,
  max_cart_applications integer check (max_cart_applications > 0),
  max_user_applications integer check (max_user_applications > 0),
  max_global_applications integer check (max_global_applications > 0),
  max_total_discount numeric(14,2) check (max_total_discount > 0),
  only_subscription boolean not null default false,
  only_first_order boolean not null default false,
  status text not null default 'active' check (status in ('active', 'suspended')),
  used_applications integer not null default 0,
  used_discount numeric(14,2) not null default 0,
  primary key (store_id, id),
  foreign key (store_id, condition_range_id) references ranges (store_id, id),
  foreign key (store_id, benefit_range_id) references ranges (store_id, id)
);

-- Symmetric: each pair stands once, the lower id first.
create table offer_combinations (
  store_id bigint not null,
  offer_id bigint not null,
  other_offer_id bigint not null check (other_offer_id > offer_id),
  primary key (store_id, offer_id, other_offer_id),
  foreign key (store_id, offer_id) references offers (store_id, id),
  foreign key (store_id, other_offer_id) references offers (store_id, id)
);

create table offer_uses (
  store_id bigint not null,
  offer_id bigint not null,
  customer_id bigint not null,
  applications integer not null,
  primary key (store_id, offer_id, customer_id),
  foreign key (store_id, offer_id) references offers (store_id, id),
  foreign key (store_id, customer_id) references customers (store_id, id)
);

create table vouchers (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  name text not null,
  code text not null check (code !~ '\s' and length(code) between 1 and 128),
  usage text not null check (usage in ('single_use', 'multi_use', 'once_per_customer')),
  start_datetime timestamptz not null default now(),
  end_datetime timestamptz,
  num_orders integer not null default 0,
  primary key (store_id, id)
);

create unique index vouchers_by_code on vouchers (store_id, upper(code));

create table voucher_offers (
  store_id bigint not null,
  voucher_id bigint not null,
  offer_id bigint not null,
  primary key (store_id, voucher_id, offer_id),
  foreign key (store_id, voucher_id) references vouchers (store_id, id),
  foreign key (store_id, offer_id) references offers (store_id, id)
);

create table voucher_uses (
  store_id bigint not null,
  voucher_id bigint not null,
  customer_id bigint not null,
  primary key (store_id, voucher_id, customer_id),
  foreign key (store_id, voucher_id) references vouchers (store_id, id),
  foreign key (store_id, customer_id) references customers (store_id, id)
);
