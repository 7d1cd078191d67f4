-- A try to sign in counts while it runs, and not for long where it ended without a verdict.
alter table staff_failure add column is_running boolean not null default false;

-- From where people have signed in.
create index audit_signed_in on audit (at desc) where act = 'sign-in' and outcome = 'done';
