-- Of words that stand in very many texts those in titles come first: found by the characters of a folded title and each
-- two side by side, as search-pieces.ts makes them of what is looked for.
create function pieces_of_title(title text) returns text[] language sql immutable strict parallel safe
  return (
    select array_agg(distinct piece)
    from generate_series(1, length(title)) as at
      cross join lateral (values (substr(title, at, 1)), (substr(title, at, 2))) as pieces (piece)
  );
create index article_search_title on article_search using gin (pieces_of_title(title));
