alter table idempotency_keys add column version bigint;

comment on column idempotency_keys.version is 'What the ETag of the answer says; null when it had none.';
