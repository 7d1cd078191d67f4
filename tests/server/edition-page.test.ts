import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds, type AnyKind, type Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { returnEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { storeFile } from '#server/files/store.ts';
import { record } from '#server/people/staff/audit.ts';
import type { ChannelPlan } from '#wire/channel-answers.ts';
import type { EditionLine, Paged } from '#wire/console-answers.ts';
import { WIZARD_KINDS, type TableProposal, type WizardKind, type WizardPlan } from '#wire/wizard.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { writtenSheet } from '../world/sheet-files.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;
const DAY = `${SECTION}0055`;

let site: TestSite;
let [writer, reviewer]: Hand[] = [];
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  writer = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  ask = await consoleOf(site, writer, ORIGIN);
});
afterAll(() => site.end());

const db = () => site.database.db;

async function publish(changes: readonly Change[]): Promise<void> {
  const edition = await approvedBy(site, writer!, reviewer!, changes);
  await publishEdition(publishContextOf(site), await hand(site, '发布丙'), edition);
  await site.publications.refresh();
}

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'day-places',
  title: '开放日地点',
  endpoints: [],
  department: '办公室',
  key: ['placeNo'],
  fields: {
    placeNo: { title: '编号', type: 'text', required: true },
    placeName: { title: '地点', type: 'text', required: true },
  },
  columns: ['placeNo', 'placeName'],
  filters: [],
  order: ['placeNo'],
};
const placesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    placeNo: `P${String(at + 1).padStart(3, '0')}`,
    placeName: `第${at + 1}号会议室`,
  }));
const rowsOf = (rows: readonly object[], of = definition): Change =>
  ({ kind: 'rows', document: { definition: of, rows, dataDate: '2026-11-01', department: '办公室' } }) as Change;
const pageOf = (params: object): Change => ({
  kind: 'page',
  id: 'day-page',
  document: {
    schemaVersion: 1,
    page: 'day-page',
    for: { channel: DAY },
    layout: 'channel',
    blocks: [
      {
        id: 'rows',
        place: 'main',
        widget: 'register-table',
        source: { name: 'register', params: { register: 'day-places', ...params } },
      },
    ],
  },
});

describe('the page of an edition of rows', () => {
  const renamed = (at: number) =>
    placesOf(45).map((row, place) => (place === at - 1 ? { ...row, placeName: '新的会议室' } : row));
  const shown = async (changes: readonly Change[]): Promise<string> => {
    const { editionId } = await draftBy(site, writer!, changes);
    const { status, body } = await ask('GET', `/editions/${editionId}/page`);
    expect(status).toBe(200);
    return body;
  };
  beforeAll(() =>
    publish([
      channel(DAY, 'publicChannel/day', '开放日', { type: 2, classOrder: 55 }),
      { kind: 'register', document: definition },
      pageOf({}),
      rowsOf(placesOf(45)),
    ]),
  );

  test('[ED1] is opened at the page of the table that holds the first changed row', async () => {
    const html = await shown([rowsOf(renamed(34))]);
    expect(html).toContain('新的会议室');
    expect([html.includes('第31号会议室'), html.includes('第3号会议室')]).toEqual([true, false]);
  });

  test('[ED1] is the first where the change is there, or rows only leave', async () => {
    expect(await shown([rowsOf(renamed(4))])).toContain('第3号会议室');
    expect(await shown([rowsOf(placesOf(45).slice(0, 30))])).toContain('第3号会议室');
  });

  test('[ED1] follows the size of the page and the name that the block gives it in addresses', async () => {
    const html = await shown([pageOf({ pageSize: 20 }), rowsOf(renamed(34))]);
    expect(html).toContain('新的会议室');
    expect([html.includes('第21号会议室'), html.includes('第20号会议室')]).toEqual([true, false]);
  });

  test('[ED1] shows the row by itself where rows are shown on demand alone', async () => {
    const onDemand = { ...definition, onDemand: true, filters: [{ name: 'placeNo', field: 'placeNo' }] };
    const html = await shown([
      { kind: 'register', document: onDemand as RegisterDefinition },
      rowsOf(renamed(34), onDemand as RegisterDefinition),
    ]);
    expect([html.includes('新的会议室'), html.includes('第35号会议室')]).toEqual([true, false]);
  });

  test('[ED1] of what is withdrawn is what visitors find in its place', async () => {
    await publish([article(LOSS, '将要撤下的公告')]);
    const { data } = await ask('GET', '/articles?words=将要撤下的公告');
    const id = String(data.list[0].articleId);
    const html = await shown([{ kind: 'article', id, withdraw: { reason: '内容已经过期。' } }]);
    expect(html).toContain('内容已经过期。');
  });
});

