create table idempotency_keys (
  store_id bigint not null,
  owner text not null,
  request text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  body text,
  held boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (store_id, owner, request, key)
);

comment on column idempotency_keys.held is 'The outcome is still being found out: nobody may take the key over.';

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The admission times (in milliseconds) of the last second, newest last. Losing them in a crash costs nothing.
create unlogged table rate_windows (
  key text primary key,
  admitted_at double precision[] not null
);
