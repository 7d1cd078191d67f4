-- what an article is about among others of its channel; lists of one channel can be asked for a category
alter table article add column category text not null default '';
