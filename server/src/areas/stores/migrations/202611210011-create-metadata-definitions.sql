-- What the keys of an object's metadata must look like.
create table metadata_definitions (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  object text not null check (object in ('attribution', 'customer', 'dispute', 'line', 'order', 'product', 'variant', 'blog', 'page')),
  key text not null,
  name text not null,
  type text not null check (type in ('text', 'integer', 'decimal', 'rich_text', 'multi_text', 'file', 'boolean')),
  enable_export boolean not null default false,
  enable_filter boolean not null default false,
  validations jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, object, key)
);
