import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDraft } from '#server/editions/draft/draft-changes.ts';
import type { RowSetRef } from '#kinds/rows/index.ts';
import { inParts, storeRows } from '#kinds/rows/server/row-sets.ts';
import { storePreview } from '#server/pages/preview/stored-previews.ts';
import { consoleOf, hand, type Hand } from '../world/editions.ts';
import { channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const [PRIVATE, MARKETERS] = [`${SECTION}0004`, `${SECTION}0012`];
const MARKER = '未公开的经纪人';
const FACTS = { dataDate: '2026-11-20', department: '财富管理总部' };

let site: TestSite;
/** row set of marketers, drafted and not public */
let theirs: RowSetRef;
let [outsider, insider]: Hand[] = [];
beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      channel(PRIVATE, 'publicChannel/pe', '私募从业人员', { classOrder: 4 }),
      channel(MARKETERS, 'publicChannel/marketers', '营销人员', { classOrder: 12 }),
    ],
  });
  theirs = await storeRows(
    site.database.db,
    'marketer',
    inParts([
      { name: MARKER, marketerId: '800213', marketerType: '1', certNo: 'S9901124030017', orgName: '示例营业部' },
    ]),
  );
  [outsider, insider] = [
    await hand(site, '编辑甲', [{ role: 'channel-admin', channelId: PRIVATE }]),
    await hand(site, '编辑乙', [{ role: 'editor', channelId: MARKETERS }]),
  ];
});
afterAll(() => site.end());

const definitionOf = async (name: string) => (await site.deps.siteAt('now')).registers.get(name)!;
const change = async (name: string, more: object = {}) => ({
  kind: 'rows',
  document: { definition: { ...(await definitionOf(name)), ...more }, rowSet: theirs, ...FACTS },
});

/** A definition of one's own register that would show what the rows of the other have. */
async function borrowed(): Promise<object> {
  const { key, fields, columns, filters, order } = await definitionOf('marketer');
  return { key, fields, columns, filters, order };
}

const withRows = ({ document, ...change }: { document: object }, rows: unknown[]) => {
  const { rowSet: _set, ...facts } = document as { rowSet?: unknown };
  return { ...change, document: { ...facts, rows } };
};

test('rows of a register are named by whoever may write that register, and by nobody through another one', async () => {
  const may = await consoleOf(site, insider!, ORIGIN);
  const good = await may('POST', '/previews', { changes: [await change('marketer')] });
  expect([good.data.problems, good.body.includes(MARKER)]).toEqual([[], true]);
  const ask = await consoleOf(site, outsider!, ORIGIN);
  const { data: own } = await ask('POST', '/editions', {
    title: '名单',
    changes: [withRows(await change('private-equity-staff'), [])],
  });
  const doors = (changes: object[]): [path: string, body: object][] => [
    ['/previews', { changes }],
    ['/editions', { title: '名单', changes }],
    [`/editions/${own.editionId}`, { version: 1, title: '名单', changes }],
  ];
  const tried = [
    ...doors([await change('marketer')]).map((door) => [...door, 403] as const),
    ...doors([await change('private-equity-staff')]).map((door) => [...door, 422] as const),
    ...doors([await change('private-equity-staff', await borrowed())]).map((door) => [...door, 422] as const),
  ];
  for (const [path, body, status] of tried) {
    const answer = await ask('POST', path, body);
    expect([path, answer.status, answer.body.includes(MARKER)]).toEqual([path, status, false]);
  }
});

test('a kept preview is not drawn any more for whoever has lost the role', async () => {
  const changes = [await change('marketer')] as Parameters<typeof storePreview>[2];
  const [mine, lost] = [
    await storePreview(site.database.db, insider!.staffId, changes),
    await storePreview(site.database.db, outsider!.staffId, changes),
  ];
  const seen = await (await consoleOf(site, insider!, ORIGIN))('GET', `/previews/${mine}/page`);
  const unseen = await (await consoleOf(site, outsider!, ORIGIN))('GET', `/previews/${lost}/page`);
  expect([seen.status, seen.body.includes(MARKER), unseen.status, unseen.body.includes(MARKER)]).toEqual([
    200,
    true,
    403,
    false,
  ]);
});

test('whether somebody may write a draft is asked before its HTML is cleaned', async () => {
  const change = {
    kind: 'article',
    document: {
      channelId: MARKETERS,
      title: '长文',
      content: '<p onclick="x()">字</p>',
      source: '办公室',
      contentTime: '',
    },
  };
  const requests: unknown[] = [];
  const read = await readDraft(
    { title: ' 长文 ', changes: [change] },
    async (draft) => void requests.push(structuredClone(draft)),
  );
  expect([requests, read.changes]).toEqual([
    [{ title: '长文', changes: [change] }],
    [{ ...change, document: { ...change.document, content: '<p>字</p>' } }],
  ]);
  const ask = await consoleOf(site, outsider!, ORIGIN);
  for (const path of ['/previews', '/editions'])
    expect((await ask('POST', path, { title: '长文', changes: [change] })).status).toBe(403);
});