describe('将会改变', () => {
  const planOf = async (editionId: number, version?: number): Promise<ChannelPlan> => {
    const query = version === undefined ? '' : `?version=${version}`;
    const { code, msg, data } = await ask('GET', `/editions/${editionId}/channel-plan${query}`);
    expect(code, msg).toBe('0');
    return data as ChannelPlan;
  };

  test.each(kinds as readonly AnyKind[])('[ED1] is told of an edition of a $name, new or withdrawn', async (kind) => {
    const text = readFileSync(`src/kinds/${kind.name}/example.json`, 'utf8').replaceAll('{file}', '2026/11/none.txt');
    const [first] = JSON.parse(text) as [Change];
    const made = await planOf((await draftBy(site, writer!, [first])).editionId);
    expect(made.addressCount).toBeGreaterThanOrEqual(made.addresses.length);
    // a rule of deliveries has no address
    if (!kind.words.withdrawal || kind.name === 'feeding') return;
    const id = kind.name === 'article' ? '1' : kind.name === 'channel' ? LOSS : 'day-page';
    const ended = await draftBy(site, writer!, [{ kind: kind.name, id, withdraw: { reason: '试一试。' } } as Change]);
    expect((await planOf(ended.editionId)).addresses.length).toBeGreaterThan(0);
  });

  test('[ED1] an article that is withdrawn, led elsewhere or moved is among the addresses', async () => {
    await publish([article(LOSS, '一则公告')]);
    const { data } = await ask('GET', '/articles?words=一则公告');
    const { articleId, channelId } = data.list[0] as { articleId: number; channelId: string };
    const path = `${(await site.deps.siteAt('now')).channelPath(channelId)}/detail/${articleId}`;
    const of = async (change: Change) => (await planOf((await draftBy(site, writer!, [change])).editionId)).addresses;
    const id = String(articleId);
    expect(await of({ kind: 'article', id, withdraw: { reason: '过期' } })).toMatchObject([
      { path, before: { kind: 'page', name: '一则公告' }, after: { kind: 'gone' } },
    ]);
    expect(await of({ kind: 'article', id, withdraw: { reason: '过期', successor: '/serve/help' } })).toMatchObject([
      { path, after: { kind: 'gone', successor: '/serve/help' } },
    ]);
    const moved = article(DAY, '一则公告', { articleId });
    expect((await of(moved)).find((one) => one.path === path)).toMatchObject({
      after: { kind: 'redirect', to: `/publicChannel/day/detail/${articleId}` },
    });
    await publish([moved]);
    const { status, headers } = await site.get(`/swhysc${path}`);
    expect([status, headers.location]).toEqual([301, `/swhysc/publicChannel/day/detail/${articleId}`]);
  });

  test.each(WIZARD_KINDS)(
    '[ED1] is told of what the wizard makes: %s, with a table of 40 and of 400 rows',
    async (kind) => {
      for (const count of kind === 'table' || kind === 'copy' ? [40, 400] : [0]) {
        const sent = await ask('POST', '/wizard/send', { plan: await wizardPlan(kind, count) });
        expect([sent.code, sent.data?.problems ?? []], sent.msg).toEqual(['0', []]);
        const { editionId, version } = sent.data as { editionId: number; version: number };
        const plan = await planOf(editionId, version);
        expect(plan.problems).toEqual([]);
        expect(plan.menus.flatMap(({ lines }) => lines)).toContainEqual({
          how: 'added',
          text: `新栏目${kind}${count}`,
        });
      }
    },
  );

  test('[ED1] is told to nobody who may not read the edition', async () => {
    const { editionId } = await draftBy(site, writer!, [channel(`${SECTION}0077`, 'publicChannel/far', '远处')]);
    const stranger = await consoleOf(
      site,
      await hand(site, '他处编辑', [{ role: 'editor', channelId: '0001000200010007' }]),
      ORIGIN,
    );
    expect((await stranger('GET', `/editions/${editionId}/channel-plan`)).status).toBe(403);
  });

  async function wizardPlan(kind: WizardKind, count: number): Promise<WizardPlan> {
    const last = 60 + WIZARD_KINDS.indexOf(kind) * 2 + (count > 40 ? 1 : 0);
    const made: WizardPlan = {
      kind,
      channel: {
        channelId: `${SECTION}00${last}`,
        parentId: SECTION,
        classOrder: last,
        url: `publicChannel/new${kind}${count}`,
        name: `新栏目${kind}${count}`,
        type: 2,
        department: '办公室',
      },
    };
    if (kind === 'copy') return { ...made, copyOf: DAY, file: await stored(placeSheet(count)) };
    if (kind !== 'table') {
      const attachments =
        kind === 'files' || kind === 'downloads'
          ? [{ filename: '表单.xlsx', filepath: (await stored(placeSheet(3))).filepath }]
          : [];
      const content = kind === 'downloads' ? '' : '<p>正文。</p>';
      const contentTime = '2026-11-01T09:00:00+08:00';
      return { ...made, articles: [{ title: '说明', content, source: '办公室', contentTime, attachments }] };
    }
    const file = await stored(placeSheet(count));
    const { data } = await ask('GET', `/wizard/table?${new URLSearchParams({ ...file }).toString()}`);
    return { ...made, file, table: (data as TableProposal).table };
  }

  const placeSheet = (count: number): Promise<Buffer> =>
    writtenSheet(
      ['编号', '地点'],
      placesOf(count).map(({ placeNo, placeName }) => [placeNo, placeName]),
    );

  async function stored(sheet: Promise<Buffer>) {
    const { filepath } = await storeFile({ db: db(), dir: site.filesDir }, { bytes: await sheet, extension: 'xlsx' });
    await record(db(), writer!, 'file.upload', { subject: `file:${filepath}` });
    return { filepath, filename: '地点.xlsx', sheet: '' };
  }
});

