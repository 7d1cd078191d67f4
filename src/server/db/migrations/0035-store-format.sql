-- 0035-store-format.sql: whether a program that does not have a migration can work with the store that it made
alter table migration add column format integer not null default 1;
