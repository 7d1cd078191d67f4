import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { ImportState } from '#features/transfer/wire.ts';
import { fitTransfer } from '#features/transfer/transfer-fit.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { getDraft, getEdition } from '#server/editions/edition-row.ts';
import { importIn } from '#server/editions/draft/import-steps.ts';
import { resumeImport } from '#server/editions/draft/halted-import.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { verifyEditions } from '#server/record/verify-editions.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { codeOf, publishContextOf } from '../world/editions.ts';
import {
  approveIn,
  compareIn,
  deskOf,
  differingOf,
  exportFrom,
  publishIn,
  saveIn,
  storeIn,
  twoEnvironments,
  type Environment,
} from '../world/transfer.ts';
import { article, SECTION } from '../world/site.ts';
import { until } from '../world/stores.ts';

const exchange = twoEnvironments([], { production: true, trial: true });

const NOTICES = `${SECTION}0003`;
/** more than an edition takes as changes */
const COUNT = 1_010;
const counted = (count: number): string => count.toLocaleString('zh-CN');
const titleAt = (at: number): string => `公告 ${at + 1}`;

const many = (from: number, to: number, more: (at: number) => Parameters<typeof article>[2] = () => ({})): Change[] =>
  Array.from({ length: to - from }, (_, at) => article(NOTICES, titleAt(from + at), more(from + at)));

const publicIn = ({ site }: Environment) =>
  site.database.db
    .selectFrom('article')
    .select(['article_id', 'title', 'content', 'attachments'])
    .where('public_to', 'is', null)
    .where('title', 'like', '公告 %')
    .orderBy('article_id')
    .execute();

