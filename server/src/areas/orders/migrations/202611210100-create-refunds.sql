create table refunds (
  store_id bigint not null,
  id bigint generated always as identity,
  order_number bigint not null,
  user_id bigint,
  note text not null default '',
  total_refund_amount numeric(14,2) not null,
  total_return_excl_tax numeric(14,2) not null,
  total_return_incl_tax numeric(14,2) not null,
  report_values jsonb not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_number) references orders (store_id, number),
  foreign key (store_id, user_id) references customers (store_id, id)
);

create index refunds_by_order on refunds (store_id, order_number, id);

create table refund_lines (
  store_id bigint not null,
  id bigint generated always as identity,
  refund_id bigint not null,
  order_line_id bigint not null,
  quantity integer not null check (quantity > 0),
  restock_type text not null check (restock_type in ('cancel', 'no_restock', 'return')),
  location_id bigint,
  amount_excl_tax numeric(14,2) not null,
  amount_incl_tax numeric(14,2) not null,
  report_values jsonb not null,
  primary key (store_id, id),
  foreign key (store_id, refund_id) references refunds (store_id, id),
  foreign key (store_id, order_line_id) references order_lines (store_id, id),
  foreign key (store_id, location_id) references locations (store_id, id)
);

create index refund_lines_by_refund on refund_lines (store_id, refund_id, id);

create table refund_adjustments (
  store_id bigint not null,
  id bigint generated always as identity,
  refund_id bigint not null,
  type text not null check (type in ('refund_shipping', 'refund_discrepancy')),
  amount_excl_tax numeric(14,2) not null,
  amount_incl_tax numeric(14,2) not null,
  report_values jsonb not null,
  primary key (store_id, id),
  foreign key (store_id, refund_id) references refunds (store_id, id)
);

create index refund_adjustments_by_refund on refund_adjustments (store_id, refund_id, id);

alter table transactions add foreign key (store_id, refund_id) references refunds (store_id, id);
