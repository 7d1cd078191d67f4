-- What one person does to accounts and rights waits for a second person, and an approval ends with the account that gave it.
alter table edition_step drop constraint edition_step_act_check,
  add constraint edition_step_act_check check (act in ('created', 'saved', 'submitted', 'approved', 'returned', 'published', 'scheduled', 'unscheduled', 'discarded', 'emergency', 'reviewed-after', 'failed', 'approval-ended'));

-- A secret that this session was offered for an authenticator app: none that a client names is taken.
alter table staff_session add column totp_offered text not null default '';

-- Roles and links that an administrator asks for and that take effect when a second person agrees.
create table staff_request (
  request_id bigint generated always as identity primary key,
  staff_id bigint not null references staff (staff_id), -- whose role or link it is
  kind text not null check (kind in ('grants', 'link')),
  grants jsonb not null default '[]',         -- of kind grants: those that are added
  asked_by bigint not null references staff (staff_id),
  asked_at timestamptz not null,
  effective_at timestamptz,                   -- nobody else could agree: from then on without a second person
  ends_at timestamptz not null,               -- undecided until then: it has expired
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'withdrawn', 'expired')),
  decided_by bigint references staff (staff_id), -- NULL: undecided, or the clock
  decided_at timestamptz,
  note text not null default '',
  check (decided_by is distinct from asked_by or state = 'withdrawn' or effective_at is not null),
  check (state <> 'done' or decided_by is distinct from staff_id),
  check ((state = 'open') = (decided_at is null))
);
create unique index staff_request_open on staff_request (staff_id, kind) where state = 'open';

-- A site that has published something has been opened.
insert into kept (name, value) select 'site.opened', '{}' where exists (select from publication) on conflict do nothing;
