create table gateways (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  name text not null,
  gateway_type text not null check (gateway_type in ('test', 'stripe')),
  active boolean not null default true,
  currencies text[] not null default '{}',
  card_types text[] not null default '{}',
  payment_methods text[] not null default '{bankcard}',
  payment_flow text not null default 'charge' check (payment_flow in ('charge', 'auth-capture')),
  auto_capture_on_fulfillment boolean not null default false,
  delayed_capture_days integer check (delayed_capture_days between 1 and 7),
  enable_3ds2 boolean not null default false,
  optimized_3ds boolean not null default false,
  retry_non_enrolled boolean not null default false,
  re_attemp_intitial_charge boolean not null default false,
  re_attemp_group bigint,
  statement_descriptor text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);

comment on column gateways.currencies is 'Empty takes every currency; the same for card_types.';

create unique index gateways_one_test on gateways (store_id) where gateway_type = 'test';

create table gateway_groups (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  name text not null,
  primary key (store_id, id)
);

alter table stores add foreign key (id, default_gateway_group_id) references gateway_groups (store_id, id);
alter table gateways add foreign key (store_id, re_attemp_group) references gateway_groups (store_id, id);

create table gateway_group_members (
  store_id bigint not null,
  gateway_group_id bigint not null,
  gateway_id bigint not null,
  weight integer not null check (weight >= 1),
  primary key (store_id, gateway_group_id, gateway_id),
  foreign key (store_id, gateway_group_id) references gateway_groups (store_id, id),
  foreign key (store_id, gateway_id) references gateways (store_id, id)
);

create table external_payment_methods (
  store_id bigint not null references stores (id),
  code text not null check (code ~ '^[a-z0-9_-]+$'),
  name text not null,
  instructions text not null default '',
  primary key (store_id, code)
);

create table card_tokens (
  store_id bigint not null references stores (id),
  token text not null,
  kind text not null check (kind in ('test_card', 'test_3ds_card', 'test_gateway', 'live')),
  fingerprint text not null,
  brand text not null,
  first_six text not null,
  last_four text not null,
  exp_month integer,
  exp_year integer,
  full_name text not null default '',
  customer_id bigint,
  retained_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, token),
  foreign key (store_id, customer_id) references customers (store_id, id)
);

create table block_entries (
  store_id bigint not null references stores (id),
  kind text not null check (kind in ('email', 'fingerprint', 'bin')),
  value text not null,
  hits integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (store_id, kind, value)
);
