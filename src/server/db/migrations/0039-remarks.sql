-- Remarks at places of editions, with what was answered and whether they are settled (RM1 to RM8). A line for each act, to which
-- lines are only ever added: the state of a remark is what its acts leave.
create table edition_remark (
  row_id bigint generated always as identity primary key,
  edition_id bigint not null references edition (edition_id),
  remark_no integer not null,                 -- within the edition, from 1
  act text not null check (act in ('made', 'answered', 'settled', 'reopened', 'withdrawn')),
  version integer not null,                   -- newest version of the edition at that moment
  staff_id bigint not null references staff (staff_id),
  at timestamptz not null,
  text text not null,
  -- of 'made' alone; '' in the other lines
  subject text not null default '',           -- 'article:12', 'rows:ib-staff'; '': the edition as a whole
  row_key text not null default '',           -- of a row of a register, as the comparison names it
  pointer text not null default '',           -- RFC 6901, in the change or in the row
  is_line boolean not null default false,     -- a paragraph of the text at the pointer
  quote text not null default '',             -- the beginning of what stood there
  cell jsonb,                                 -- of a row: its key fields, and the cell; a removal finds it by these (RE3)
  place_hash text not null default ''         -- SHA-256 of all that stood there; '': nothing
);
create unique index edition_remark_made on edition_remark (edition_id, remark_no) where act = 'made';
create index edition_remark_of on edition_remark (edition_id, remark_no, row_id);
create index edition_remark_at on edition_remark (at);
create trigger edition_remark_only_added before update or delete or truncate on edition_remark for each statement execute function refuse_change();
