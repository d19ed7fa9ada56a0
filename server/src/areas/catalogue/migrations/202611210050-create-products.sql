-- Products and variants draw from one sequence: an id names one or the other, never both.
create sequence catalogue_ids;

create table categories (
  store_id bigint not null references stores (id),
  id bigint generated always as identity,
  parent_id bigint,
  name text not null,
  slug text not null,
  description text not null default '',
  external_tax_code text not null default '',
  image text,
  is_public boolean not null default true,
  meta_title text,
  meta_description text,
  template text not null default '',
  primary key (store_id, id),
  unique (store_id, slug),
  foreign key (store_id, parent_id) references categories (store_id, id)
);

create table products (
  store_id bigint not null references stores (id),
  id bigint not null default nextval('catalogue_ids'),
  title text not null,
  slug text not null,
  structure text not null default 'standalone' check (structure in ('standalone', 'parent')),
  description text not null default '',
  is_public boolean not null default true,
  is_discountable boolean not null default true,
  is_gift_card boolean not null default false,
  charge_tax boolean not null default true,
  ranking integer not null default 0,
  enable_subscription boolean not null default false,
  interval text check (interval in ('day', 'week', 'month', 'year')),
  interval_counts integer[] not null default '{}',
  external_tax_code text,
  meta_title text,
  meta_description text,
  template text,
  metadata jsonb,
  tags text[] not null default '{}',
  variant_attributes jsonb not null default '[]',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  deleted_at timestamptz,
  version bigint not null default 1,
  primary key (store_id, id)
);

comment on column products.variant_attributes is 'Array of {code, name, values}.';

create unique index products_by_slug on products (store_id, slug) where deleted_at is null;

create table product_categories (
  store_id bigint not null,
  product_id bigint not null,
  category_id bigint not null,
  primary key (store_id, product_id, category_id),
  foreign key (store_id, product_id) references products (store_id, id),
  foreign key (store_id, category_id) references categories (store_id, id)
);

create index product_categories_by_category on product_categories (store_id, category_id, product_id);

create table product_images (
  store_id bigint not null,
  id bigint generated always as identity,
  product_id bigint not null,
  path text not null,
  file_name text not null default '',
  caption text not null default '',
  display_order integer not null default 0 check (display_order >= 0),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, product_id) references products (store_id, id)
);

comment on column product_images.path is 'Absolute http(s) URL, or the path below /files/ of a stored one.';

create index product_images_by_product on product_images (store_id, product_id, display_order, id);

create table variants (
  store_id bigint not null,
  id bigint not null default nextval('catalogue_ids'),
  product_id bigint not null,
  title text not null,
  sku text check (sku <> ''),
  upc text,
  track_stock boolean not null default false,
  allow_backorders boolean not null default false,
  requires_shipping boolean not null default true,
  unit_cost numeric(12,2) check (unit_cost >= 0),
  image_id bigint,
  metadata jsonb,
  attribute_values jsonb not null default '[]',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, product_id) references products (store_id, id),
  foreign key (store_id, image_id) references product_images (store_id, id)
);

comment on column variants.attribute_values is 'Array of {code, name, value}.';

create index variants_by_product on variants (store_id, product_id, id);
create unique index variants_by_sku on variants (store_id, sku) where sku is not null and deleted_at is null;

create table variant_prices (
  store_id bigint not null,
  variant_id bigint not null,
  currency text not null,
  price numeric(12,2) not null check (price >= 0),
  retail numeric(12,2) check (retail >= 0),
  subscription numeric(12,2) check (subscription >= 0),
  subscription_suggested_downsell numeric(12,2) check (subscription_suggested_downsell >= 0),
  primary key (store_id, variant_id, currency),
  foreign key (store_id, variant_id) references variants (store_id, id)
);
