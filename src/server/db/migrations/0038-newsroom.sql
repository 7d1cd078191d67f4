-- A person who is away has a stand-in for days. Its rights are read at each use, from this row and from what the absent person holds.
create table substitution (
  substitution_id bigint generated always as identity primary key,
  absent_id bigint not null references staff (staff_id),
  substitute_id bigint not null references staff (staff_id),
  grants jsonb not null,                      -- which of the roles of the absent person
  begins_at timestamptz not null,             -- the first moment of the first day in Shanghai
  ends_at timestamptz not null,               -- the first moment after the last day
  is_confirmed boolean not null,              -- roles that need a second administrator have had one
  named_at timestamptz not null,
  named_by bigint not null references staff (staff_id),
  ended_at timestamptz,                       -- NULL: nobody has ended it, nor a server since its last day
  ended_by bigint references staff (staff_id), -- NULL: the clock
  check (absent_id <> substitute_id),
  check (begins_at < ends_at)
);
create index substitution_by on substitution (substitute_id) where ended_at is null;
create trigger substitution_only_ended before update on substitution for each row execute function only_ends_a_rule();
create trigger substitution_only_added before delete or truncate on substitution for each statement execute function refuse_change();

-- In whose place somebody took a step of an edition.
alter table edition_step add column instead_of bigint[] not null default '{}';

-- A stand-in with roles that need a second administrator is a request of its own.
alter table staff_request drop constraint staff_request_kind_check,
  add constraint staff_request_kind_check check (kind in ('grants', 'link', 'rule', 'identity', 'substitution'));

-- Days on which an article leaves the top, the home page or the public, as its edition was approved with them.
alter table article add column ends jsonb;
alter table article add column off_home boolean not null default false;
drop trigger article_stays on article;
create trigger article_stays before update of row_id, article_id, channel_id, title, summary, content, source, content_time, top_flag, image, risk_level, attachments, opened_in, public_from, topic, tags, category, ends, off_home on article for each statement execute function refuse_change();
create index article_ends on article (article_id) where public_to is null and ends is not null;

-- Templates of articles that recur. They are tools of work: nothing of them is public before an edition is approved.
create table article_template (
  template_id bigint generated always as identity primary key,
  name text not null,
  channel_id text not null,
  document jsonb not null,                    -- as features/templates/template.ts names it
  version integer not null default 1,
  rhythm jsonb,                               -- NULL: no regular editions
  staff_id bigint references staff (staff_id), -- NULL: whoever may write for the channel
  proposed_to date,                           -- the last day of the rhythm that was seen to
  changed_by bigint not null references staff (staff_id),
  changed_at timestamptz not null,
  removed_at timestamptz                      -- NULL: in use
);
create index article_template_due on article_template (template_id) where rhythm is not null and removed_at is null;

-- Editions that the program proposed of a template on a day: one of each.
create table edition_proposal (
  edition_id bigint primary key references edition (edition_id),
  template_id bigint not null references article_template (template_id),
  day date not null,
  staff_id bigint references staff (staff_id), -- the person it is for; NULL: whoever may write for the channel
  unique (template_id, day)
);

-- Contents of forms that somebody has typed and not saved as an edition, for that person alone.
create table form_draft (
  staff_id bigint not null references staff (staff_id),
  form text not null,                         -- 'article-12', 'edition-7'
  piece text not null,                        -- '': the form has one; of new things each has its own
  version uuid not null,                      -- another one with each time it is stored
  title text not null,
  address text not null,                      -- where the form is, below /console
  channel_ids text[] not null,                -- whoever reads it needs the rights for all of them
  rights text[] not null,
  work text not null,                         -- JSON of the form alone
  names text[] not null generated always as (hashes_in(work)) stored, -- its files
  changed_at timestamptz not null,
  primary key (staff_id, form, piece)
);
create index form_draft_changed on form_draft (changed_at);
create index form_draft_names on form_draft using gin (names);
create function is_in_form_draft(hash text) returns boolean language sql stable set enable_seqscan = off
  return exists (select from form_draft where names @> array[hash]);

