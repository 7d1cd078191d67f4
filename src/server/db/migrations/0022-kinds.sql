-- What is changed of a register is two kinds of things, its definition and its rows, and editions spell all kinds alike:
-- {kind, id, document} or {kind, id, withdraw}. What versions say is not touched, because approvals are bound to its
-- hash; it is read by src/kinds/upgrade-change.ts.
update edition set base = (
  select coalesce(jsonb_object_agg(
    case
      when base_of.key like 'register:%' then 'rows:' || substr(base_of.key, 10)
      when base_of.key like 'page:%' and exists (
        select from edition_version, jsonb_array_elements(edition_version.changes) as change
        where edition_version.edition_id = edition.edition_id and edition_version.version = edition.version
          and change ->> 'kind' = 'page' and change ->> 'page' = substr(base_of.key, 6) and change -> 'document' ? 'register')
      then 'register:' || substr(base_of.key, 6)
      else base_of.key
    end, base_of.value), '{}')
  from jsonb_each(edition.base) as base_of)
where base <> '{}';

create or replace function hold_row_sets() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform from row_set where row_set_hash = any(new.names) for key share;
  if exists (
    select from jsonb_path_query(new.changes, '$[*].document.rowSet.hash') as named (hash)
    where not exists (select from row_set where row_set_hash = named.hash #>> '{}')) then
    raise foreign_key_violation using message = 'an edition names rows that are not kept';
  end if;
  return null;
end $$;
