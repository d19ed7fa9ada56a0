-- What files of other shops have become, so that reading a file again changes nothing and its sums still add up.
create table import_references (
  store_id bigint not null references stores (id),
  kind text not null check (kind in ('product', 'customer', 'invoice', 'discount')),
  reference text not null,
  object_id bigint,
  first_row integer not null default 0,
  row_count integer not null default 0,
  fingerprint text not null default '',
  imported_rows integer not null default 0,
  imported_amount numeric not null default 0,
  left_out jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (store_id, kind, reference),
  check (imported_rows + jsonb_array_length(left_out) = row_count)
);

comment on column import_references.object_id is 'The product, the customer, the offer that stands for discounts, or the number of the order; null when nothing of its own came of it.';
comment on column import_references.left_out is 'Rows that were not imported: {at, reason}, counted from the first row of the reference.';
