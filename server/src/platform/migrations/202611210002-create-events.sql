-- What happened: audit trail, timeline, webhook source and undo are this one row.
create table events (
  store_id bigint not null,
  id bigint generated always as identity,
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  object_type text not null,
  object_id bigint not null,
  object_version bigint,
  actor jsonb not null,
  request_id text,
  changes jsonb not null default '{}',
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (store_id, id, created_at)
) partition by range (created_at);

create index events_by_object on events (store_id, object_type, object_id, id desc);

create table events_default partition of events default;

-- One partition a month; called at start and daily, so the months ahead are always there.
create function create_event_partitions(months_ahead integer default 3) returns void
language plpgsql as $$
declare
  month timestamptz;
begin
  for ahead in 0..months_ahead loop
    month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => ahead);
    if to_regclass('events_' || to_char(month at time zone 'UTC', 'YYYYMM')) is null then
      execute format(
        'create table %I partition of events for values from (%L) to (%L)',
        'events_' || to_char(month at time zone 'UTC', 'YYYYMM'), month, month + interval '1 month');
    end if;
  end loop;
end $$;