const stateIn = async ({ site }: Environment, editionId: number): Promise<{ state: string; last: string }> => {
  const { state } = await getEdition(site.database.db, editionId);
  const step = await site.database.db
    .selectFrom('edition_step')
    .select('note')
    .where('edition_id', '=', editionId)
    .orderBy('step_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { state, last: step.note };
};

/** The timer of the site goes on with what is begun to its end. */
async function finish(environment: Environment, editionId: number): Promise<void> {
  await until(
    'the last step is published',
    async () => (await stateIn(environment, editionId)).state === 'published',
    90_000,
  );
  await environment.site.publications.refresh();
}

const waiting = async ({ site }: Environment): Promise<number> => {
  const { rows } =
    await sql`select from pg_locks where not granted and relation = 'article'::regclass and mode = 'RowExclusiveLock'`.execute(
      site.database.db,
    );
  return rows.length;
};

test('[BE8] what does not fit as changes comes with articles apart; where the others do not fit alone, articles wait', () => {
  const limits = { changes: 3, characters: 100, articles: 5 };
  const things = (kind: string, count: number, characters = 1) =>
    Array.from({ length: count }, (_, at) => ({ subject: `${kind}:${at}`, characters }));
  const counts = (...chosen: { subject: string; characters: number }[]) => {
    const { own, separate } = fitTransfer(chosen, limits);
    return [own.length, separate.length];
  };
  expect(counts(...things('page', 1), ...things('article', 2))).toEqual([3, 0]);
  expect(counts(...things('page', 1), ...things('article', 3))).toEqual([1, 3]);
  expect(counts(...things('page', 1), ...things('article', 2, 60))).toEqual([1, 2]);
  expect(counts(...things('page', 3), ...things('article', 9))).toEqual([3, 5]);
  expect(counts(...things('page', 4), ...things('article', 9))).toEqual([3, 0]);
  expect(counts(...things('setting', 2, 60))).toEqual([1, 0]);
});

test('[BE8] more articles than an edition has changes and all else come as one edition with one approval, in steps that a crash leaves whole; afterwards both have the same', async () => {
  const { production, trial, folder } = exchange;
  const paper = await storeIn(production, '公告', '2026-03-05', 'pdf');
  // the same bytes are in the other environment in another month
  const theirs = await storeIn(trial, '公告', '2026-06-05', 'pdf');
  const attached = (at: number) => (at === 1_004 ? { attachments: [{ filename: '公告.pdf', filepath: paper }] } : {});
  for (let from = 0; from < COUNT; from += 500)
    await production.site.publish('公告', many(from, Math.min(from + 500, COUNT), attached));
  const path = await exportFrom(production, folder);
  const compared = await compareIn(trial, path);
  const left = compared.things.find(({ title }) => title === `文章《${titleAt(7)}》`)!.subject;
  const edition = (await saveIn(trial, path, { without: [left] }))!;
  const { db } = trial.site.database;
  const draft = await getDraft(db, edition, 1);
  const found = importIn(draft.changes)!;
  const total = compared.things.filter(({ kind }) => kind === 'article').length - 1;
  expect(total).toBeGreaterThanOrEqual(COUNT - 1);
  expect([found.total, found.others.length]).toEqual([total, compared.things.length - total - 1]);
  expect(await checkEdition(publishContextOf(trial.site), draft)).toEqual([]);

  await approveIn(trial, edition);
  // articles cannot be written for now
  const blocker = await trial.site.database.connectAsOwner('blocks writing of articles');
  await blocker.query('begin; lock table article in exclusive mode');
  await publishEdition(publishContextOf(trial.site), trial.publisher, { editionId: edition, version: 1 });
  await trial.site.publications.refresh();
  const begun = { state: 'publishing', last: expect.stringMatching(`^第 \\d+ 号发布，0 / ${counted(total)} 篇$`) };
  expect(await stateIn(trial, edition)).toEqual(begun);
  // the channels are there, and no article yet
  expect((await trial.site.get('/swhysc/publicChannel/lossStatement')).status).toBe(200);
  expect(await publicIn(trial)).toHaveLength(0);

  // the server that makes the next step is cut off in the middle of it
  await until('the step waits in its transaction', async () => (await waiting(trial)) > 0, 60_000);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    trial.site.database.ownerDb,
  );
  expect(await publicIn(trial)).toHaveLength(0);
  expect(await stateIn(trial, edition)).toEqual(begun);
  expect((await compareIn(trial, path)).memory.pending?.edition).toBe(edition);
  await expect(saveIn(trial, path)).rejects.toThrow(`Edition ${edition} of an earlier import`);
  await blocker.query('rollback');
  await blocker.end();

  await finish(trial, edition);
  const titles = (await db.selectFrom('publication').select('title').orderBy('no').execute()).map(({ title }) => title);
  expect(titles.slice(-3)).toEqual([
    `${draft.title}（文章以外的 ${found.others.length} 项）`,
    `${draft.title}（第 1 至 1,000 篇，共 ${counted(total)} 篇）`,
    `${draft.title}（第 1,001 至 ${counted(total)} 篇，共 ${counted(total)} 篇）`,
  ]);
  const articles = await publicIn(trial);
  expect(articles).toHaveLength(COUNT - 1);
  expect(articles.find(({ title }) => title === titleAt(1_004))!.attachments).toEqual([
    { filename: '公告.pdf', filepath: theirs },
  ]);
  expect(differingOf(await compareIn(trial, path))).toEqual({ [left]: 'new' });
  expect(differingOf(await compareIn(production, await exportFrom(trial, folder)))).toEqual({});
  expect(await verifyEditions(db)).toEqual([]);
  expect(await verifyLog(db)).toEqual([]);

  // the parts left out come with the next one, as a change of their own
  const rest = (await saveIn(trial, path))!;
  expect((await getDraft(db, rest, 1)).changes.map(({ kind }) => kind)).toEqual(['article']);
  await publishIn(trial, rest);
  expect(differingOf(await compareIn(trial, path))).toEqual({});
});

