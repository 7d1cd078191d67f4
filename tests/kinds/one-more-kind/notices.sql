create table notice (
  row_id bigint generated always as identity primary key,
  name text not null,
  said jsonb not null,
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz,
  closed_reason text,
  closed_successor text
);
create unique index notice_now on notice (name) where public_to is null;
