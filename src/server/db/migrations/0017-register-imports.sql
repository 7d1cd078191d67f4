-- Rows of a register that an edition would make public, where they are too many to stand in each of its versions: in parts,
-- each known by the hash of what it says, so that a version that changes one row adds one part. Only ever added to.
create table row_part (
  part_hash text primary key,                 -- SHA-256 of the canonical JSON of its rows
  rows json not null
);
create table row_set (
  row_set_hash text primary key,              -- SHA-256 of the canonical JSON of register and part hashes
  register text not null,
  parts text[] not null,                      -- in order
  counts integer[] not null,                  -- rows of each
  made_at timestamptz not null
);
create trigger row_part_only_added before update or delete or truncate on row_part for each statement execute function refuse_change();
create trigger row_set_only_added before update or delete or truncate on row_set for each statement execute function refuse_change();

-- Files that editors have checked against a register, on their way to an edition.
create table register_import (
  import_id bigint generated always as identity primary key,
  register text not null,
  filepath text not null references file (filepath),
  filename text not null,
  staff_id bigint not null references staff (staff_id),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  rows_read integer not null default 0,
  report jsonb,                               -- ImportReport, with some of its errors
  problem text not null default '',           -- why it failed
  row_set_hash text references row_set,       -- where the rows can be published
  mark text not null default '',              -- what was public of the register when they were compared
  edition_id bigint references edition (edition_id),
  began_at timestamptz not null,
  changed_at timestamptz not null             -- told each second while it runs: one that falls silent has ended with its server
);
create index register_import_of on register_import (register, import_id desc);
