-- What the public reads is dated (PB1): public_from is the moment of the act that opened the row, public_to of the
-- act that closed it, null while it is public. Rows are never deleted; of an open row only public_to, closed_in,
-- closed_reason and closed_successor are ever written.

create table publication (
  no bigint primary key,                 -- 1, 2, 3 … without gaps, given under a lock
  at timestamptz not null,
  written_by text not null,
  approved_by text not null,
  title text not null,
  content_hash text not null,            -- SHA-256 (hex) of the canonical JSON of the changes
  previous_hash text not null,           -- hash of entry no - 1; '' for the first
  hash text not null                     -- SHA-256 over all of the above
);

create table channel (
  row_id bigint generated always as identity primary key,
  channel_id text not null,
  parent_id text not null,               -- '' for a root
  class_order integer not null,
  url text not null,                     -- no leading slash; http(s) for an external address
  name text not null,
  type smallint not null check (type in (1, 2)),
  same_as text,                          -- channel_id whose content this one shows
  department text not null default '',
  content_kind text not null default 'empty' check (content_kind in ('list', 'html', 'htmlFile', 'downList', 'empty')),
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz,
  closed_reason text,
  closed_successor text
);
create unique index channel_now on channel (channel_id) where public_to is null;
create unique index channel_url_now on channel (url) where public_to is null and url !~ '^https?:' and same_as is null;
create index channel_history on channel (channel_id, public_from);
create index channel_url_history on channel (url, public_from);

create sequence article_id_seq;
create table article (
  row_id bigint generated always as identity primary key,
  article_id bigint not null,
  channel_id text not null,
  title text not null,
  summary text not null default '',
  content text not null default '',      -- sanitised HTML
  source text not null default '',
  content_time timestamptz not null,
  top_flag smallint not null default 0 check (top_flag in (0, 1)),
  image text not null default '',        -- filepath
  risk_level text,                       -- product code 9999, 0000 … 0004; null: everybody may read
  attachments jsonb not null default '[]', -- [{filename, filepath}]
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz,
  closed_reason text,
  closed_successor text
);
create unique index article_now on article (article_id) where public_to is null;
create index article_list_now on article (channel_id, top_flag desc, content_time desc, article_id desc) where public_to is null;
create index article_history on article (article_id, public_from);
create index article_channel_history on article (channel_id, public_from);

create table file (
  filepath text primary key,             -- yyyy/mm/hash.ext below DATA_DIR/files
  sha256 text not null,
  size bigint not null,                  -- bytes
  media_type text not null,
  stored_at timestamptz not null
);

-- which public thing shows a file: a file with an open row is public, one with only closed rows is withdrawn (410)
create table file_use (
  row_id bigint generated always as identity primary key,
  filepath text not null,
  used_by text not null,                 -- 'article:12', 'setting:brand', 'register:ib-staff'
  filename text not null,                -- the name a visitor saves it under
  risk_level text,
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz
);
create index file_use_now on file_use (filepath) where public_to is null;
create index file_use_of on file_use (used_by) where public_to is null;
create index file_use_history on file_use (filepath, public_from);

create table register_row (
  row_id bigint generated always as identity primary key,
  register text not null,
  key text not null,                     -- the key fields' values joined by U+001F
  data jsonb not null,
  search jsonb not null,                 -- fuzzy filter name → normalised text of its fields
  sort_no bigint not null,               -- place in the register's default order at import
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz
);
create unique index register_row_now on register_row (register, key) where public_to is null;
create index register_order_now on register_row (register, sort_no) where public_to is null;
create index register_history on register_row (register, public_from);

-- one open row a register: what its page states about the whole (RG4)
create table register_state (
  row_id bigint generated always as identity primary key,
  register text not null,
  data_date date not null,
  department text not null,
  row_count integer not null,
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz
);
create unique index register_state_now on register_state (register) where public_to is null;
create index register_state_history on register_state (register, public_from);

-- published editions of page schemas, register definitions and settings: they win over the file of the same name
create table page (
  row_id bigint generated always as identity primary key,
  page text not null,
  document jsonb not null,
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz
);
create unique index page_now on page (page) where public_to is null;
create index page_history on page (page, public_from);

create table setting (
  row_id bigint generated always as identity primary key,
  name text not null,                    -- 'brand', 'webparam.sys.skin_zq', …
  value jsonb not null,
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz
);
create unique index setting_now on setting (name) where public_to is null;
create index setting_history on setting (name, public_from);

-- what a server keeps for itself, never public: instance mark, wire key, progress of the demonstration fill
create table kept (name text primary key, value text not null);
