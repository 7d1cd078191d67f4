-- Which rows that stand apart a publication left public of a register: nobody has to go through all of them to know. It is
-- known as long as the set is kept.
create table public_row_set (
  register text not null,
  no bigint not null references publication (no),
  row_set_hash text not null references row_set on delete cascade,
  definition_hash text not null,              -- of the definition that its rows were checked against, '' for none
  primary key (register, no)
);
create index public_row_set_of on public_row_set (row_set_hash);
create trigger public_row_set_only_added before update or truncate on public_row_set for each statement execute function refuse_change();
