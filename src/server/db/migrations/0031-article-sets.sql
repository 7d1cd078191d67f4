-- Articles of an import stand apart from their edition: each known by the hash of what it says, and a set by the hashes of
-- its articles in order. So the edition stays small, and its approval covers every article.
create table set_article (
  article_hash text primary key,              -- SHA-256 of the canonical JSON of what it says
  said json not null,                         -- the article as an edition has it, with the address that it had elsewhere
  characters integer not null,
  names text[] not null generated always as (hashes_in(said::text)) stored, -- its files
  made_at timestamptz not null                -- or last asked for anew
);
create index set_article_names on set_article using gin (names);
create table article_set (
  article_set_hash text primary key,          -- SHA-256 of the canonical JSON of the hashes of its articles
  articles text[] not null,                   -- in order
  channels jsonb not null,                    -- how many are for which channel, in the order in which these come
  characters bigint not null,                 -- of all articles
  made_at timestamptz not null
);
create index article_set_articles on article_set using gin (articles);
create trigger set_article_only_added before update of article_hash, said, characters or truncate on set_article for each statement execute function refuse_change();
create trigger article_set_only_added before update of article_set_hash, articles, channels, characters or truncate on article_set for each statement execute function refuse_change();

create function is_article_set_named(hash text) returns boolean language sql stable set enable_seqscan = off
  return exists (select from edition_version where names @> array[hash]);
create function is_set_article_named(hash text) returns boolean language sql stable set enable_seqscan = off
  return exists (select from article_set where articles @> array[hash]);
create or replace function is_file_named(path text, hash text) returns boolean language sql stable set enable_seqscan = off
  return exists (select from file_use where filepath = path)
    or exists (select from file_text where filepath = path)
    or exists (select from register_import where filepath = path)
    or exists (select from edition_version where names @> array[hash])
    or exists (select from row_part where names @> array[hash])
    or exists (select from set_article where names @> array[hash])
    or exists (select from preview where position(hash in changes::text) > 0)
    or exists (select from wizard_plan where position(hash in plan::text) > 0);

-- Whoever names something holds it until it is seen that they do (migration 0018).
create trigger set_article_holds after insert on set_article for each row execute function hold_files();
create function hold_set_articles() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform from set_article where article_hash = any(new.articles) for key share;
  if exists (select from unnest(new.articles) as named (hash) where not exists (select from set_article where article_hash = named.hash)) then
    raise foreign_key_violation using message = 'a set names articles that are not kept';
  end if;
  return null;
end $$;
create trigger article_set_holds after insert on article_set for each row execute function hold_set_articles();
create function hold_article_sets() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform from article_set where article_set_hash = any(new.names) for key share;
  if exists (
    select from jsonb_path_query(new.changes, '$[*].document.articleSet.hash') as named (hash)
    where not exists (select from article_set where article_set_hash = named.hash #>> '{}')) then
    raise foreign_key_violation using message = 'an edition names articles that are not kept';
  end if;
  return null;
end $$;
create trigger edition_version_holds_article_sets after insert on edition_version for each row execute function hold_article_sets();

create or replace function refuse_named() returns trigger language plpgsql as $$
declare
  named boolean;
begin
  case tg_table_name
    when 'file' then named := is_file_named(old.filepath, old.sha256);
    when 'row_set' then named := is_row_set_named(old.row_set_hash);
    when 'row_part' then named := is_row_part_named(old.part_hash);
    when 'article_set' then named := is_article_set_named(old.article_set_hash);
    when 'set_article' then named := is_set_article_named(old.article_hash);
  end case;
  if named then
    raise foreign_key_violation using message = format('rows of %s that something names stay', tg_table_name);
  end if;
  return old;
end $$;
create trigger article_set_named_stays before delete on article_set for each row execute function refuse_named();
create trigger set_article_named_stays before delete on set_article for each row execute function refuse_named();

-- Which set of articles was made public, and how many of it so far.
create table article_import (
  row_id bigint generated always as identity primary key,
  name text not null,
  document jsonb not null,
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz
);
create unique index article_import_now on article_import (name) where public_to is null;
create trigger article_import_only_added before delete or truncate on article_import for each statement execute function refuse_change();
create trigger article_import_stays before update of row_id, name, document, opened_in, public_from on article_import for each statement execute function refuse_change();
create trigger article_import_closed_once before update of closed_in, public_to on article_import for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();

-- An edition that is published in steps is 'publishing' from the first to the last of them.
alter table edition drop constraint edition_state_check,
  add constraint edition_state_check check (state in ('draft', 'in-review', 'approved', 'publishing', 'published', 'returned', 'discarded')),
  add constraint edition_publishing check (state <> 'publishing' or (approved_hash is not null and approved_hash = content_hash and approved_by is not null));
create index edition_publishing_now on edition (edition_id) where state = 'publishing';
alter table edition_step drop constraint edition_step_act_check,
  add constraint edition_step_act_check check (act in ('created', 'saved', 'submitted', 'approved', 'returned', 'published', 'scheduled', 'unscheduled', 'discarded', 'emergency', 'reviewed-after', 'failed', 'approval-ended', 'by-rule', 'held', 'part-published', 'halted', 'resumed'));

-- How far it is. Numbers are taken for all its articles before the first step, so that those of one step can lead to those of
-- another.
create table edition_progress (
  edition_id bigint primary key references edition (edition_id),
  content_hash text not null,                 -- of the version whose articles have these numbers
  article_ids bigint[] not null,              -- in the order of the set
  done integer not null default 0,            -- articles that are public
  halted text not null default ''             -- why the next step failed; '': it goes on by itself
);
-- Publications that an edition was made public by, but for the last one, which the edition names itself.
create table edition_publication (
  no bigint primary key references publication (no),
  edition_id bigint not null references edition (edition_id)
);
create index edition_publication_of on edition_publication (edition_id);
