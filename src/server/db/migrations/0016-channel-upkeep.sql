-- hidden: the channel keeps its address and leaves menus, lists of channels and the site map.
-- freshness: how soon its content has to be made new, for the people who keep it (rules/freshness.ts); '' for no duty
alter table channel add column hidden boolean not null default false, add column freshness text not null default '';
