create table apps (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  client_id text not null unique,
  name text not null check (name <> ''),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, name)
);

create table access_tokens (
  store_id bigint not null,
  id bigint generated always as identity,
  app_id bigint not null,
  hash bytea not null unique,
  prefix text not null,
  last_four text not null,
  scopes text[] not null,
  rate_limit_per_second integer check (rate_limit_per_second >= 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, app_id) references apps (store_id, id)
);

comment on column access_tokens.hash is 'SHA-256 of the token. The token itself exists only in the answer that created it.';