-- Links by which people without an account see one version of an edition as visitors would read it.
create table shared_preview (
  share_id bigint generated always as identity primary key,
  edition_id bigint not null references edition (edition_id),
  version integer not null,                   -- the one version that the link shows
  secret_hash text not null unique,           -- SHA-256 of the secret in the link, which is stored nowhere
  for_whom text not null,                     -- a note of whoever made it, for colleagues
  made_by bigint not null references staff (staff_id),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,                     -- NULL: it was not revoked
  revoked_by bigint references staff (staff_id),
  opened integer not null default 0,          -- pages that were shown by it
  last_opened_at timestamptz
);
create index shared_preview_edition on shared_preview (edition_id);

-- What must not have been public is taken out of what is stored, after two persons (RE1 to RE7). The one function that
-- overwrites is remove_published; it belongs to the owner of the tables and checks the approved edition itself.

-- Each removal that was published: why, where the text is read from, what was left out. It never holds the text.
create table removal (
  row_id bigint generated always as identity primary key,
  name text not null,
  document jsonb not null,                    -- src/kinds/removal
  opened_in bigint not null references publication (no),
  closed_in bigint references publication (no),
  public_from timestamptz not null,
  public_to timestamptz
);
create unique index removal_now on removal (name) where public_to is null;
create trigger removal_only_added before delete or truncate on removal for each statement execute function refuse_change();
create trigger removal_stays before update of row_id, name, document, opened_in, public_from on removal for each statement execute function refuse_change();
create trigger removal_closed_once before update of closed_in, public_to on removal for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();

-- Removals that were carried out; only the owner's function writes here.
create table removal_done (
  edition_id bigint primary key references edition (edition_id),
  no bigint not null unique references publication (no),
  began_in xid8 not null,                     -- the transaction in which it overwrites
  is_over boolean not null default false,
  overwritten jsonb not null default '{}'     -- rows by table
);
create trigger removal_done_only_added before delete or truncate on removal_done for each statement execute function refuse_change();
create trigger removal_done_ends_once before update on removal_done for each row when (old.is_over or not new.is_over or new.no <> old.no or new.edition_id <> old.edition_id) execute function refuse_change();

-- The hash of what stood somewhere before a removal, and of what stands there since.
create table removal_hash (
  edition_id bigint not null references removal_done (edition_id),
  item text not null,                         -- 'article 12 opened', 'version 4/2', 'seal 7 audit'
  was text not null,
  now text not null,
  primary key (item, now)
);
create trigger removal_hash_only_added before update or delete or truncate on removal_hash for each statement execute function refuse_change();

-- Stored files whose bytes go, and never come back.
create table removed_file (
  filepath text primary key,
  sha256 text not null,
  edition_id bigint not null references removal_done (edition_id)
);
create index removed_file_hash on removed_file (sha256);
create trigger removed_file_only_added before update or delete or truncate on removed_file for each statement execute function refuse_change();

-- Within the function, and nowhere else, what only ever grows is overwritten.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if exists (select from removal_done where began_in = pg_current_xact_id_if_assigned() and not is_over)
      and tg_op = 'UPDATE' and tg_table_name not like 'remov%' then
    if tg_level = 'ROW' then
      return new;
    end if;
    return null;
  end if;
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;

create function removal_mark() returns text language sql immutable parallel safe return '［已按规定移除］';

