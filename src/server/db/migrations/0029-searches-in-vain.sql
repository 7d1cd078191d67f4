-- What visitors searched for in vain: how often on which day of Shanghai's, and nothing about whoever searched.
create table search_missed (
  day date not null,
  words text not null,                        -- long numbers masked, at most 40 characters
  count integer not null,
  primary key (day, words)
);
