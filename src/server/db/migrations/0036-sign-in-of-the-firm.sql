-- People who sign in by the firm's own identity provider (OIDC).

-- Which person of a provider an account is. One of a provider is one account, for ever, and one account is one of them.
create table staff_identity (
  staff_id bigint primary key references staff (staff_id),
  issuer text not null,
  subject text not null,                      -- the claim sub
  bound_at timestamptz not null,
  bound_by bigint references staff (staff_id), -- NULL: the account was made by the first sign-in
  unique (issuer, subject)
);
create trigger staff_identity_only_added before update or delete or truncate on staff_identity for each statement execute function refuse_change();

-- Accounts that are another account's human: both count as one where two persons are needed.
create table staff_double (
  staff_id bigint primary key references staff (staff_id),
  double_of bigint not null references staff (staff_id),
  declared_at timestamptz not null,
  declared_by bigint not null references staff (staff_id),
  check (double_of <> staff_id)
);
create index staff_double_of on staff_double (double_of);
create trigger staff_double_only_added before update or delete or truncate on staff_double for each statement execute function refuse_change();

-- Which role a group of the provider brings, and where.
create table group_rule (
  rule_id bigint generated always as identity primary key,
  group_name text not null,
  role text not null check (role in ('editor', 'reviewer', 'publisher', 'channel-admin', 'system-admin', 'auditor')),
  channel_id text not null default '',        -- '' for the whole site
  begun_at timestamptz not null,
  begun_by bigint not null references staff (staff_id), -- who proposed it
  ended_at timestamptz,                       -- NULL: in force
  ended_by bigint references staff (staff_id)
);
create unique index group_rule_now on group_rule (group_name, role, channel_id) where ended_at is null;
create function only_ends_a_rule() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null or (to_jsonb(new) - 'ended_at' - 'ended_by') <> (to_jsonb(old) - 'ended_at' - 'ended_by') then
    raise exception 'a row of % is only ever ended, once', tg_table_name;
  end if;
  return new;
end $$;
create trigger group_rule_only_ended before update on group_rule for each row execute function only_ends_a_rule();
create trigger group_rule_only_added before delete or truncate on group_rule for each statement execute function refuse_change();

-- A role that groups bring ends with them; one that an administrator gave does not.
alter table staff_grant add column by_group boolean not null default false;

-- Requests for a rule, which concern no person, and for what binds an account to a person of the provider.
alter table staff_request alter column staff_id drop not null;
alter table staff_request add column details jsonb not null default '{}'; -- group of a rule; issuer and subject of a person
alter table staff_request drop constraint staff_request_kind_check,
  add constraint staff_request_kind_check check (kind in ('grants', 'link', 'rule', 'identity'));
alter table staff_request drop constraint staff_request_check1,
  add constraint staff_request_check1 check (state <> 'done' or staff_id is null or decided_by is distinct from staff_id);
alter table staff_request add constraint staff_request_of check ((kind = 'rule') = (staff_id is null));

-- A session that the provider vouches for, with what it is asked by again.
create table provider_session (
  session_hash text primary key references staff_session (session_hash) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text not null default '',               -- the provider's own session
  tokens text not null,                       -- sealed by the client's secret, which is not in the store
  checked_at timestamptz not null,            -- when the provider vouched last
  tried_at timestamptz,                       -- when a server began to ask again
  has_second_factor boolean not null,         -- the provider asked for one
  needs_code boolean not null                 -- a code of our own authenticator is asked for first
);
create index provider_session_of on provider_session (issuer, subject);

-- What counts once: answers to sign-ins, and logout tokens.
create table provider_used (
  used text primary key,                      -- SHA-256
  ends_at timestamptz not null
);
