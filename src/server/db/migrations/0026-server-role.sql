-- The server works as a role that does not own these tables (src/server/db/server-rights.ts). What it has to do with the
-- owner's rights is a function; and whoever does own them is stopped by triggers, too, unless they switch those off.

create function clean_pending_pieces() returns bigint language sql security definer set search_path = pg_catalog, public
  return gin_clean_pending_list('register_pieces_now');

-- An entry of the log gets its hashes once.
create trigger publication_only_added before delete or truncate on publication for each statement execute function refuse_change();
create trigger publication_stays before update of no, at, written_by, approved_by, title, previous_hash on publication for each statement execute function refuse_change();
create trigger publication_completed_once before update of content_hash, hash on publication for each row when (old.hash <> '') execute function refuse_change();

-- Of a dated row only its end is ever written, once.
create trigger channel_only_added before delete or truncate on channel for each statement execute function refuse_change();
create trigger channel_stays before update of row_id, channel_id, parent_id, class_order, url, name, type, same_as, department, content_kind, opened_in, public_from, hidden, freshness on channel for each statement execute function refuse_change();
create trigger channel_closed_once before update of closed_in, public_to, closed_reason, closed_successor on channel for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();

create trigger article_only_added before delete or truncate on article for each statement execute function refuse_change();
create trigger article_stays before update of row_id, article_id, channel_id, title, summary, content, source, content_time, top_flag, image, risk_level, attachments, opened_in, public_from, topic, tags, category on article for each statement execute function refuse_change();
create trigger article_closed_once before update of closed_in, public_to, closed_reason, closed_successor on article for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();

create trigger file_use_only_added before delete or truncate on file_use for each statement execute function refuse_change();
create trigger file_use_stays before update of row_id, filepath, used_by, filename, risk_level, opened_in, public_from on file_use for each statement execute function refuse_change();
create trigger file_use_closed_once before update of closed_in, public_to on file_use for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();

-- search, pieces and sort_no are derived
create trigger register_row_only_added before delete or truncate on register_row for each statement execute function refuse_change();
create trigger register_row_stays before update of row_id, register, key, data, opened_in, public_from on register_row for each statement execute function refuse_change();
create trigger register_row_closed_once before update of closed_in, public_to on register_row for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();

create trigger register_state_only_added before delete or truncate on register_state for each statement execute function refuse_change();
create trigger register_state_stays before update of row_id, register, data_date, department, row_count, opened_in, public_from on register_state for each statement execute function refuse_change();
create trigger register_state_closed_once before update of closed_in, public_to on register_state for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();

create trigger page_only_added before delete or truncate on page for each statement execute function refuse_change();
create trigger page_stays before update of row_id, page, document, opened_in, public_from on page for each statement execute function refuse_change();
create trigger page_closed_once before update of closed_in, public_to on page for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();

create trigger setting_only_added before delete or truncate on setting for each statement execute function refuse_change();
create trigger setting_stays before update of row_id, name, value, opened_in, public_from on setting for each statement execute function refuse_change();
create trigger setting_closed_once before update of closed_in, public_to on setting for each row when (old.public_to is not null or new.public_to is null or new.closed_in is null) execute function refuse_change();
