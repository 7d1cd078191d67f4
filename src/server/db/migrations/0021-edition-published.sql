-- The record of publications tells of each the edition that it was made from.
create index edition_published on edition (published_in) where published_in is not null;
