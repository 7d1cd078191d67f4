import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { errors } from '#server/errors.ts';
import { publishDue } from '#server/editions/publish/due.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { scheduleEdition, unscheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { setState } from '#server/people/staff/accounts.ts';
import { approvedBy, codeOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';
import { until } from '../world/stores.ts';

const LOSS = `${SECTION}0003`;
const HOUR = 3_600_000;

let site: TestSite;
let people: { writer: Hand; reviewer: Hand; publisher: Hand };
const staffOf = async (one: TestSite) => ({
  writer: await hand(one, '撰写甲'),
  reviewer: await hand(one, '审核丙'),
  publisher: await hand(one, '发布丁'),
});
beforeAll(async () => {
  site = await startSite();
  people = await staffOf(site);
});
afterAll(() => site.end());

const db = () => site.database.db;
const inAnHour = () => new Date(Date.now() + HOUR);
const stateOf = async (editionId: number, one = site) =>
  (
    await one.database.db
      .selectFrom('edition')
      .select('state')
      .where('edition_id', '=', editionId)
      .executeTakeFirstOrThrow()
  ).state;
const approved = (title: string) => approvedBy(site, people.writer, people.reviewer, [article(LOSS, title)], title);
const scheduled = async (title: string, publishAt = inAnHour()) => {
  const edition = await approved(title);
  await scheduleEdition(db(), people.publisher, { ...edition, publishAt });
  return edition;
};
/** sets the moment by the database's clock, past the check of a moment to come */
const dueAt = (editionId: number, at: Date, one = site) =>
  one.database.db.updateTable('edition').set({ publish_at: at }).where('edition_id', '=', editionId).execute();

describe('a scheduled publication', () => {
  test('becomes public when it is due, not before, and its history says that the clock did it', async () => {
    const at = inAnHour();
    const { editionId } = await scheduled('定时的声明', at);
    expect(await publishDue(publishContextOf(site), new Date(at.getTime() - 1))).toBe(0);
    expect(await publishDue(publishContextOf(site), at)).toBe(1);
    const { state, steps } = await findEdition(db(), editionId, people.writer.staffId);
    expect([state, steps.at(-1)!.act, steps.at(-1)!.name]).toEqual(['published', 'published', '']);
    expect(steps.at(-2)).toMatchObject({ act: 'scheduled', note: `定于 ${shanghaiSecond(at.toISOString())} 发布` });
  });

  test.each([
    ['midnight of Shanghai', '2027-03-01T00:00:00+08:00'],
    ['a leap day', '2028-02-29T00:00:00+08:00'],
    ['the end of a year, from another zone', '2027-12-31T18:30:00-05:30'],
  ])('at %s to the millisecond', async (_name, text) => {
    const { editionId } = await approved(`准点 ${text}`);
    const at = new Date(text);
    await dueAt(editionId, at);
    expect([
      await publishDue(publishContextOf(site), new Date(at.getTime() - 1)),
      await publishDue(publishContextOf(site), at),
    ]).toEqual([0, 1]);
  });

  test('a clock that jumps back revives nothing, and one that jumps ahead brings what is due in its order', async () => {
    const [first, second] = [inAnHour(), new Date(Date.now() + 2 * HOUR)];
    const late = await scheduled('后到的声明', second);
    const early = await scheduled('先到的声明', first);
    expect(await publishDue(publishContextOf(site), new Date(Date.now() + 3 * HOUR))).toBe(2);
    const rows = await db()
      .selectFrom('edition')
      .select(['edition_id', 'published_in'])
      .where('edition_id', 'in', [late.editionId, early.editionId])
      .orderBy('published_in')
      .execute();
    expect(rows.map(({ edition_id }) => edition_id)).toEqual([early.editionId, late.editionId]);
    const before = await site.publications.refresh();
    for (const now of [new Date(0), new Date(), second, new Date(Date.now() + 4 * HOUR)])
      expect(await publishDue(publishContextOf(site), now)).toBe(0);
    expect(await site.publications.refresh()).toBe(before);
  });

  test('one that cannot be published is taken off the schedule and says why; the others become public', async () => {
    const short = channel(`${SECTION}0098`, 'publicChannel/short', '短暂的栏目', { type: 2, classOrder: 98 });
    await site.publish('栏目', [short]);
    const stale = await approvedBy(site, people.writer, people.reviewer, [article(`${SECTION}0098`, '来晚的声明')]);
    await scheduleEdition(db(), people.publisher, { ...stale, publishAt: inAnHour() });
    await site.publish('别人停用', [{ kind: 'channel', id: `${SECTION}0098`, withdraw: { reason: '并入其他栏目' } }]);
    const good = await scheduled('照常的声明');
    expect(await publishDue(publishContextOf(site), new Date(Date.now() + 2 * HOUR))).toBe(1);
    const { state, publishAt, steps } = await findEdition(db(), stale.editionId, people.writer.staffId);
    expect([state, publishAt, steps.at(-1)!.act, steps.at(-1)!.note]).toEqual([
      'approved',
      '',
      'failed',
      expect.stringContaining('栏目'),
    ]);
    expect(await stateOf(good.editionId)).toBe('published');
    expect(await publishDue(publishContextOf(site), new Date(Date.now() + 3 * HOUR))).toBe(0);
    expect(
      (await findEdition(db(), stale.editionId, people.writer.staffId)).steps.filter(({ act }) => act === 'failed'),
    ).toHaveLength(1);
  });

  test('[ST1] the approval of a suspended person publishes nothing, pressed, planned or due: the edition waits for another approval', async () => {
    const leaver = await hand(site, '审核戊');
    const approvedByLeaver = (title: string) => approvedBy(site, people.writer, leaver, [article(LOSS, title)], title);
    const pressed = await approvedByLeaver('停用后发布的声明');
    const planned = await approvedByLeaver('停用后定时的声明');
    const due = await approvedByLeaver('停用后到期的声明');
    await scheduleEdition(db(), people.publisher, { ...due, publishAt: inAnHour() });
    await setState(db(), leaver.staffId, 'suspended');
    const words = /审核人审核戊的账号已停用/;
    await expect(publishEdition(publishContextOf(site), people.publisher, pressed)).rejects.toThrow(words);
    await expect(scheduleEdition(db(), people.publisher, { ...planned, publishAt: inAnHour() })).rejects.toThrow(words);
    expect(await publishDue(publishContextOf(site), new Date(Date.now() + 2 * HOUR))).toBe(0);
    for (const { editionId } of [pressed, planned, due]) {
      const {
        state,
        publishAt,
        approvedBy: approver,
        steps,
      } = await findEdition(db(), editionId, people.writer.staffId);
      expect([state, publishAt, approver]).toEqual(['in-review', '', '']);
      expect(steps.at(-1)).toMatchObject({ act: 'approval-ended', note: expect.stringMatching(words) });
    }
    await approveEdition(db(), people.reviewer, pressed);
    await publishEdition(publishContextOf(site), people.publisher, pressed);
    expect(await stateOf(pressed.editionId)).toBe('published');
  });

  test('a moment that is past, a year away or none is refused; what is taken off stays approved', async () => {
    const edition = await approved('改期的声明');
    for (const publishAt of [
      new Date(Date.now() - 1_000),
      new Date(Date.now() + 400 * 24 * HOUR),
      new Date(Number.NaN),
    ]) {
      expect(await codeOf(scheduleEdition(db(), people.publisher, { ...edition, publishAt }))).toBe(
        errors.invalidInput.code,
      );
    }
    expect(await codeOf(unscheduleEdition(db(), people.publisher, edition))).toBe(errors.editionState.code);
    await scheduleEdition(db(), people.publisher, { ...edition, publishAt: inAnHour() });
    await unscheduleEdition(db(), people.publisher, edition);
    expect(await publishDue(publishContextOf(site), new Date(Date.now() + 2 * HOUR))).toBe(0);
    expect(await stateOf(edition.editionId)).toBe('approved');
    const draft = await draftBy(site, people.writer, [article(LOSS, '未审的声明')]);
    expect(await codeOf(scheduleEdition(db(), people.publisher, { ...draft, publishAt: inAnHour() }))).toBe(
      errors.editionState.code,
    );
  });
});

describe('the timer', () => {
  test('of two servers on one store: each edition becomes public once, within seconds, on both', async () => {
    const servers = [
      await startSite({ changes: [], database: site.database, timers: true }),
      await startSite({ changes: [], database: site.database, timers: true }),
    ];
    const before = await site.publications.refresh();
    const editions = await Promise.all(Array.from({ length: 6 }, (_, at) => approved(`两台服务器 ${at}`)));
    await db()
      .updateTable('edition')
      .set({ publish_at: sql<Date>`now()` })
      .where(
        'edition_id',
        'in',
        editions.map(({ editionId }) => editionId),
      )
      .execute();
    await until('all are public', async () =>
      (await Promise.all(editions.map(({ editionId }) => stateOf(editionId)))).every((state) => state === 'published'),
    );
    await until('both servers know', () => servers.every(({ publications }) => publications.current() === before + 6));
    const steps = await db()
      .selectFrom('edition_step')
      .select('edition_id')
      .where('act', '=', 'published')
      .where(
        'edition_id',
        'in',
        editions.map(({ editionId }) => editionId),
      )
      .execute();
    expect(steps).toHaveLength(6);
    for (const server of servers) {
      expect((await server.get('/swhysc/publicChannel/lossStatement')).html).toContain('两台服务器 5');
      await server.close();
    }
  });

  test('two looks at the same moment publish once', async () => {
    const at = inAnHour();
    const editions = [await scheduled('同刻一', at), await scheduled('同刻二', at)];
    const counts = await Promise.all(Array.from({ length: 4 }, () => publishDue(publishContextOf(site), at)));
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(await Promise.all(editions.map(({ editionId }) => stateOf(editionId)))).toEqual(['published', 'published']);
  });

  test('catches up at its start with what came due while no server ran', async () => {
    const alone = await startSite();
    const { writer, reviewer } = await staffOf(alone);
    const { editionId } = await approvedBy(alone, writer, reviewer, [article(LOSS, '停机时到期的声明')]);
    await alone.close();
    await dueAt(editionId, new Date(Date.now() - 24 * HOUR), alone);
    const again = await startSite({ changes: [], database: alone.database, timers: true });
    await until('it is public', async () => (await stateOf(editionId, alone)) === 'published');
    await until('the server knows', () => again.publications.current() === 2);
    await again.close();
    await alone.database.drop();
  });
});
