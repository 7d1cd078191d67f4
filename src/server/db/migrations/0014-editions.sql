-- What editors are about to make public: a draft of one publication, and where it stands on its way.
create table edition (
  edition_id bigint generated always as identity primary key,
  title text not null,
  state text not null default 'draft' check (state in ('draft', 'in-review', 'approved', 'published', 'returned', 'discarded')),
  version integer not null default 1,         -- the newest; whoever saves says which one they began from
  content_hash text not null,                 -- SHA-256 of the canonical JSON of title and changes of that version
  approved_hash text,                         -- what was approved; NULL: nothing, or it was changed since
  approved_by bigint references staff (staff_id),
  publish_at timestamptz,                     -- of an approved edition: when it shall become public by itself
  published_in bigint references publication (no),
  review_due timestamptz,                     -- published in an emergency: until when a second person shall look at it
  reviewed_at timestamptz,
  channel_ids text[] not null,                -- channels concerned, '' for the whole site
  base jsonb not null,                        -- subject → mark of what was public of it when the edition was begun from it
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'published') = (published_in is not null)),
  -- four eyes, whatever a program does: what is approved is what was approved, and nothing else becomes public but in an emergency
  check (state <> 'approved' or (approved_hash is not null and approved_hash = content_hash and approved_by is not null)),
  check (state <> 'published' or review_due is not null or (approved_hash is not null and approved_hash = content_hash)),
  check (publish_at is null or state = 'approved')
);
create index edition_changed on edition (changed_at desc, edition_id desc);
create index edition_due on edition (publish_at) where publish_at is not null;
create index edition_unreviewed on edition (review_due) where review_due is not null and reviewed_at is null;
create index edition_channels on edition using gin (channel_ids);

-- What each version said. Only ever added to, so that any two can be compared.
create table edition_version (
  edition_id bigint not null references edition (edition_id),
  version integer not null,
  title text not null,
  changes jsonb not null,
  content_hash text not null,
  staff_id bigint not null references staff (staff_id),
  at timestamptz not null,
  primary key (edition_id, version)
);

-- Who did what to an edition, when. Only ever added to.
create table edition_step (
  step_id bigint generated always as identity primary key,
  edition_id bigint not null references edition (edition_id),
  at timestamptz not null,
  staff_id bigint references staff (staff_id), -- NULL: the clock
  act text not null check (act in ('created', 'saved', 'submitted', 'approved', 'returned', 'published', 'scheduled', 'unscheduled', 'discarded', 'emergency', 'reviewed-after', 'failed')),
  version integer not null,
  content_hash text not null,
  note text not null default ''
);
create index edition_step_of on edition_step (edition_id, step_id);
create index edition_step_by on edition_step (staff_id, edition_id);

create trigger edition_version_only_added before update or delete or truncate on edition_version for each statement execute function refuse_change();
create trigger edition_step_only_added before update or delete or truncate on edition_step for each statement execute function refuse_change();
