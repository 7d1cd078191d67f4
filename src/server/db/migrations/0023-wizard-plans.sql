-- What the wizard of new channels was told, beside the edition that it made: a returned one is taken up where it was.
create table wizard_plan (
  edition_id bigint primary key references edition (edition_id),
  version integer not null, -- of the edition that was made of it; a newer one was changed elsewhere
  plan jsonb not null
);

-- the table from which it was made is needed again
create or replace function is_file_named(path text, hash text) returns boolean language sql stable set enable_seqscan = off
  return exists (select from file_use where filepath = path)
    or exists (select from file_text where filepath = path)
    or exists (select from register_import where filepath = path)
    or exists (select from edition_version where names @> array[hash])
    or exists (select from row_part where names @> array[hash])
    or exists (select from preview where position(hash in changes::text) > 0)
    or exists (select from wizard_plan where position(hash in plan::text) > 0);
