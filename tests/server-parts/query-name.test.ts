import { expect, test } from 'vitest';
import { queryName } from '#server/db/query-watch.ts';

test.each([
  [
    'select "a" from "article_version" as "v" inner join "channel" on true where "id" = $1',
    'select article_version, channel',
  ],
  ['insert into "audit" ("act") values ($1)', 'insert audit'],
  [
    'update "edition" set "title" = $1 where "edition_id" in (select "edition_id" from "edition_step")',
    'update edition, edition_step',
  ],
  ['delete from only kept where name = $1', 'delete kept'],
  ['with x as (select 1) select * from x', 'with x'],
  ["select 1 from kept where name = '张三 from secret' and value = 'join hidden", 'select kept'],
  ['select * from unnest($1::text[])', 'select'],
  ['select a from b, c join d on true join e on true join f on true join g on true', 'select b, d, e, f'],
  ['select a from b limit 1 for update skip locked', 'select b'],
  ['insert into b (a) values ($1) on conflict (a) do update set a = $1', 'insert b'],
  ['begin', 'begin'],
  ['', 'query'],
])('[OP3] %s is called %s', (text, name) => {
  expect(queryName(text)).toBe(name);
});
