import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { columnDrafts } from '#demo/articles/columns.ts';
import { readLength } from '#demo/articles/draft.ts';
import { isTradingDay } from '#demo/calendar.ts';
import { isBlocked, personName } from '#demo/names.ts';
import { dice } from '#demo/random.ts';

const folder = new URL('../../page-schemas/registers/', import.meta.url);
const definitions = readdirSync(folder).map((file) => ({
  file,
  definition: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RegisterDefinition,
}));
const LAST = '2025-06-19';

describe('register definitions', () => {
  test.each(definitions)('[RG1] $file names only its own fields, and is named as its file', ({ file, definition }) => {
    expect(`${definition.register}.json`).toBe(file);
    const named = [
      ...definition.key,
      ...definition.columns,
      ...definition.order.map((word) => word.replace(/^-/, '')),
      ...definition.filters.flatMap((filter) => ('fuzzy' in filter ? filter.fuzzy : [filter.field])),
    ];
    expect(named.filter((name) => !(name in definition.fields))).toEqual([]);
    for (const name of definition.key) expect(definition.fields[name]!.required, name).toBe(true);
    for (const field of Object.values(definition.fields))
      expect(Object.keys(field.tags ?? {}).filter((value) => !(value in (field.choices ?? {})))).toEqual([]);
  });

  test('[RG1] registers that share a call are told apart by fixed parameters', () => {
    const calls = definitions.flatMap(({ definition }) =>
      definition.endpoints.map(({ path, when }) => JSON.stringify([path, when ?? {}])),
    );
    expect(new Set(calls).size).toBe(calls.length);
  });

  test('[LG4] names, codes and numbers of persons and products are never converted', () => {
    for (const { definition } of definitions)
      for (const [name, field] of Object.entries(definition.fields))
        if (field.type !== 'integer' && /姓名|编号|代码|编码|号$|电话/.test(field.title))
          expect(field.convert, `${definition.register}.${name}`).toBe(false);
  });
});

describe('names', () => {
  test('3,200 people have hardly a name in common, and none bears a blocked one', () => {
    const names = Array.from({ length: 3200 }, (_, rowNo) => personName(dice('names-test', rowNo)));
    expect(new Set(names).size).toBeGreaterThan(2900);
    expect(names.filter(isBlocked)).toEqual([]);
    expect(names.filter((name) => !/^\p{Script=Han}{2,4}$/u.test(name))).toEqual([]);
  });

  test('the block list works: the name of a well-known company is on it', () => {
    expect(isBlocked('李宁')).toBe(true);
  });
});

describe('articles', () => {
  const drafts = columnDrafts(1, LAST);

  test('each is 300 to 900 characters long, with a summary, on a trading day that is past', () => {
    expect(
      drafts.filter(({ content }) => readLength(content) < 300 || readLength(content) > 900).map(({ title }) => title),
    ).toEqual([]);
    expect(
      drafts
        .filter(({ summary }) => summary.length < 20 || summary.length > 120)
        .map(({ title, summary }) => [title, summary]),
    ).toEqual([]);
    expect(drafts.filter(({ day }) => day > LAST || !isTradingDay(day))).toEqual([]);
  });

  test('no two of a channel share a title, and no template shows through', () => {
    for (const list of Map.groupBy(drafts, ({ channelId }) => channelId).values())
      expect(new Set(list.map(({ title }) => title)).size).toBe(list.length);
    expect(
      drafts
        .filter(({ title, content }) => /undefined|NaN|null|\$\{|\[object/.test(title + content))
        .map(({ title }) => title),
    ).toEqual([]);
  });

  test('a small demonstration is the newest part of the full one', () => {
    const titles = (share: number, channelId: string) =>
      columnDrafts(share, LAST)
        .filter((draft) => draft.channelId === channelId)
        .map(({ title }) => title);
    expect(titles(0.1, '00010002000100020001')).toEqual(titles(1, '00010002000100020001').slice(0, 24));
  });

  test('lists of the section 信息公告 have 12 to 40 items', () => {
    for (const [channelId, list] of Map.groupBy(drafts, (draft) => draft.channelId))
      if (channelId.startsWith('0001000200010008'))
        expect(list.length, channelId).toSatisfy((length: number) => length >= 12 && length <= 40);
  });
});