-- HTML without tags and escapes, as far as a visitor reads a passage of it.
create function removal_plain(said text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(replace(replace(replace(regexp_replace(said, '<[^>]*>', '', 'g'),
    '&nbsp;', U&'\00A0'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&');

-- Tags within a passage stay, so that what is around it keeps its form. Names by hash are no text.
create function text_without(said text, texts text[]) returns text language plpgsql immutable parallel safe as $$
declare
  one text;
begin
  if said ~ '^([0-9]{4}/[0-9]{2}/)?[0-9a-f]{64}([.][a-z0-9]+)?$' then
    return said;
  end if;
  foreach one in array texts loop
    if position(one in said) > 0 then
      said := replace(said, one, removal_mark() || coalesce((select string_agg(tag[1], '') from regexp_matches(one, '(<[^>]*>)', 'g') as tag), ''));
    end if;
  end loop;
  return said;
end $$;

-- cells: [{"match": {"certNo": "S1"}, "column": "phone", "value": …}], cells of one row wherever a copy of it stands.
create function json_without(said jsonb, texts text[], cells jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  cell jsonb;
begin
  case jsonb_typeof(said)
    when 'string' then
      return to_jsonb(text_without(said #>> '{}', texts));
    when 'number' then
      return case when (said #>> '{}') = any(texts) then 'null'::jsonb else said end;
    when 'array' then
      return coalesce((select jsonb_agg(json_without(member, texts, cells) order by at) from jsonb_array_elements(said) with ordinality as members (member, at)), '[]');
    when 'object' then
      for cell in select value from jsonb_array_elements(cells) loop
        if said @> (cell -> 'match') and said -> (cell ->> 'column') = cell -> 'value' then
          said := said || jsonb_build_object(cell ->> 'column', case when jsonb_typeof(cell -> 'value') = 'string' then to_jsonb(removal_mark()) else 'null'::jsonb end);
        end if;
      end loop;
      return coalesce((select jsonb_object_agg(name, json_without(member, texts, cells)) from jsonb_each(said) as members (name, member)), '{}');
    else
      return said;
  end case;
end $$;

-- Patterns of LIKE by which texts are found, in columns of text and in JSON, and cells in either spelling of JSON.
create function like_patterns(texts text[]) returns text[] language sql immutable parallel safe
  return (select coalesce(array_agg('%' || replace(replace(replace(one, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}') from unnest(texts) as one);
create function json_spelled(texts text[]) returns text[] language sql immutable parallel safe
  return (select coalesce(array_agg(substr(to_json(one)::text, 2, length(to_json(one)::text) - 2)), '{}') from unnest(texts) as one);
create function cell_patterns(cells jsonb) returns text[] language sql immutable parallel safe
  return (select like_patterns(coalesce(array_agg((cell -> 'column')::text || colon || (cell -> 'value')::text), '{}'))
    from jsonb_array_elements(cells) as cell, unnest(array[':', ': ']) as colon);

-- Whether a copy of one of the cells stands in it.
create function holds_cell(said jsonb, cells jsonb) returns boolean language sql immutable parallel safe
  return exists (
    select from jsonb_array_elements(cells) as cell (one), jsonb_path_query(said, 'strict $.** ? (@.type() == "object")') as found (row)
    where found.row @> (cell.one -> 'match') and found.row -> (cell.one ->> 'column') = cell.one -> 'value');

-- What a removal takes away, read from where its document says that it stands. Refuses one that stands there no more.
create function removal_texts(document jsonb) returns table (texts text[], cells jsonb) language plpgsql stable as $$
declare
  place jsonb;
  said text;
  found text;
  spelled text;
begin
  texts := '{}';
  cells := '[]';
  for place in select value from jsonb_array_elements(document -> 'passages') loop
    if place ->> 'table' not in ('article', 'register_row', 'setting', 'page', 'channel', 'file_use')
        or not exists (select from pg_attribute where attrelid = (place ->> 'table')::regclass and attname = place ->> 'column' and attnum > 0 and not attisdropped) then
      raise exception 'a removal reads no % of %', place ->> 'column', place ->> 'table';
    end if;
    execute format('select %I::text from %I where row_id = $1', place ->> 'column', place ->> 'table') into said using (place ->> 'row')::bigint;
    if said is null or encode(sha256(convert_to(said, 'UTF8')), 'hex') <> place ->> 'proof' then
      raise exception 'what a removal takes away stands no more where it was found';
    end if;
    if place ->> 'field' is not null then
      cells := cells || jsonb_build_object('match', place -> 'match', 'column', place -> 'field', 'value', said::jsonb -> (place ->> 'field'));
      continue;
    end if;
    found := substr(said, (place ->> 'from')::integer + 1, (place ->> 'length')::integer);
    if (select atttypid from pg_attribute where attrelid = (place ->> 'table')::regclass and attname = place ->> 'column') = 'jsonb'::regtype then
      found := ('"' || found || '"')::jsonb #>> '{}';
    end if;
    foreach spelled in array array[found, removal_plain(found), replace(replace(replace(removal_plain(found), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')] loop
      if length(btrim(removal_plain(spelled))) < (case when spelled ~ '^[ -~]*$' then 8 else 2 end) or position(spelled in removal_mark()) > 0 then
        raise exception 'a removal takes away at least two characters, and eight of letters and digits alone';
      end if;
      if not spelled = any(texts) then
        texts := texts || spelled;
      end if;
    end loop;
  end loop;
  texts := array(select one from unnest(texts) as one order by length(one) desc, one);
  return next;
end $$;

-- Every column that holds texts, of whatever table: how a row of it is named, found and written. What is made anew of these
-- is left out, and so are accounts, rights, customers and everything that is a hash.
create function removal_columns() returns table (name text, subject text, key text, sets text, finds text) language sql stable as $$
  select relname::text,
    case relname
      when 'article' then $q$'article:' || article_id$q$
      when 'setting' then $q$'setting:' || name$q$
      when 'page' then $q$'page:' || page$q$
      when 'channel' then $q$'channel:' || channel_id$q$
      when 'file_use' then 'used_by'
      when 'register_row' then $q$'register:' || register$q$
      when 'register_state' then $q$'register:' || register$q$
      when 'edition' then $q$'edition:' || edition_id$q$
      when 'edition_version' then $q$'edition:' || edition_id$q$
      when 'edition_step' then $q$'edition:' || edition_id$q$
      when 'row_part' then $q$'rows:' || part_hash$q$
      when 'set_article' then $q$'article-of-set:' || article_hash$q$
      else quote_literal(relname || ':')
    end,
    case
      when relname = 'edition_version' then $q$edition_id || '/' || version$q$
      when relname = 'row_part' then 'part_hash'
      when relname = 'set_article' then 'article_hash'
      when relname = 'publication' then 'no::text'
      when relname = 'edition' then 'edition_id::text'
      when relname = 'delivery' then 'delivery_id::text'
      when exists (select from pg_attribute as dated where dated.attrelid = pg_class.oid and dated.attname = 'row_id') then 'row_id::text'
      else $q$''$q$
    end,
    string_agg(case
      when atttypid = 'text'::regtype then format('%1$I = text_without(%1$I, $1)', attname)
      when atttypid = 'text[]'::regtype then format('%1$I = case when %1$I is null then null else array(select text_without(member, $1) from unnest(%1$I) with ordinality as members (member, at) order by at) end', attname)
      when atttypid = 'json'::regtype then format('%1$I = json_without(%1$I::jsonb, $1, $3)::json', attname)
      else format('%1$I = json_without(%1$I, $1, $3)', attname)
    end, ', ' order by attnum),
    string_agg(case
      when atttypid = 'text'::regtype then format('%I like any($2)', attname)
      when atttypid = 'text[]'::regtype then format('array_to_string(%I, chr(10)) like any($2)', attname)
      else format('%1$I::text like any($5) or (%1$I::text like any($6) and holds_cell(%1$I::jsonb, $3))', attname)
    end, ' or ' order by attnum)
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attgenerated = '' and attidentity = ''
    and atttypid in ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype)
    and relname not in ('migration', 'removal', 'removal_done', 'removal_hash', 'removed_file', 'record_seal', 'register_derived', 'article_search',
      'file', 'file_text', 'file_leaving', 'staff', 'staff_grant', 'staff_session', 'staff_link', 'staff_failure', 'staff_identity', 'staff_double',
      'staff_request', 'group_rule', 'provider_session', 'provider_used', 'delivery_token', 'customer', 'customer_token', 'pro_application',
      'pro_application_step', 'pro_material', 'row_set', 'article_set', 'edition_publication', 'edition_progress')
    and attname not in ('filepath', 'used_by', 'account', 'written_by', 'approved_by', 'act', 'outcome', 'state', 'kind', 'base', 'channel_ids',
      'channel_id', 'parent_id', 'register', 'idempotency_key', 'search', 'pieces', 'risk_level', 'content_kind', 'closed_successor')
    and attname not like '%hash' and not (relname = 'audit' and attname = 'subject') and not (relname = 'page' and attname = 'page')
    and not (relname = 'setting' and attname = 'name') and not (relname = 'kept' and attname = 'name')
  group by relname, pg_class.oid order by relname
$$;

-- Where texts and cells stand, by the thing that holds them; a row for each row that is found.
create function removal_found(texts text[], cells jsonb) returns table (name text, thing text, key text) language plpgsql stable as $$
declare
  one record;
begin
  for one in select * from removal_columns() loop
    return query execute format('select %L::text, (%s)::text, (%s)::text from %I where %s', one.name, one.subject, one.key, one.name, one.finds)
      using texts, like_patterns(texts), cells, '{}'::text[], like_patterns(json_spelled(texts)), cell_patterns(cells);
  end loop;
end $$;

-- The JSON of src/rules/json/canonical-json.ts, which is hashed.
create function canonical_json(said jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(said)
    when 'array' then
      return '[' || coalesce((select string_agg(canonical_json(member), ',' order by at) from jsonb_array_elements(said) with ordinality as members (member, at)), '') || ']';
    when 'object' then
      return '{' || coalesce((select string_agg(to_json(name)::text || ':' || canonical_json(member), ',' order by name collate "C") from jsonb_each(said) as members (name, member)), '') || '}';
    else
      return said::text;
  end case;
end $$;

-- Carries out the removal of an edition, once, in the transaction that publishes it.
create function remove_published(by_edition bigint) returns jsonb language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  stands record;
  wrote record;
  newest bigint;
  given jsonb;
  taken record;
  spared text[];
  one record;
  counted bigint;
  counts jsonb := '{}';
begin
  select * into stands from edition where edition_id = by_edition for update;
  select * into wrote from edition_version where edition_id = by_edition and edition_version.version = stands.version;
  if stands.state is distinct from 'approved' or stands.approved_hash is distinct from wrote.content_hash
      or encode(sha256(convert_to(canonical_json(jsonb_build_array(wrote.title, wrote.changes)), 'UTF8')), 'hex') is distinct from stands.approved_hash then
    raise insufficient_privilege using message = 'a removal needs an edition that is approved as it stands';
  end if;
  if jsonb_array_length(wrote.changes) <> 1 or wrote.changes -> 0 ->> 'kind' is distinct from 'removal' then
    raise insufficient_privilege using message = 'an edition of something else removes nothing';
  end if;
  if not exists (select from edition_step where edition_id = by_edition and act = 'approved' and staff_id = stands.approved_by
        and edition_step.version = stands.version and content_hash = stands.approved_hash)
      or not exists (select from staff where staff_id = stands.approved_by and state = 'active')
      or exists (select from edition_step as part where part.edition_id = by_edition and part.act in ('created', 'saved', 'submitted')
        and (part.staff_id = stands.approved_by or exists (
          select from staff_double where (staff_id, double_of) in ((part.staff_id, stands.approved_by), (stands.approved_by, part.staff_id))))) then
    raise insufficient_privilege using message = 'a removal is approved by somebody who had no part in it';
  end if;
  given := wrote.changes -> 0 -> 'document';
  select max(no) into newest from publication;
  if not exists (select from removal join publication on no = opened_in and at = public_from
        where no = newest and removal.document = given and removal.name = wrote.changes -> 0 ->> 'id')
      or exists (select from edition as other where other.published_in = newest)
      or (select xmin::text from publication where no = newest) <> (pg_current_xact_id()::xid)::text then
    raise insufficient_privilege using message = 'a removal is carried out by the publication of its edition';
  end if;
  insert into removal_done (edition_id, no, began_in) values (by_edition, newest, pg_current_xact_id());
  select * into taken from removal_texts(given);
  spared := array(select jsonb_array_elements_text(coalesce(given -> 'except', '[]')));
  -- parts of what is spared
  spared := spared || array(
    select 'rows:' || unnest(row_set.parts) from row_set where 'register:' || register = any(spared)
      or exists (select from edition_version as other where other.names @> array[row_set_hash] and 'edition:' || other.edition_id = any(spared))
    union select 'article-of-set:' || unnest(articles) from article_set
      where exists (select from edition_version as other where other.names @> array[article_set_hash] and 'edition:' || other.edition_id = any(spared)));
  for one in select * from removal_columns() loop
    execute format('update %I set %s where (%s) and not ((%s) = any($4))', one.name, one.sets, one.finds, one.subject)
      using taken.texts, like_patterns(taken.texts), taken.cells, spared, like_patterns(json_spelled(taken.texts)), cell_patterns(taken.cells);
    get diagnostics counted = row_count;
    if counted > 0 then
      counts := counts || jsonb_build_object(one.name, counted);
    end if;
  end loop;
  -- the same bytes may have come twice, under two paths
  for one in select filepath, sha256 from file where sha256 in (
      select sha256 from file where filepath in (select jsonb_array_elements_text(coalesce(given -> 'files', '[]')))) loop
    insert into removed_file (filepath, sha256, edition_id) values (one.filepath, one.sha256, by_edition);
    update file_text set text = '', body = '', pieces = '{}', problem = 'removed' where file_text.filepath = one.filepath;
  end loop;
  update removal_done set is_over = true, overwritten = counts where edition_id = by_edition;
  return counts;
end $$;
