alter table payment_intents
  add column save_card boolean not null default false,
  add column next_check_at timestamptz not null default now() + interval '2 minutes';

comment on column payment_intents.next_check_at is 'When the reconciler may next ask what became of it; moving this on is how it claims an intent.';

create unique index payment_intents_by_transaction on payment_intents (store_id, transaction_id);

-- Money rows are facts: what was moved never changes, and an outcome, once known, stays. A correction is a new row.
create function refuse_to_rewrite_transaction() returns trigger
language plpgsql as $$
begin
  raise exception 'Transaction % is a fact and cannot be rewritten.', old.id using errcode = 'check_violation';
end $$;

create trigger transactions_keep_their_facts before update on transactions for each row
when (
  (old.status <> '' and new.status <> old.status)
  or new.type <> old.type or new.amount <> old.amount or new.currency <> old.currency
  or new.parent_id is distinct from old.parent_id
)
execute function refuse_to_rewrite_transaction();
