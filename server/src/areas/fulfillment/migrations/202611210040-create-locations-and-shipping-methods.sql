create table locations (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  name text not null,
  address jsonb not null,
  accept_return boolean not null default false,
  callback_url text,
  allowed_destination_countries text[] not null default '{}',
  is_default boolean not null default false,
  app_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, app_id) references apps (store_id, id)
);

create unique index locations_default on locations (store_id) where is_default;

create table shipping_methods (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  code text not null,
  name text not null,
  description text not null default '',
  delivery_time text not null default '',
  is_public boolean not null default true,
  countries text[] not null default '{}',
  primary key (store_id, id),
  unique (store_id, code)
);

comment on column shipping_methods.countries is 'Empty serves every country.';

create table shipping_method_prices (
  store_id bigint not null,
  shipping_method_id bigint not null,
  currency text not null,
  price_per_order numeric(12,2) not null check (price_per_order >= 0),
  primary key (store_id, shipping_method_id, currency),
  foreign key (store_id, shipping_method_id) references shipping_methods (store_id, id)
);
