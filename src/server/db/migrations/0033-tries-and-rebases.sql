-- A try to sign in counts while it runs, and not for long where it ended without a verdict.
alter table staff_failure add column is_running boolean not null default false;

-- From where people have signed in.
create index audit_signed_in on audit (at desc) where act = 'sign-in' and outcome = 'done';

-- A version that the program made: what a draft adds, behind what is public since it was begun.
alter table edition_version alter column staff_id drop not null; -- NULL: the program
alter table edition_step drop constraint edition_step_act_check,
  add constraint edition_step_act_check check (act in ('created', 'saved', 'submitted', 'approved', 'returned', 'published', 'scheduled', 'unscheduled', 'discarded', 'emergency', 'reviewed-after', 'failed', 'approval-ended', 'by-rule', 'held', 'part-published', 'halted', 'resumed', 'rebased'));
