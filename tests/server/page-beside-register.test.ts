import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { definitionAt } from '#server/store/documents/definition-at.ts';
import { listPublicRowHistory } from '#server/store/rows/row-history.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { consoleOf, hand } from '../world/editions.ts';
import { channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

/** PS9: a page and a register of one name, each published again beside the other. */
const ORIGIN = 'http://localhost';
const NAME = 'open-days';
const PATH = `${SITE_BASE}/publicChannel/openDays`;

const definition = (times: number): RegisterDefinition => ({
  schemaVersion: 1,
  register: NAME,
  title: `开放日${times}`,
  endpoints: [],
  department: '办公室',
  key: ['no'],
  fields: { no: { title: '编号', type: 'text', required: true }, place: { title: `地点${times}`, type: 'text' } },
  columns: ['no', 'place'],
  filters: [],
  order: ['no'],
});

const page = (times: number) => ({
  schemaVersion: 1,
  page: NAME,
  for: { channel: `${SECTION}0009` },
  layout: 'channel',
  title: `投资者开放日第${times}版`,
  blocks: [
    { id: 'note', place: 'main', widget: 'rich-note', props: { title: '说明', paragraphs: [`第${times}版说明。`] } },
    { id: 'rows', place: 'main', widget: 'register-table', source: { name: 'register', params: { register: NAME } } },
  ],
});

const rows = (place: string) => ({
  kind: 'rows' as const,
  document: {
    definition: definition(0),
    rows: [{ no: '1', place }],
    dataDate: '2026-11-01',
    department: '办公室',
  },
});

let site: TestSite;
beforeAll(async () => {
  site = await startSite({
    demo: false,
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      channel(`${SECTION}0009`, 'publicChannel/openDays', '开放日', { type: 2, classOrder: 9 }),
      { kind: 'register', document: definition(0) },
      rows('一号厅'),
      { kind: 'page', id: NAME, document: page(1) },
    ] as never,
  });
});
afterAll(() => site.end());

test('[PS9] a page stands however often the register of its name is defined anew, and the other way round', async () => {
  const before = new Date();
  for (const times of [1, 2, 3, 4, 5, 6])
    await site.publish('定义', [{ kind: 'register', document: definition(times) }]);
  const { html } = await site.get(PATH);
  expect(html).toContain('第1版说明。');
  expect(html).toContain('地点6');
  expect(html).toContain('一号厅');

  await site.publish('数据', [rows('二号厅')]);
  for (const times of [2, 3, 4, 5, 6, 7])
    await site.publish('页面', [{ kind: 'page', id: NAME, document: page(times) }]);
  const after = (await site.get(PATH)).html;
  expect(after).toContain('第7版说明。');
  expect(after).toContain('地点6');
  expect(after).toContain('二号厅');

  // the page's former content is read for none of the register's, then and now
  const { db } = site.database;
  const now = (await site.deps.siteAt('now')).registers.get(NAME)!;
  expect((await definitionAt(db, now, before)).fields.place!.title).toBe('地点0');
  expect(
    (await db.selectFrom('page').select('page').where('page', '=', NAME).where('public_to', 'is', null).execute())
      .length,
  ).toBe(2);
  const history = await listPublicRowHistory(db, now, ['1'], 'now');
  expect(JSON.stringify(history)).toContain('一号厅');
  expect(await verifyLog(db)).toEqual([]);
});

test('[PS9] the console changes each of them as it stands, and an edition of one says nothing of the other', async () => {
  const admin = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  const ask = await consoleOf(site, admin, ORIGIN);
  const { data: found } = await ask('GET', `/page-schemas/${NAME}`);
  expect(found).toMatchObject({ from: 'edition', document: { title: '投资者开放日第7版' } });
  const made = await ask('POST', '/editions', {
    title: '再改页面',
    changes: [{ kind: 'page', id: NAME, document: page(8) }],
  });
  expect(made.msg).toBe('');
  const { data: comparison } = await ask('GET', `/editions/${made.data.editionId}/compare?from=public&to=1`);
  expect(comparison.subjects.map(({ subject }: { subject: string }) => subject)).toEqual([`page:${NAME}`]);
  expect(JSON.stringify(comparison)).toContain('第7版说明。');
});
