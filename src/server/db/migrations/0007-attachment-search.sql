-- What files say, read in the background once they are attached to a public article (attachment-texts.ts). Derived.
create table file_text (
  filepath text primary key references file (filepath),
  form integer not null,                 -- how it was read and folded; another form is made anew
  text text not null,                    -- '' where none can be read
  body text not null,                    -- folded (search-pieces.ts)
  pieces text[] not null,                -- of body
  problem text not null default ''       -- why there is no text
);

-- A row an article, with filepath '', and one each of its attachments: title is then the file's name. Emptied, because
-- the program fills it at the start, and rows shall be narrow: searches go through many of them and read few texts.
truncate article_search;
alter table article_search
  add column filepath text not null default '',
  drop constraint article_search_pkey,
  add primary key (row_id, filepath),
  alter column body set storage external,
  alter column pieces set storage external,
  set (toast_tuple_target = 128);
create index article_search_newest on article_search (content_time desc, row_id desc, filepath);
create index article_search_files on article_search (filepath) where filepath <> '';
