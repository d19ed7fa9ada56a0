create table transactions (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  order_number bigint,
  customer_id bigint,
  refund_id bigint,
  parent_id bigint,
  type text not null check (type in ('authorize', 'debit', 'refund', 'void')),
  status text not null check (status in ('succeeded', 'failed', '')),
  amount numeric(14,2) not null check (amount >= 0),
  currency text not null,
  payment_method text not null,
  gateway_id bigint,
  card_token text,
  card_first_six text,
  card_last_four text,
  card_brand text,
  card_fingerprint text,
  is_3ds boolean not null default false,
  optimized_3ds boolean not null default false,
  sca_flow text,
  paypal_vault_id text,
  external_id text,
  auth_code text,
  network_transaction_id text,
  response_code integer,
  statement_descriptor text,
  is_disputed boolean not null default false,
  is_external boolean not null default false,
  is_initial_retry boolean not null default false,
  is_test boolean not null default false,
  initiator_id bigint,
  report_values jsonb not null,
  date_created timestamptz not null default now(),
  settled_at timestamptz,
  expires_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, order_number) references orders (store_id, number),
  foreign key (store_id, customer_id) references customers (store_id, id),
  foreign key (store_id, gateway_id) references gateways (store_id, id),
  foreign key (store_id, parent_id) references transactions (store_id, id),
  foreign key (store_id, initiator_id) references customers (store_id, id)
);

comment on column transactions.status is 'Empty while the outcome is not known.';
comment on column transactions.expires_at is 'When an authorization ends.';

create index transactions_by_order on transactions (store_id, order_number, id) where order_number is not null;
create index transactions_by_parent on transactions (store_id, parent_id) where parent_id is not null;
create index transactions_by_refund on transactions (store_id, refund_id) where refund_id is not null;
create index transactions_expiring on transactions (store_id, expires_at) where type = 'authorize' and status = 'succeeded';
create index transactions_by_fingerprint on transactions (store_id, card_fingerprint, date_created) where card_fingerprint is not null and status = 'failed';

-- One talk with a gateway. The key is what the gateway knows it by; the draft is what to do once it says yes.
create table payment_intents (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  key text not null unique,
  kind text not null check (kind in ('charge', 'authorize', 'capture', 'void', 'refund', 'verify')),
  state text not null check (state in ('created', 'sent', 'unknown', 'succeeded', 'failed')),
  gateway_id bigint not null,
  transaction_id bigint not null,
  amount numeric(14,2) not null,
  currency text not null,
  card_token text,
  purpose text not null,
  draft jsonb not null default '{}',
  idempotency jsonb,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, gateway_id) references gateways (store_id, id),
  foreign key (store_id, transaction_id) references transactions (store_id, id)
);

comment on column payment_intents.purpose is 'Which settlement runs once the outcome is known, such as `order.create`.';

create index payment_intents_open on payment_intents (created_at) where state in ('created', 'sent', 'unknown');

-- The books of the built-in test gateway. A program of its own as far as the shop is concerned: other schema, other transactions.
create schema test_gateway;

create table test_gateway.entries (
  key text primary key,
  kind text not null,
  parent_key text,
  amount numeric(14,2) not null,
  currency text not null,
  outcome text not null check (outcome in ('approved', 'declined', 'abandoned')),
  response_code integer not null,
  created_at timestamptz not null default now()
);
