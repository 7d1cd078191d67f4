-- The outcome of each try of a delivery to another system, and for which member of staff a mail waits.

-- [{at, status, problem}], the oldest first, for the newest tries; those before this migration have their last one
alter table webhook_delivery add column outcomes jsonb not null default '[]';
update webhook_delivery set outcomes = jsonb_build_array(jsonb_build_object(
    'at', to_char(last_try_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'status', last_status, 'problem', last_problem))
  where last_try_at is not null;

-- NULL: it is for somebody else, who asked for alerts
alter table mail_outbox add column staff_id bigint references staff (staff_id);
