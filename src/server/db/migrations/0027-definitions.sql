-- The key that a row of a register had before a new definition rewrote it: the row goes on under another key or other
-- spellings of its values, and says nothing else than it did.
alter table register_row add column former_key text;

-- an old permalink leads to its row by the key that it names
create index register_former_key on register_row (register, former_key) where former_key is not null;

create trigger register_row_former_stays before update of former_key on register_row for each statement execute function refuse_change();

-- What a file is checked against besides the public definition: choices and columns that were added from its report;
-- and a hash of all of it, by which an import that was begun under another definition is known.
alter table register_import add column amendment jsonb;
alter table register_import add column definition_hash text not null default '';
