create table stock_records (
  store_id bigint not null,
  id bigint generated always as identity,
  variant_id bigint not null,
  location_id bigint not null,
  num_in_stock integer not null default 0,
  num_allocated integer not null default 0 check (num_allocated >= 0),
  low_stock_threshold integer check (low_stock_threshold >= 0),
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, variant_id, location_id),
  foreign key (store_id, variant_id) references variants (store_id, id),
  foreign key (store_id, location_id) references locations (store_id, id)
) with (fillfactor = 80);

-- Every movement of stock by the shop, written in the statement that moves the counters.
create table stock_movements (
  store_id bigint not null,
  id bigint generated always as identity,
  stock_record_id bigint not null,
  in_stock_change integer not null,
  allocated_change integer not null,
  cause text not null check (cause in ('allocate', 'release', 'ship', 'return', 'void', 'count', 'move')),
  reference text not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, stock_record_id) references stock_records (store_id, id)
);

create index stock_movements_by_record on stock_movements (store_id, stock_record_id, id);
