-- When each worker last said that it lives: jobs that are locked by any other are given back.
create table worker_leases (
  worker_id text primary key,
  beat_at timestamptz not null default now()
);
