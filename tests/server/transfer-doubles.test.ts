import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { getDraft, getEdition } from '#server/editions/edition-row.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { resumeImport } from '#server/editions/draft/halted-import.ts';
import { codeOf, publishContextOf } from '../world/editions.ts';
import {
  accept,
  approveIn,
  compareIn,
  differingOf,
  exportFrom,
  publishIn,
  saveIn,
  startEnvironment,
  twoEnvironments,
} from '../world/transfer.ts';
import { article, SECTION, smallWorld } from '../world/site.ts';
import { until } from '../world/stores.ts';

const exchange = twoEnvironments([], { production: true, trial: true });

const NOTICES = `${SECTION}0003`;
const notice = (title: string, content = '<p>公告</p>'): Change => article(NOTICES, title, { content });

const publicWith = async (title: string): Promise<number> => {
  const { db } = exchange.trial.site.database;
  const rows = await db
    .selectFrom('article')
    .select('article_id')
    .where('public_to', 'is', null)
    .where('title', '=', title)
    .execute();
  return rows.length;
};
const checked = async (editionId: number): Promise<string[]> => {
  const { site } = exchange.trial;
  const found = await checkEdition(publishContextOf(site), await getDraft(site.database.db, editionId, 1));
  return found.map(({ message }) => message);
};

test('[BE8] the same new article of two environments, or by hand, is not published twice: the check tells it, and the next file knows it', async () => {
  const { production, trial, folder } = exchange;
  const { db } = trial.site.database;
  await publishIn(trial, (await saveIn(trial, await exportFrom(production, folder)))!);
  const third = await startEnvironment(smallWorld());
  await accept(trial, [
    { name: '生产环境', key: production.key },
    { name: '第三个环境', key: third.key },
  ]);
  for (const { site } of [production, third]) await site.publish('新', [notice('同一篇')]);
  const [path, theirs] = [await exportFrom(production, folder), await exportFrom(third, folder)];
  await third.site.end();
  const { things } = await compareIn(trial, theirs);
  const [same, others] = [
    things.find(({ title }) => title === '文章《同一篇》')!,
    things.filter(({ title }) => title !== '文章《同一篇》'),
  ];
  const first = (await saveIn(trial, path))!;
  const second = (await saveIn(trial, theirs, { without: others.map(({ subject }) => subject) }))!;
  // both can be published, until one of them is
  expect([await checked(first), await checked(second)]).toEqual([[], []]);
  await approveIn(trial, second);
  await publishIn(trial, first);
  const note = '文章“同一篇”：稿件生成以后这里已经发布，没有再发布';
  expect(await checked(second)).toEqual([expect.stringContaining(note)]);
  const input = { editionId: second, version: 1 };
  expect(await codeOf(publishEdition(publishContextOf(trial.site), trial.publisher, input))).toBe('2024');
  expect(await publicWith('同一篇')).toBe(1);
  await discardEdition(db, trial.writer, input);
  expect((await compareIn(trial, theirs)).things.find(({ subject }) => subject === same.subject)!.state).toBe('same');

  // an article that is not from a file is published as often as somebody wants it
  await trial.site.publish('又一篇', [notice('同一篇')]);
  expect(await publicWith('同一篇')).toBe(2);
});

test('[BE8] one that was published by hand since is told before the first step, and left out between two, with how many', async () => {
  const { production, trial, folder } = exchange;
  const { db, ownerDb } = trial.site.database;
  const context = { ...publishContextOf(trial.site), stepSize: 2 };
  const long = `<p>${'a'.repeat(450_000)}</p>`;
  // two that are the same by all that environments know of articles are no double of each other
  const titles = ['长一', '长二', '长三', '长四', '长五', '长一'];
  await production.site.publish(
    '长公告',
    titles.map((title) => notice(title, long)),
  );
  const path = await exportFrom(production, folder);
  const first = (await saveIn(trial, path))!;
  expect(await checked(first)).toEqual([]);
  await approveIn(trial, first);
  await trial.site.publish('这里', [notice('长三')]);
  expect(await checked(first)).toEqual(['第 3 篇，文章“长三”：稿件生成以后这里已经发布，没有再发布']);
  const input = { editionId: first, version: 1 };
  expect(await codeOf(publishEdition(context, trial.publisher, input))).toBe('2025');
  expect((await getEdition(db, first)).state).toBe('approved');
  await discardEdition(db, trial.writer, input);

  const again = (await saveIn(trial, path))!;
  await approveIn(trial, again);
  await sql`create function hold() returns trigger language plpgsql as $$
    begin if new.done = 2 then new.halted := 'held'; end if; return new; end $$`.execute(ownerDb);
  await sql`create trigger hold before update of done on edition_progress for each row execute function hold()`.execute(
    ownerDb,
  );
  await publishEdition(context, trial.publisher, { ...input, editionId: again });
  await trial.site.publish('这里', [notice('长四')]);
  await resumeImport(db, trial.publisher, { ...input, editionId: again });
  await until('it is published', async () => (await getEdition(db, again)).state === 'published', 60_000);
  const { steps } = await findEdition(db, again, trial.publisher.staffId);
  expect(steps.at(-1)!.note).toMatch(/；1 篇在稿件生成以后这里已经发布，没有再发布：第 3 篇“长四”$/);
  expect(await Promise.all(['长一', '长二', '长三', '长四'].map(publicWith))).toEqual([2, 1, 1, 1]);
  const ids = new Map((await compareIn(trial, path)).things.map(({ subject, title }) => [subject, title]));
  const differing = differingOf(await compareIn(trial, path));
  expect(Object.entries(differing).map(([subject, state]) => [ids.get(subject), state])).toEqual([
    ['文章《长三》', 'clash'],
    ['文章《长四》', 'clash'],
  ]);
});
