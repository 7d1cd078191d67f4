-- Mails that wait to be sent, whatever they are for; a mail that was sent leaves nothing.
create table mail_outbox (
  mail_id bigint generated always as identity primary key,
  purpose text not null,                      -- alert-confirm or alert
  recipient text not null,
  subject text not null,
  body text not null,
  end_address text not null default '',       -- where one click ends what the mail is part of (RFC 8058)
  made_at timestamptz not null default now(),
  tries integer not null default 0,
  next_at timestamptz not null default now()
);
create index mail_outbox_due on mail_outbox (next_at);

-- Who wants to be told by mail; nothing else is known of them.
create table alert_reader (
  reader_id bigint generated always as identity primary key,
  address text not null
);
create unique index alert_reader_address on alert_reader (lower(address));
create table alert_subscription (
  subscription_id bigint generated always as identity primary key,
  reader_id bigint not null references alert_reader on delete cascade,
  thing text not null,                        -- channel:ID, register:NAME or row:NAME:KEY
  frequency text not null check (frequency in ('at-once', 'daily')),
  asked_at timestamptz not null default now(),
  asks integer not null default 1,            -- mails that asked
  confirmed_at timestamptz,                   -- null: the mail that asks was not answered yet
  told_to bigint not null,                    -- the publication up to which it was told
  unique (reader_id, thing)
);

-- How often an address of a former site was asked for, so that those nobody uses any more can be dropped.
create table old_address_hit (
  address text primary key,                   -- path and query in the order of names, as the setting old.addresses has it
  count integer not null,
  last_on date not null                       -- Shanghai's
);
