import { describe, expect, it } from 'vitest';
import { statementsOf } from '#server/db/sql-statements.ts';

describe('statements without comments', () => {
  it.each([
    [
      'comments of both kinds, nested ones whole',
      '-- a\nselect /* b /* c */ d */ 1; -- e\n/* f */\nselect 2;',
      'select 1;\nselect 2;',
    ],
    ['space at both ends and between statements', '\n\n select 1;select 2 ;\n\n\n', 'select 1;\nselect 2 ;'],
    ['what follows a string that is none of E', "select price'\\\\' -- a", "select price'\\\\'"],
    ['runs of space inside a statement', 'create  table a (\n\n    b int\t)', 'create table a (\nb int )'],
  ])('lose %s', (_what, sql, statements) => expect(statementsOf(sql)).toBe(statements));

  it.each([
    ['strings', "select '--  a', '/*  b */', 'it''s  --', 'c:\\', e'a\\'  --', E'\\\\';"],
    ['quoted names', 'select "a  -- b""  /* c */" from d'],
    ['dollar-quoted bodies', "do $$ begin --  a\n  perform '$b$'; end $$;\ndo $b$ $$  -- c $$ $b$;\ndo $名$  /* $名$"],
    ['names and parameters with a $', 'select a$$, $1, b$$'],
    ['strings apart by a line break, which are one', "select 'a'\n'b'"],
  ])('keep %s letter by letter', (_what, sql) => expect(statementsOf(sql)).toBe(sql));

  it('that differ in more than comments differ', () => {
    const known = "create table a (b text default 'x -- y'); -- z";
    for (const other of [
      "create table a (b text default 'x -- z');",
      "create table a (b text default 'x');",
      'create table a (b text);',
      "create table a (b text default 'x -- y', c int);",
    ]) {
      expect(statementsOf(other)).not.toBe(statementsOf(known));
    }
    expect(statementsOf("select 'a' 'b'")).not.toBe(statementsOf("select 'a'\n'b'"));
    expect(statementsOf('select a/**/b')).not.toBe(statementsOf('select ab'));
  });
});
