-- Where a search of the site looks: one row an open article, derived from it and made anew where it is missing. Nothing
-- in it is public content of its own, and of a restricted article it holds the title only (RK6).
create table article_search (
  row_id bigint primary key references article (row_id),
  channel_id text not null,
  content_time timestamptz not null,
  title text not null,                   -- folded (search-pieces.ts)
  body text not null,                    -- folded summary and text
  pieces text[] not null                 -- one and two characters, of title and body
);
create index article_search_pieces on article_search using gin (pieces);
