import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Role } from '#rules/people/staff-rights.ts';
import type { ReplacementPlan, WordsPlan } from '#wire/search-answers.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { consoleOf, hand, publishContextOf } from '../world/editions.ts';
import { article, channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NEWS = '00010002000100020001';
const DESK = `${SECTION}0041`;
const [FROM, TO] = ['旧港路一号', '新港路九号'];

const desk: RegisterDefinition = {
  schemaVersion: 1,
  register: 'desk',
  title: '柜台',
  endpoints: [],
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'text' },
    address: { title: '地址', type: 'text' },
    memo: { title: '备注', type: 'text' },
  },
  columns: ['no', 'address'],
  filters: [],
  order: ['no'],
};
const page: Change = {
  kind: 'page',
  id: 'desk-page',
  document: {
    schemaVersion: 1,
    page: 'desk-page',
    for: { url: 'publicChannel/desk' },
    layout: 'channel',
    blocks: [
      {
        id: 'rows',
        place: 'main',
        widget: 'register-table',
        source: { name: 'register', params: { register: desk.register } },
      },
    ],
  },
};

let site: TestSite;
let id: number;
beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      channel(DESK, 'publicChannel/desk', `${FROM}的柜台`, { type: 2, classOrder: 41 }),
      { kind: 'register', document: desk },
      page,
    ],
  });
  const made = await site.publish('公示', [
    article(NEWS, `营业部在${FROM}`, {
      content: `<p>请到<a href="/swhysc/?at=${encodeURIComponent(FROM)}" title="${FROM}">${FROM}</a>办理。</p>`,
    }),
    {
      kind: 'rows',
      document: {
        definition: desk,
        rows: [
          { no: '1', address: `${FROM}二楼`, memo: `原在${FROM}` },
          { no: '2', address: '别处', memo: '' },
        ],
        dataDate: '2026-11-01',
        department: '运营部',
      },
    },
  ]);
  id = made.articleIds[0]!;
});
afterAll(() => site.end());

const textOf = (parts: { text: string }[]): string => parts.map(({ text }) => text).join('');
const asking = async (role: Role, channelId = '') =>
  consoleOf(site, await hand(site, '某人', [{ role, channelId }]), ORIGIN);
const query = `/replacement?${new URLSearchParams({ from: FROM, to: TO })}`;

test('[CS6] each place is shown with what it would say, to whoever may change it', async () => {
  const ask = await asking('channel-admin');
  const { places } = (await ask('GET', query)).data as ReplacementPlan;
  expect(places.map(({ title, label, after }) => `${title} ${label}: ${textOf(after)}`)).toEqual([
    `文章《营业部在${FROM}》 标题: 营业部在${TO}`,
    `文章《营业部在${FROM}》 正文: 请到${TO}办理。`,
    `栏目“${FROM}的柜台” 名称: ${TO}的柜台`,
    `登记表“柜台” · ${FROM}二楼 地址: ${TO}二楼`,
    `登记表“柜台” · ${FROM}二楼 备注: 原在${TO}`,
  ]);
  // a number in a setting, for whoever may change settings
  const hotline = `/replacement?${new URLSearchParams({ from: '400-555-0000', to: '400-666-0000' })}`;
  const inSettings = ({ data }: { data: ReplacementPlan }) =>
    data.places.filter(({ id: at }) => at.startsWith('setting:'));
  expect(inSettings((await ask('GET', hotline)) as never).map(({ after }) => textOf(after))).toEqual(
    expect.arrayContaining([expect.stringContaining('400-666-0000')]),
  );
  expect(inSettings((await (await asking('editor', NEWS))('GET', hotline)) as never)).toEqual([]);
  const own = (await (await asking('editor', NEWS))('GET', query)).data as ReplacementPlan;
  expect(own.places.map(({ label }) => label)).toEqual(['标题', '正文']);
  expect((await (await asking('reviewer'))('GET', query)).status).toBe(403);
  expect((await ask('GET', '/replacement?from=x&to=y')).status).toBe(422);
});