test('[BE8] articles that were changed or withdrawn keep their identity; what was published anew here is not written over', async () => {
  const { production, trial, folder } = exchange;
  const { db } = trial.site.database;
  const ids = new Map((await publicIn(trial)).map(({ article_id, title }) => [title, article_id]));
  const theirs = await publicIn(production);
  for (let from = 0; from < COUNT; from += 500)
    await production.site.publish(
      '公告',
      theirs
        .slice(from, from + 500)
        .map(({ article_id, title }) => article(NOTICES, title, { articleId: article_id, content: '<p>更正</p>' })),
    );
  const idAt = (at: number): number => ids.get(titleAt(at))!;
  await trial.site.publish('撤下', [{ kind: 'article', id: String(idAt(3)), withdraw: { reason: '更正' } }]);
  const path = await exportFrom(production, folder);
  const withdrawn = (await compareIn(trial, path)).things.find(({ title }) => title === `文章《${titleAt(3)}》`)!;
  expect(withdrawn).toMatchObject({ state: 'clash', ownId: String(idAt(3)) });
  // the console is used this time
  const desk = await deskOf(trial, trial.writer);
  const states = async (): Promise<ImportState> => (await desk.ask('GET', '/transfer')).data.import;
  await desk.send('/transfer/import?filename=a.site', readFileSync(path));
  await until('it is compared', async () => (await states()).state === 'ready', 60_000);
  const { data: seen } = await desk.ask('GET', '/transfer/import');
  expect([seen.things.length, seen.limits]).toEqual([
    COUNT,
    { changes: 1_000, characters: 2_000_000, articles: 20_000 },
  ]);
  await desk.ask('POST', '/transfer/import/edition', { without: [], take: [withdrawn.subject] });
  await until('the draft is made', async () => (await states()).state === 'saved', 60_000);
  const edition = (await states()).editionId!;
  const { data: listed } = await desk.ask('GET', `/editions/${edition}/articles?pageNum=1&pageSize=1`);
  expect([listed.total, listed.list[0]]).toMatchObject([COUNT, { title: titleAt(0), articleId: idAt(0) }]);
  const { data: shown } = await desk.ask('GET', `/editions/${edition}/articles/0`);
  expect(shown.difference.fields.map((field: { path: string }) => field.path)).toEqual(['/document/content']);
  const draft = await getDraft(db, edition, 1);
  expect([draft.changes.length, importIn(draft.changes)!.total]).toEqual([1, COUNT]);

  // changed here since: the edition is told so, and is not published
  const anew = (at: number) => article(NOTICES, titleAt(at), { articleId: idAt(at), content: '<p>这里的</p>' });
  const context = publishContextOf(trial.site);
  const input = { editionId: edition, version: 1 };
  await approveIn(trial, edition);
  await trial.site.publish('这里', [anew(4)]);
  const note = '文章“公告 5”：稿件生成以后这里又发布过，没有替换';
  expect((await checkEdition(context, draft)).map(({ message }) => message)).toEqual([expect.stringContaining(note)]);
  expect(await codeOf(publishEdition(context, trial.publisher, input))).toBe('2025');
  expect(await stateIn(trial, edition)).toMatchObject({ state: 'approved' });
  await discardEdition(db, trial.writer, input);

  // changed here between two steps: it stays, and what it says is nothing that both had
  const again = (await saveIn(trial, path, { take: [withdrawn.subject] }))!;
  expect(importIn((await getDraft(db, again, 1)).changes)!.total).toBe(COUNT - 1);
  await sql`create function hold() returns trigger language plpgsql as $$
    begin if new.done = 1000 then new.halted := 'held'; end if; return new; end $$`.execute(
    trial.site.database.ownerDb,
  );
  await sql`create trigger hold before update of done on edition_progress for each row execute function hold()`.execute(
    trial.site.database.ownerDb,
  );
  await publishIn(trial, again);
  const late = idAt(1_006);
  await trial.site.publish('这里', [anew(1_006)]);
  await resumeImport(db, trial.publisher, { editionId: again, version: 1 });
  await finish(trial, again);
  expect(await stateIn(trial, again)).toEqual({
    state: 'published',
    last: expect.stringMatching(/^第 \d+ 号发布；1 篇在稿件生成以后又发布过，没有替换：第 1,006 篇“公告 1007”$/),
  });
  const now = await publicIn(trial);
  expect(now.map(({ title, article_id }) => [title, article_id])).toEqual([...ids]);
  expect(now.filter(({ content }) => content !== '<p>更正</p>').map(({ article_id }) => article_id)).toEqual([
    idAt(4),
    late,
  ]);
  const differenceStates = Object.values(differingOf(await compareIn(trial, path)));
  expect(differenceStates).toEqual(['clash', 'clash']);
});