test('[ED2] what was returned is counted for whoever wrote it, and listed with who returned it and why', async () => {
  const author = await hand(site, '编辑丁', [{ role: 'editor', channelId: SECTION }]);
  const own = await consoleOf(site, author, ORIGIN);
  const counts = async () => (await own('GET', '/editions/counts')).data as Record<string, number>;
  const before = await counts();
  const edition = await draftBy(site, author, [article(LOSS, '退回的公告')], '退回的公告');
  await submitEdition(publishContextOf(site), author, edition);
  expect((await counts()).returned).toBe(before.returned);
  await returnEdition(db(), reviewer!, { ...edition, note: '请补充附件' });
  expect(await counts()).toMatchObject({ returned: before.returned! + 1, mine: before.mine! + 1 });
  const { list } = (await own('GET', '/editions?view=returned')).data as Paged<EditionLine>;
  expect(list).toMatchObject([{ editionId: edition.editionId, returned: { name: '审核乙', reason: '请补充附件' } }]);
  const others = (await ask('GET', '/editions?view=returned')).data as Paged<EditionLine>;
  expect(others.list.map(({ editionId }) => editionId)).not.toContain(edition.editionId);
  await submitEdition(publishContextOf(site), author, edition);
  expect((await counts()).returned).toBe(before.returned);
  const all = (await own('GET', '/editions?view=mine')).data as Paged<EditionLine>;
  expect(all.list.find(({ editionId }) => editionId === edition.editionId)).toMatchObject({ returned: null });
});
