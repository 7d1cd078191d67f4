-- A search looks into the titles of all rows that hold its pieces: stored beside the row instead of in it they took ten
-- times as long. Texts and pieces stay outside. Emptied, because only new rows are stored so; filled again at the start.
truncate article_search;
alter table article_search
  alter column title set storage main,
  alter column channel_id set storage main,
  alter column filepath set storage main,
  set (toast_tuple_target = 400);
