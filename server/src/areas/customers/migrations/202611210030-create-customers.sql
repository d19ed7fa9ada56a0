create table customers (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  user_type text not null default 'lead' check (user_type in ('customer', 'lead', 'dashboard')),
  email text check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  phone_number text,
  language text,
  accepts_marketing boolean not null default false,
  ip text,
  user_agent text,
  is_blocked boolean not null default false,
  tags text[] not null default '{}',
  metadata jsonb,
  date_joined timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  search text generated always as (folded(coalesce(email, '') || ' ' || first_name || ' ' || last_name || ' ' || coalesce(phone_number, ''))) stored,
  primary key (store_id, id)
);

create unique index customers_by_email on customers (store_id, email) where email is not null;
create unique index customers_by_phone on customers (store_id, phone_number) where email is null and phone_number is not null;
create index customers_by_search on customers using gin (store_id, search gin_trgm_ops);

create table customer_addresses (
  store_id bigint not null,
  id bigint generated always as identity,
  customer_id bigint not null,
  first_name text not null default '',
  last_name text not null default '',
  line1 text not null,
  line2 text not null default '',
  line3 text not null default '',
  line4 text not null,
  state text not null default '',
  postcode text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  phone_number text not null default '',
  notes text not null default '',
  is_default_for_shipping boolean not null default false,
  is_default_for_billing boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, customer_id) references customers (store_id, id)
);

create index customer_addresses_by_customer on customer_addresses (store_id, customer_id, id);
create unique index customer_addresses_default_shipping on customer_addresses (store_id, customer_id) where is_default_for_shipping;
create unique index customer_addresses_default_billing on customer_addresses (store_id, customer_id) where is_default_for_billing;