test('[CS6] chosen places become one edition that goes the way of all, and a second one made at once is outdated', async () => {
  const { db } = site.database;
  const ask = await asking('channel-admin');
  const { places, marks } = (await ask('GET', query)).data as ReplacementPlan;
  const body = {
    from: FROM,
    to: TO,
    base: marks,
    places: places.filter(({ label }) => label !== '备注').map(({ id: place }) => place),
  };
  const [first, second] = [
    await ask('POST', '/replacement', body),
    await (await asking('channel-admin'))('POST', '/replacement', body),
  ];
  expect([first.code, second.code]).toEqual(['0', '0']);
  const { title, changes } = (await ask('GET', `/editions/${first.data.editionId}`)).data.shown;
  expect([title, changes.map(({ kind }: Change) => kind)]).toEqual([
    `全部替换“${FROM}”为“${TO}”`,
    ['article', 'channel', 'rows'],
  ]);
  expect(changes[0].document.content).toContain(`?at=${encodeURIComponent(FROM)}`);
  const [reviewer, publisher] = [await hand(site, '审核'), await hand(site, '发布')];
  await submitEdition(publishContextOf(site), reviewer, first.data);
  await approveEdition(db, publisher, first.data);
  await publishEdition(publishContextOf(site), publisher, first.data);
  await site.publications.refresh();
  const { content } = await db
    .selectFrom('article')
    .select('content')
    .where('article_id', '=', id)
    .where('public_to', 'is', null)
    .executeTakeFirstOrThrow();
  expect(content).toContain(`>${TO}</a>办理`);
  const rows = await db
    .selectFrom('register_row')
    .select('data')
    .where('public_to', 'is', null)
    .orderBy('key')
    .execute();
  expect(rows.map(({ data }) => [data.address, data.memo ?? ''])).toEqual([
    [`${TO}二楼`, `原在${FROM}`],
    ['别处', ''],
  ]);
  const found = (await ask('GET', `/editions/${second.data.editionId}`)).data;
  expect(found.outdated.length).toBe(3);
  const left = (await ask('GET', query)).data as ReplacementPlan;
  expect(left.places.map(({ label }) => label)).toEqual(['备注']);
  expect((await ask('POST', '/replacement', { ...body, places: ['article:1 title'] })).status).toBe(422);
});

test('[CS6] places whose words cannot be replaced are told with why, beside those that can', async () => {
  const from = '老码头路3号';
  const made = await site.publish('写法', [
    article(NEWS, '两处地址', { content: `<p>${from}，以及老码头<b>路</b>3号。</p>` }),
    article(NEWS, '另一种写法', { content: '<p>老码头路 3号</p>' }),
    article(NEWS, '两个词分开', { content: '<p>老码头路，第三号</p>' }),
    {
      kind: 'rows',
      document: {
        definition: desk,
        rows: [{ no: '3', address: '老码头路３号', memo: '' }],
        dataDate: '2026-11-02',
        department: '运营部',
      },
    },
  ]);
  const ask = await asking('channel-admin');
  const plan = (await ask('GET', `/replacement?${new URLSearchParams({ from, to: `${from}甲` })}`)).data as WordsPlan;
  expect(plan.places.map(({ title, label }) => `${title} ${label}`)).toEqual(['文章《两处地址》 正文']);
  expect(Object.keys(plan.marks)).toEqual([`article:${made.articleIds[0]}`]);
  expect(plan.remaining.map(({ title, label, why, to }) => [title, label, why, to]).toSorted()).toEqual([
    ['文章《两处地址》', '正文', 'inside-format', `/content/${made.articleIds[0]}/edit`],
    ['文章《另一种写法》', '正文', 'other-signs', `/content/${made.articleIds[1]}/edit`],
    ['登记表“柜台” · 老码头路３号', '地址', 'other-signs', '/registers/desk'],
  ]);
});
