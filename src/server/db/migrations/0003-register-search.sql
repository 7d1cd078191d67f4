-- What text and choice filters of a register look for: the one- and two-character pieces of the folded text and the
-- chosen values, each behind a short mark of register and filter. Derived, like search and sort_no: filled in by the
-- program, at the start and after each publication.
alter table register_row add column pieces text[] not null default '{}';
-- a publication gathers what it adds (kilobytes), and puts it in its place before it ends
create index register_pieces_now on register_row using gin (pieces) with (gin_pending_list_limit = 32768) where public_to is null;

-- since when a key has been public
create index register_key_past on register_row (register, key) where public_to is not null;

-- how the rows of a register were last derived
create table register_derived (
  register text primary key,
  form text not null,                    -- SHA-256 of the parts of the definition that the derived columns follow from
  common text[] not null                 -- pieces of more than 10,000 public rows, which need no counting
);
