import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import { importIn } from '#server/editions/draft/import-steps.ts';
import { getDraft, getEdition } from '#server/editions/edition-row.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { resumeImport } from '#server/editions/draft/halted-import.ts';
import { listPublications } from '#server/people/staff/publications.ts';
import { verifyEditions } from '#server/record/verify-editions.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { publishContextOf } from '../world/editions.ts';
import {
  approveIn,
  compareIn,
  deskOf,
  differingOf,
  exportFrom,
  publishIn,
  saveIn,
  twoEnvironments,
} from '../world/transfer.ts';
import { article, SECTION } from '../world/site.ts';
import { until } from '../world/stores.ts';

const exchange = twoEnvironments([], { production: true, trial: true });

const NOTICES = `${SECTION}0003`;
/** more characters than an edition holds as changes */
const LONG = `<p>${'a'.repeat(450_000)}</p>`;

test('[ED8] [BE4] an edition whose channel was ended between two steps is ended as far as it is; the rest is told and forgotten, and the next file of its sender comes in', async () => {
  const { production, trial, folder } = exchange;
  const { db, ownerDb } = trial.site.database;
  await publishIn(trial, (await saveIn(trial, await exportFrom(production, folder, [])))!);
  await production.site.publish(
    '公告',
    ['一', '二', '三', '四', '五'].map((title) => article(NOTICES, `长公告${title}`, { content: LONG })),
  );
  const path = await exportFrom(production, folder);
  const editionId = (await saveIn(trial, path))!;
  const input = { editionId, version: 1 };
  const { total } = importIn((await getDraft(db, editionId, 1)).changes)!;
  await approveIn(trial, editionId);
  await sql`create function hold() returns trigger language plpgsql as $$
    begin if new.done = 2 then new.halted := 'held'; end if; return new; end $$`.execute(ownerDb);
  await sql`create trigger hold before update of done on edition_progress for each row execute function hold()`.execute(
    ownerDb,
  );
  const first = await publishEdition({ ...publishContextOf(trial.site), stepSize: 2 }, trial.publisher, input);
  await trial.site.publish('停用', [{ kind: 'channel', id: NOTICES, withdraw: { reason: '停用' } } as Change]);
  await resumeImport(db, trial.publisher, input);
  const desk = await deskOf(trial, trial.publisher);
  const shown = async () => (await desk.ask('GET', `/editions/${editionId}`)).data;
  await until('it is halted again', async () => (await shown()).progress.halted !== '', 60_000);
  expect((await shown()).progress.halted).toContain('栏目');

  const stranger = await deskOf(trial, trial.writer);
  expect((await stranger.ask('POST', `/editions/${editionId}/end`, { version: 1 })).code).toBe('2008');
  expect(await desk.ask('POST', `/editions/${editionId}/end`, { version: 1, note: '栏目已停用' })).toMatchObject({
    code: '0',
  });
  const ended = await shown();
  expect([ended.state, ended.publishedIn, ended.progress, ended.steps.at(-1)]).toMatchObject([
    'published',
    first.no,
    null,
    { act: 'published', name: '发布丙', note: `就此结束：发布到第 2 篇，其余 ${total - 2} 篇没有发布；栏目已停用` },
  ]);
  expect((await desk.ask('POST', `/editions/${editionId}/end`, { version: 1 })).code).toBe('2022');
  // each of its publications is listed once
  const { list } = await listPublications(db, { words: '第 1 至 2 篇', reach: null, pageNum: 1, pageSize: 10 });
  expect(list.map(({ no, publishedBy }) => [no, publishedBy])).toEqual([[first.no, '发布丙']]);
  const { rows } = await sql<{ act: string }>`select act from audit where subject = ${`edition:${editionId}`}
    and staff_id = ${trial.publisher.staffId} order by no desc limit 1`.execute(db);
  expect(rows).toEqual([{ act: 'edition.published' }]);
  expect(await verifyEditions(db)).toEqual([]);
  expect(await verifyLog(db)).toEqual([]);

  // published articles count as taken, the rest is new again
  const compared = await compareIn(trial, path);
  expect(compared.memory.pending).toBeUndefined();
  const states = Object.entries(differingOf(compared)).filter(([subject]) => subject.startsWith('article:'));
  expect(states.filter(([, state]) => state === 'new')).toHaveLength(total - 2);
  const next = (await saveIn(trial, path))!;
  expect((await getEdition(db, next)).state).toBe('draft');
});
