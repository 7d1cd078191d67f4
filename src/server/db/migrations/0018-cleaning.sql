-- What nobody names goes after a while (src/server/editions/cleaning). All names are SHA-256, so whoever names something is found by
-- the hashes that stand in what they say; a hash of something else keeps a little too much, never too little.
create function hashes_in(said text) returns text[] language sql immutable strict parallel safe
  return (select coalesce(array_agg(distinct found[1]), '{}') from regexp_matches(said, '\m[0-9a-f]{64}\M', 'g') as found);

alter table edition_version add column names text[] not null generated always as (hashes_in(changes::text)) stored;
create index edition_version_names on edition_version using gin (names);
alter table row_part
  add column names text[] not null generated always as (hashes_in(rows::text)) stored, -- files in cells
  add column made_at timestamptz not null default now();                              -- or last asked for anew
create index row_part_names on row_part using gin (names);
create index row_set_parts on row_set using gin (parts);

alter table file add column brought_at timestamptz not null default now(); -- when somebody last brought this content
-- Files without a row whose bytes go a day later: a copy of the database is copied before the files are, and needs them.
-- Whoever brings such a file again takes it out of here first.
create table file_leaving (filepath text primary key, since timestamptz not null);

create function is_file_named(path text, hash text) returns boolean language sql stable
  return exists (select from file_use where filepath = path)
    or exists (select from file_text where filepath = path)
    or exists (select from register_import where filepath = path)
    or exists (select from edition_version where names @> array[hash])
    or exists (select from row_part where names @> array[hash])
    or exists (select from preview where position(hash in changes::text) > 0);
create function is_row_set_named(hash text) returns boolean language sql stable
  return exists (select from register_import where row_set_hash = hash) or exists (select from edition_version where names @> array[hash]);
create function is_row_part_named(hash text) returns boolean language sql stable
  return exists (select from row_set where parts @> array[hash]);

-- Whoever names something holds it until it is seen that they do, and rows that are named are there.
create function hold_files() returns trigger language plpgsql as $$
begin
  perform from file where sha256 = any(new.names) for key share;
  return null;
end $$;
create trigger row_part_holds after insert on row_part for each row execute function hold_files();
create trigger edition_version_holds_files after insert on edition_version for each row execute function hold_files();

create function hold_used_file() returns trigger language plpgsql as $$
begin
  perform from file where filepath = new.filepath for key share;
  return null;
end $$;
create trigger file_use_holds after insert on file_use for each row execute function hold_used_file();

create function hold_row_sets() returns trigger language plpgsql as $$
begin
  perform from row_set where row_set_hash = any(new.names) for key share;
  if exists (select from jsonb_path_query(new.changes, '$[*].rowSet.hash') as named (hash) where not exists (select from row_set where row_set_hash = named.hash #>> '{}')) then
    raise foreign_key_violation using message = 'an edition names rows that are not kept';
  end if;
  return null;
end $$;
create trigger edition_version_holds_row_sets after insert on edition_version for each row execute function hold_row_sets();

create function hold_row_parts() returns trigger language plpgsql as $$
begin
  perform from row_part where part_hash = any(new.parts) for key share;
  if exists (select from unnest(new.parts) as named (hash) where not exists (select from row_part where part_hash = named.hash)) then
    raise foreign_key_violation using message = 'a set names rows that are not kept';
  end if;
  return null;
end $$;
create trigger row_set_holds after insert on row_set for each row execute function hold_row_parts();

-- What is named stays, whatever a program does.
create function refuse_named() returns trigger language plpgsql as $$
declare
  named boolean;
begin
  if tg_table_name = 'file' then
    named := is_file_named(old.filepath, old.sha256);
  elsif tg_table_name = 'row_set' then
    named := is_row_set_named(old.row_set_hash);
  else
    named := is_row_part_named(old.part_hash);
  end if;
  if named then
    raise foreign_key_violation using message = format('rows of %s that something names stay', tg_table_name);
  end if;
  return old;
end $$;
create trigger file_named_stays before delete on file for each row execute function refuse_named();
create trigger row_set_named_stays before delete on row_set for each row execute function refuse_named();
create trigger row_part_named_stays before delete on row_part for each row execute function refuse_named();

drop trigger row_part_only_added on row_part;
drop trigger row_set_only_added on row_set;
create trigger row_part_only_added before update of part_hash, rows or truncate on row_part for each statement execute function refuse_change();
create trigger row_set_only_added before update of row_set_hash, register, parts, counts or truncate on row_set for each statement execute function refuse_change();
