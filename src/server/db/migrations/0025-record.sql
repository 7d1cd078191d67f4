-- What the chain of hashes covers beside publications: audit lines, the steps and versions of editions, and roles.

-- Roles are dated: who held which, from when until when, stays on record.
alter table staff_grant drop constraint staff_grant_pkey;
alter table staff_grant
  add column grant_id bigint generated always as identity primary key,
  add column ended_at timestamptz;            -- NULL: held
create unique index staff_grant_held on staff_grant (staff_id, role, channel_id) where ended_at is null;

create function only_ends_a_grant() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null or (to_jsonb(new) - 'ended_at') <> (to_jsonb(old) - 'ended_at') then
    raise exception 'a row of % is only ever ended, once', tg_table_name;
  end if;
  return new;
end $$;
create trigger staff_grant_only_ended before update on staff_grant for each row execute function only_ends_a_grant();
create trigger staff_grant_only_added before delete or truncate on staff_grant for each statement execute function refuse_change();

-- One seal covers what was added to audit, edition_step and staff_grant after the seal before it, and the newest
-- publication; each has the hash of the one before.
create table record_seal (
  no bigint primary key,                      -- 1, 2, 3 … without gaps, given under a lock
  at timestamptz not null,
  publication_no bigint references publication (no), -- the newest then; NULL: none
  publication_hash text not null,             -- '' for none
  audit_to bigint not null,                   -- the last that is covered
  step_to bigint not null,
  grant_to bigint not null,
  ended_grants jsonb not null,                -- ids of the roles that ended
  content_hash text not null,
  previous_hash text not null,                -- '' for the first
  hash text not null                          -- SHA-256 over all of the above
);
create trigger record_seal_only_added before update or delete or truncate on record_seal for each statement execute function refuse_change();

-- Whoever seals waits for transactions that are adding lines, so that none with a lower number is committed afterwards.
-- The number is LOCKS.record of src/server/db/locks.ts.
create function hold_off_seals() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(20260008);
  return null;
end $$;
create trigger audit_holds_off_seals before insert on audit for each statement execute function hold_off_seals();
create trigger edition_step_holds_off_seals before insert on edition_step for each statement execute function hold_off_seals();
create trigger staff_grant_holds_off_seals before insert or update on staff_grant for each statement execute function hold_off_seals();
