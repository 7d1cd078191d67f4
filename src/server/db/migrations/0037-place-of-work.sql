-- Filters of the list of work that a person has given a name.
create table work_view (
  view_id bigint generated always as identity primary key,
  staff_id bigint not null references staff (staff_id),
  name text not null,
  filters jsonb not null,                     -- conditions by their names in the address
  unique (staff_id, name)
);

-- The list of work has the newest change first, and says which edition waits for what is public.
create index article_changed_now on article (public_from) where public_to is null;
create index edition_open_subjects on edition using gin (base) where state not in ('published', 'discarded');

-- Notices to staff about work that waits and what became of theirs, in the console, by mail and by webhook.

create table staff_notice (
  notice_id bigint generated always as identity primary key,
  staff_id bigint not null references staff (staff_id),
  at timestamptz not null,
  event text not null,                        -- as rules/editions/notices.ts names it
  subject text not null,                      -- 'step:12', 'due:0001:2026-11-20': one of each for a person
  edition_id bigint references edition (edition_id), -- NULL: it is about a channel
  channel_id text not null default '',
  actor_id bigint references staff (staff_id), -- NULL: the program
  mail_at timestamptz,                        -- NULL: no mail, or it was written
  read_at timestamptz,
  unique (staff_id, event, subject)
);
create index staff_notice_newest on staff_notice (staff_id, notice_id desc);
create index staff_notice_mail on staff_notice (mail_at) where mail_at is not null;
create index staff_notice_edition on staff_notice (edition_id);

-- How a person wants mails about notices; without a row none are sent.
create table staff_notice_choice (
  staff_id bigint primary key references staff (staff_id),
  address text not null default '',
  mails text not null check (mails in ('at-once', 'daily', 'none')),
  quiet_from integer not null check (quiet_from between 0 and 23),
  quiet_until integer not null check (quiet_until between 0 and 23)
);

-- What a webhook is sent, and the log of its tries.
create table webhook_delivery (
  delivery_id bigint generated always as identity primary key,
  subject text not null unique,               -- 'step:12:to-review': one of each
  body jsonb not null,
  made_at timestamptz not null,
  tries integer not null default 0,
  next_at timestamptz,                        -- NULL: taken, or given up
  taken_at timestamptz,
  last_try_at timestamptz,
  last_status integer,                        -- status of HTTP; NULL: no answer
  last_problem text not null default ''       -- why it was not taken
);
create index webhook_delivery_due on webhook_delivery (next_at) where next_at is not null;
