-- in how many public rows each of register_derived.common is: of several the rarest is looked for
alter table register_derived add column counts integer[] not null default '{}';
