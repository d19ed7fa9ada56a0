-- The order list filters by these as well.
create index orders_by_currency on orders (store_id, currency, number desc);
create index orders_by_source on orders (store_id, source, number desc);
