-- People who work in the console. They share no table, no kind of key and no cookie with customers.
create table staff (
  staff_id bigint generated always as identity primary key,
  account text not null unique,               -- lower case; what is typed at the sign-in
  name text not null,                         -- as publications and records name the person
  state text not null default 'active' check (state in ('active', 'suspended')),
  password text not null default '',          -- scrypt with its parameters; '' before the first one is set by a link
  must_change boolean not null default true,  -- the password was given by somebody else
  totp_secret text not null default '',       -- base32; '' no second factor
  totp_step bigint not null default 0,        -- of the newest code that was taken: none is taken twice
  created_at timestamptz not null,
  signed_in_at timestamptz
);

-- A role, given for a channel and all below it; '' for the whole site.
create table staff_grant (
  staff_id bigint not null references staff (staff_id),
  role text not null check (role in ('editor', 'reviewer', 'publisher', 'channel-admin', 'system-admin', 'auditor')),
  channel_id text not null default '',
  granted_at timestamptz not null,
  primary key (staff_id, role, channel_id)
);

create table staff_session (
  session_hash text primary key,              -- SHA-256: a copy of the store opens no session
  staff_id bigint not null references staff (staff_id),
  address text not null,
  began_at timestamptz not null,
  seen_at timestamptz not null
);
create index staff_session_of on staff_session (staff_id);

-- Links by which a person sets the first or another password; each is used once.
create table staff_link (
  link_hash text primary key,
  staff_id bigint not null references staff (staff_id),
  ends_at timestamptz not null
);

-- Sign-ins that failed or are being tried, for the lock-out; those that are old are removed.
create table staff_failure (
  failure_id bigint generated always as identity primary key,
  account text not null,                      -- as typed, folded; there may be no such person
  address text not null,
  at timestamptz not null
);
create index staff_failure_account on staff_failure (account, at);
create index staff_failure_address on staff_failure (address, at);

-- Who did or tried what in the console. Only ever added to.
create table audit (
  no bigint generated always as identity primary key,
  at timestamptz not null,
  staff_id bigint references staff (staff_id),
  account text not null,                      -- as it was then; of nobody known what was typed, where it could be an account
  act text not null,
  subject text not null default '',           -- 'staff:3', 'article:12', 'channel:0001…'
  outcome text not null check (outcome in ('done', 'refused')),
  facts jsonb not null default '{}',
  address text not null default ''
);
create index audit_at on audit (at desc, no desc);
create index audit_subject on audit (subject, no desc);
create index audit_staff on audit (staff_id, no desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;
-- a trigger, because rights do not bind the owner of a table, as whom a server may have to run
create trigger audit_only_added before update or delete or truncate on audit for each statement execute function refuse_change();
