import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grant } from '#rules/people/staff-rights.ts';
import type { AuditLine, Paged, PublicationLine } from '#wire/console-answers.ts';
import { publishDue } from '#server/editions/publish/due.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { scheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, saveBy, type Hand } from '../world/editions.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;
const HOUR = 3_600_000;

let site: TestSite;
let publisher: Hand;
let editions: { pressed: number; scheduled: number };
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  const [writer, reviewer] = [await hand(site, '撰写甲'), await hand(site, '审核丙')];
  publisher = await hand(site, '发布丁');
  const pressed = await approvedBy(site, writer, reviewer, [article(LOSS, '按下发布的声明')], '按下发布的声明');
  await publishEdition(publishContextOf(site), publisher, pressed);
  const scheduled = await approvedBy(site, writer, reviewer, [article(LOSS, '到时发布的声明')], '到时发布的声明');
  await scheduleEdition(site.database.db, publisher, { ...scheduled, publishAt: new Date(Date.now() + HOUR) });
  expect(await publishDue(publishContextOf(site), new Date(Date.now() + 2 * HOUR))).toBe(1);
  editions = { pressed: pressed.editionId, scheduled: scheduled.editionId };
});
afterAll(() => site.end());

const as = async (name: string, ...grants: Grant[]) => consoleOf(site, await hand(site, name, grants), ORIGIN);
const publications = async (ask: Awaited<ReturnType<typeof as>>) =>
  ((await ask('GET', '/publications')).data as Paged<PublicationLine>).list;

describe('the record of publications [PB3]', () => {
  test('says who published, or who had set the time, and names the edition to those who may read it', async () => {
    const [clock, pressed, ...rest] = await publications(await as('审计戊', { role: 'auditor', channelId: '' }));
    expect(clock).toMatchObject({
      title: '到时发布的声明',
      publishedBy: '发布丁',
      isScheduled: true,
      editionId: editions.scheduled,
    });
    expect(pressed).toMatchObject({
      title: '按下发布的声明',
      publishedBy: '发布丁',
      isScheduled: false,
      editionId: editions.pressed,
    });
    expect(rest.at(-1), 'what was no edition').toMatchObject({ publishedBy: '', editionId: null });
    const elsewhere = await publications(await as('别处的编辑', { role: 'editor', channelId: '0001000200010002' }));
    expect(elsewhere.slice(0, 2).map(({ editionId, publishedBy }) => [editionId, publishedBy])).toEqual([
      [null, '发布丁'],
      [null, '发布丁'],
    ]);
  });

  test('is a file with the same, and the file is told in the audit log', async () => {
    const ask = await as('审计己', { role: 'auditor', channelId: '' });
    const { body } = await ask('GET', `/publications.csv?words=${encodeURIComponent('声明')}`);
    expect(body).toContain('批准人,发布人,校验值');
    expect(body).toContain('审核丙,定时（发布丁设定）,');
    const { list } = (await ask('GET', '/audit?act=record.export')).data as Paged<AuditLine>;
    expect(list.map(({ facts }) => facts)).toEqual([{ which: '发布记录', words: '声明' }]);
  });
});

describe('the audit log', () => {
  test('names an edition by its title to those who may read it', async () => {
    const lines = async (ask: Awaited<ReturnType<typeof as>>) =>
      ((await ask('GET', `/audit?subject=edition:${editions.pressed}`)).data as Paged<AuditLine>).list.map(
        ({ title }) => title,
      );
    expect(new Set(await lines(await as('审计庚', { role: 'auditor', channelId: '' })))).toEqual(
      new Set(['按下发布的声明']),
    );
    expect(new Set(await lines(await as('系统辛', { role: 'system-admin', channelId: '' })))).toEqual(new Set(['']));
  });

  test('names an edition as it was called at each step', async () => {
    const writer = await hand(site, '撰写壬');
    const draft = await draftBy(site, writer, [article(LOSS, '改名的声明')], '起初的标题');
    await saveBy(site, writer, draft, [article(LOSS, '改名的声明')], { title: '后来的标题' });
    const { list } = (
      await (
        await as('审计癸', { role: 'auditor', channelId: '' })
      )('GET', `/audit?subject=edition:${draft.editionId}`)
    ).data as Paged<AuditLine>;
    expect(list.map(({ act, title }) => [act, title])).toEqual([
      ['edition.saved', '后来的标题'],
      ['edition.created', '起初的标题'],
    ]);
  });
});
