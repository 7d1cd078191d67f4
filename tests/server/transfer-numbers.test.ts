import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importReport } from '#features/transfer/cli/import-report.ts';
import {
  accept,
  compareIn,
  differingOf,
  exportFrom,
  linesOf,
  publishIn,
  saveIn,
  signedBy,
  startEnvironment,
  twoEnvironments,
  type Environment,
} from '../world/transfer.ts';
import { article, SECTION, smallWorld } from '../world/site.ts';

const exchange = twoEnvironments([], { production: true, trial: true });
const NOTICES = `${SECTION}0003`;

/** The sender after its database was made anew, or restored: its folder, and so its key, is the same. */
let anew: Environment;
/** the database of the sender before that */
let first: string;
beforeAll(async () => {
  anew = await startEnvironment(smallWorld());
  copyFileSync(join(exchange.production.dataDir, 'environment.key'), join(anew.dataDir, 'environment.key'));
  await accept(anew, [{ name: '测试环境', key: exchange.trial.key }]);
});
afterAll(() => anew.site.end());

/** A file in the form of a backup of the sender that counts its articles as this one does. */
const asBackup = (path: string, backedUp: string): string => {
  const [header, ...lines] = linesOf(path);
  return signedBy(anew, exchange.folder, [{ ...header, store: linesOf(backedUp)[0]!.store }, ...lines]);
};

const publicIn = async ({ site }: Environment): Promise<Record<string, number>> => {
  const rows = await site.database.db
    .selectFrom('article')
    .select(['article_id', 'title'])
    .where('public_to', 'is', null)
    .execute();
  return Object.fromEntries(rows.map(({ title, article_id }) => [title, article_id]));
};

test('[BE4] a number that its sender gave to another article since replaces no article here', async () => {
  const { production, trial, folder } = exchange;
  await production.site.publish('产', [
    article(NOTICES, '甲公告'),
    article(NOTICES, '乙公告'),
    article(NOTICES, '戊公告'),
  ]);
  first = await exportFrom(production, folder);
  await publishIn(trial, (await saveIn(trial, first))!);
  const before = await publicIn(trial);
  await anew.site.publish('新', [
    article(NOTICES, '丙通知', { contentTime: '2026-02-01T00:00:00.000Z', content: '<p>丙</p>' }),
    // the same article as here, by another number
    article(NOTICES, '甲公告', { content: '<p>更正</p>' }),
    article(NOTICES, '丁通知'),
  ]);
  const there = await publicIn(anew);
  const [other, same] = [`article:${there['丙通知']}`, `article:${there['甲公告']}`];
  const was = await publicIn(production);
  expect([there['丙通知'], there['甲公告'], there['丁通知']]).toEqual([was['甲公告'], was['乙公告'], was['戊公告']]);

  // only the database itself distinguishes an article with a time that both numbers have had
  const third = there['丁通知']!;
  const madeAnew = await exportFrom(anew, folder);
  expect(differingOf(await compareIn(trial, madeAnew))).toEqual({
    [other]: 'new',
    [same]: 'clash',
    [`article:${third}`]: 'new',
  });
  await anew.site.publish('撤', [{ kind: 'article', id: String(third), withdraw: { reason: '撤' } }]);

  const path = asBackup(await exportFrom(anew, folder), first);
  const compared = await compareIn(trial, path);
  expect(differingOf(compared)).toEqual({ [other]: 'other', [same]: 'clash' });
  const thing = compared.things.find(({ subject }) => subject === other)!;
  expect(thing).toMatchObject({ ownId: null, differences: ['以前用这个编号的：文章《甲公告》'] });
  expect(compared.things.find(({ subject }) => subject === same)!.ownId).toBe(String(before['甲公告']));
  expect(importReport('a.site', compared, { chosen: [], waiting: 0, separate: 0 })).toContain(
    `\nOTHER: 文章《丙通知》 (${other}): there another article had this number before. It is left out; --take ${other} takes it as a new one\n    以前用这个编号的：文章《甲公告》\n`,
  );
  expect(await saveIn(trial, path)).toBeNull();

  await publishIn(trial, (await saveIn(trial, path, { take: [other] }))!);
  expect(await publicIn(trial)).toEqual({ ...before, 丙通知: expect.any(Number) });
  expect(differingOf(await compareIn(trial, path))).toEqual({ [same]: 'clash' });
});

test('[BE4] an article whose title or time was changed there is the same one', async () => {
  const { trial, folder } = exchange;
  const { 丙通知: id } = await publicIn(anew);
  const { 丙通知: own } = await publicIn(trial);
  const changed = async (title: string, contentTime: string) => {
    await anew.site.publish('改', [article(NOTICES, title, { articleId: id!, contentTime })]);
    const compared = await compareIn(trial, asBackup(await exportFrom(anew, folder), first));
    return compared.things.find(({ subject }) => subject === `article:${id}`)!;
  };
  expect(await changed('丙通知（更正）', '2026-02-01T00:00:00.000Z')).toMatchObject({
    state: 'changed',
    ownId: String(own),
  });
  expect(await changed('丙通知', '2026-02-03T00:00:00.000Z')).toMatchObject({
    state: 'changed',
    ownId: String(own),
  });
});
