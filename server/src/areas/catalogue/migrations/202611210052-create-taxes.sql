create table tax_regions (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  country text not null check (country ~ '^[A-Z]{2}$'),
  enabled boolean not null default true,
  primary key (store_id, id),
  unique (store_id, country)
);

create table tax_rates (
  store_id bigint not null,
  id bigint generated always as identity (sequence name tax_ids),
  tax_region_id bigint not null,
  state text not null default '*',
  percent numeric(7,4) not null check (percent between 0 and 100),
  display_name text not null,
  apply_to_shipping boolean not null default false,
  compound boolean not null default false,
  primary key (store_id, id),
  foreign key (store_id, tax_region_id) references tax_regions (store_id, id)
);

comment on column tax_rates.state is '`*`, or states separated by a vertical bar.';

-- Draws from the sequence of the rates: a tax id on an order names one or the other.
create table tax_overrides (
  store_id bigint not null,
  id bigint not null default nextval('tax_ids'),
  tax_region_id bigint not null,
  category_id bigint not null,
  percent numeric(7,4) not null check (percent between 0 and 100),
  display_name text not null,
  primary key (store_id, id),
  unique (store_id, tax_region_id, category_id),
  foreign key (store_id, tax_region_id) references tax_regions (store_id, id),
  foreign key (store_id, category_id) references categories (store_id, id)
);
