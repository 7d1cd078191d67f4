import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewPublication } from '#server/store/publication/new-publication.ts';
import { PublicationRefused } from '#server/store/publication/publication-problems.ts';
import { publish } from '#server/store/publication/publish.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const setting = { kind: 'setting', id: 'demo', document: true } as const;

/** Messages about an act that comes from JSON, where anything may be wrong. */
async function problemsOf(act: unknown): Promise<string[]> {
  const error: unknown = await publish(database, act as NewPublication).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PublicationRefused);
  return (error as PublicationRefused).problems.map(({ message }) => message);
}

test('an act that its writer approves is refused', async () => {
  expect(await problemsOf({ title: '一', writtenBy: '甲', approvedBy: ' 甲 ', changes: [setting] })).toEqual([
    '批准人不能是撰写人本人',
  ]);
  for (const approvedBy of ['zhang', 'Zhang ', 'ＺＨＡＮＧ', 'Zh ang'])
    expect(await problemsOf({ title: '一', writtenBy: 'Zhang', approvedBy, changes: [setting] })).toEqual([
      '批准人不能是撰写人本人',
    ]);
  expect(await problemsOf({ title: '一', writtenBy: '甲', approvedBy: '乙\u200B丙', changes: [setting] })).toEqual([
    '发布批准人含有零宽空格 U+200B（第 2 个字符），请重新键入',
  ]);
  expect(await problemsOf({ title: '一', writtenBy: '甲', approvedBy: '\u200B', changes: [setting] })).toEqual([
    '发布批准人不能为空',
  ]);
});

test('missing names are told at once', async () => {
  expect(await problemsOf({ title: '一', changes: [setting] })).toEqual(['发布撰写人不能为空', '发布批准人不能为空']);
});

test('a kind of change that does not exist is answered with those that do', async () => {
  const [problem] = await problemsOf({ title: '一', writtenBy: '甲', approvedBy: '乙', changes: [{ kind: 'articl' }] });
  expect(problem).toContain(
    '“articl”应为以下之一：channel、article、article-import、register、feeding、rows、page、setting',
  );
});

test('an article without a time is refused in words', async () => {
  const problems = await problemsOf({
    title: '一',
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [{ kind: 'article', document: { channelId: '1', title: '无时间' } }],
  });
  expect(problems.join()).toContain('发布时间不是有效的时间');
});
