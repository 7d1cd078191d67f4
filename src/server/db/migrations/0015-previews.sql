-- What editors are looking at and have not saved. A crash may lose it: the console sends it again.
create unlogged table preview (
  preview_id uuid primary key,
  staff_id bigint not null references staff (staff_id),
  changes jsonb not null,
  at timestamptz not null
);
create index preview_of on preview (staff_id, at);
