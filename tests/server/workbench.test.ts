import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAfter } from '#rules/registers/freshness.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { keep } from '#server/db/kept.ts';
import { findDeadLinksDaily, findPublicDeadLinks } from '#server/editions/checks/public-links.ts';
import type { Change } from '#kinds/index.ts';
import { publishDue } from '#server/editions/publish/due.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { scheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { returnEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { storeFile } from '#server/files/store.ts';
import type { BrokenGroup, Workbench, WorkCalendar } from '#wire/bench-answers.ts';
import type { ChannelDuty } from '#wire/channel-answers.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { article, channel, PAGES_DIR, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const HOUR = 3_600_000;
/** due each week, of one department */
const WEEKLY = `${SECTION}0031`;
/** without a duty, of another */
const OPEN = `${SECTION}0032`;
const SHORT = `${SECTION}0098`;
const today = shanghaiDate(Date.now());
const quarterToday = `${today.slice(0, 4)}Q${Math.ceil(Number(today.slice(5, 7)) / 3)}`;

type Ask = Awaited<ReturnType<typeof consoleOf>>;

/** a banner and a page with a link to a channel below 信息公告 */
const linking = (to: string): Change[] => {
  const links = [{ title: '看一看', path: `/publicChannel/${to}` }];
  return [
    { kind: 'setting', id: 'banners', document: [{ title: '横幅', text: '', drawing: 'waves', seed: 1, links }] },
    {
      kind: 'page',
      id: 'bench-page',
      document: {
        schemaVersion: 1,
        page: 'bench-page',
        for: { path: '/bench-page' },
        layout: 'channel',
        title: '提示',
        blocks: [{ id: 'band', place: 'main', widget: 'service-band', props: { title: '热线', text: '说明', links } }],
      },
    },
  ];
};

let site: TestSite;
let pagesDir: string;
let asks: Record<'writer' | 'reviewer' | 'publisher' | 'narrow' | 'system' | 'nobody', Ask>;
let scheduled: { editionId: number };
beforeAll(async () => {
  pagesDir = await mkdtemp(join(tmpdir(), 'swtest-pages-'));
  await cp(PAGES_DIR, pagesDir, { recursive: true });
  await writeFile(join(pagesDir, 'channels/bond-investment.json'), '{ "page": "bond-investment", ');
  site = await startSite({ siteUrl: ORIGIN, pagesDir, changes: smallWorld(), at: new Date('2026-01-05T04:00:00Z') });
  const { db } = site.database;
  const { filepath } = await storeFile({ db, dir: site.filesDir }, { bytes: Buffer.from('%PDF-1.4 年报\n%%EOF') });
  const longAgo = daysAfter(today, -10);
  await site.publish('栏目', [
    channel(WEEKLY, 'publicChannel/weekly', '每周公示', { type: 2, department: '甲部', freshness: 'weekly' }),
    channel(OPEN, 'publicChannel/open', '公开栏目', { type: 2, department: '乙部', freshness: 'none:有事项时才发布' }),
    channel(`${SECTION}0033`, 'publicChannel/soon', '将到期', { type: 2, department: '乙部', freshness: 'monthly' }),
    channel(SHORT, 'publicChannel/short', '短暂的栏目', { type: 2, classOrder: 98 }),
    article(WEEKLY, '上次公示', { contentTime: `${longAgo}T04:00:00.000Z` }),
    article(`${SECTION}0033`, '本期', { contentTime: `${today}T00:00:00.000Z` }),
    article(OPEN, '会撤下的公告', {
      ends: { withdraw: daysAfter(today, 5), home: daysAfter(today, 40), reason: '到期' },
    }),
    article(OPEN, '有链接的公告', {
      content:
        '<p>见<a href="/swhysc/publicChannel/nothing">说明</a>和<a href="/swhysc/publicChannel/open">本栏目</a>。</p>',
    }),
    ...linking('nothing'),
    article(WEEKLY, '有附件的公告', {
      contentTime: `${longAgo}T04:00:00.000Z`,
      attachments: [{ filename: '年报.pdf', filepath }],
    }),
  ]);
  const everywhere = { channelId: '' };
  const writer = await hand(site, '撰写张三', [{ role: 'editor', ...everywhere }]);
  const reviewer = await hand(site, '审核李四', [{ role: 'reviewer', ...everywhere }]);
  const publisher = await hand(site, '发布王五', [{ role: 'publisher', ...everywhere }]);
  const narrow = await hand(site, '编辑赵六', [{ role: 'editor', channelId: OPEN }]);
  const system = await hand(site, '系统孙七', [{ role: 'system-admin', ...everywhere }]);
  const nobody = await hand(site, '新人周八');
  const publishing = publishContextOf(site);
  const submit = async (changes: Parameters<typeof draftBy>[2], title: string) => {
    const edition = await draftBy(site, writer, changes, title);
    await submitEdition(publishing, writer, edition);
    return edition;
  };
  await submit([article(WEEKLY, '甲一')], '甲部的一份');
  await submit([article(OPEN, '乙一')], '乙部的一份');
  await submit([article(OPEN, '乙二'), article(WEEKLY, '甲二')], '两个部门的一份');
  const back = await submit([article(WEEKLY, '甲三')], '退回的一份');
  await returnEdition(db, reviewer, { ...back, note: '请补充' });
  await draftBy(site, writer, [{ kind: 'setting', id: 'demo', document: false }], '全站的一份');
  await draftBy(site, narrow, [article(OPEN, '乙三')], '赵六的草稿');
  await approvedBy(site, writer, reviewer, [article(OPEN, '乙四')], '通过的一份');
  const timed = await approvedBy(site, writer, reviewer, [article(OPEN, '乙五')], '定时的一份');
  scheduled = timed;
  await scheduleEdition(db, publisher, { ...timed, publishAt: new Date(Date.now() + 72 * HOUR) });
  const stale = await approvedBy(site, writer, reviewer, [article(SHORT, '来晚的')], '来晚的一份');
  await scheduleEdition(db, publisher, { ...stale, publishAt: new Date(Date.now() + HOUR) });
  await site.publish('停用', [{ kind: 'channel', id: SHORT, withdraw: { reason: '并入其他栏目' } }]);
  await publishDue(publishing, new Date(Date.now() + 2 * HOUR));
  const done = await approvedBy(site, writer, reviewer, [article(OPEN, '已公开')], '今天公开的一份');
  await publishEdition(publishing, publisher, done);
  await site.publications.refresh();
  await findPublicDeadLinks(db, pagesDir);
  await rm(join(site.filesDir, filepath));
  await site.get(`/static-file/${filepath}`);
  const people: Record<keyof typeof asks, Hand> = { writer, reviewer, publisher, narrow, system, nobody };
  asks = Object.fromEntries(
    await Promise.all(Object.entries(people).map(async ([name, one]) => [name, await consoleOf(site, one, ORIGIN)])),
  ) as typeof asks;
});
afterAll(async () => {
  await site.end();
  await rm(pagesDir, { recursive: true });
});

const bench = async (ask: Ask): Promise<Workbench> => (await ask('GET', '/workbench')).data as Workbench;
const listed = async (ask: Ask, filters: Record<string, string>): Promise<number> =>
  (await ask('GET', `/work-list?pageSize=100&${new URLSearchParams(filters).toString()}`)).data.total as number;
const everybody = ['writer', 'reviewer', 'publisher', 'narrow'] as const;

describe('[WB1] each number is that of the list it leads to', () => {
  test.each(everybody)('views, kinds, states and departments of the %s', async (name) => {
    const ask = asks[name];
    const { mine, open, departments } = (await bench(ask)).work!;
    expect(mine.length + open.total).toBeGreaterThan(0);
    for (const { view, total, kinds, list } of mine) {
      expect([view, total]).toEqual([view, await listed(ask, { view })]);
      for (const { kind, total: count } of kinds)
        expect([view, kind, count]).toEqual([view, kind, await listed(ask, { view, kind })]);
      expect(list).toHaveLength(Math.min(5, total));
    }
    expect(open.total).toBe(await listed(ask, { view: 'open' }));
    for (const { state, total } of open.states)
      expect([state, total]).toEqual([state, await listed(ask, { view: 'open', state })]);
    for (const { department, total } of departments)
      expect([department, total]).toEqual([department, await listed(ask, { view: 'open', department })]);
  });

  test.each(everybody)('duties, days, what is broken and what became public, of the %s', async (name) => {
    const ask = asks[name];
    const { work, broken, published } = await bench(ask);
    const duties = (await ask('GET', '/channel-duties')).data as ChannelDuty[];
    expect([work!.duties.total, work!.duties.late]).toEqual([
      duties.length,
      duties.filter(({ isLate }) => isLate).length,
    ]);
    const { items } = (await ask('GET', '/work-calendar')).data as WorkCalendar;
    for (const { kind, total } of work!.calendar.kinds)
      expect([kind, total]).toEqual([kind, items.filter((item) => item.kind === kind).length]);
    for (const { kind, total } of broken) {
      const [group] = (await ask('GET', `/broken?kind=${kind}`)).data as BrokenGroup[];
      expect([kind, total]).toEqual([kind, group!.list.length]);
    }
    const { total } = (await ask('GET', `/publications?from=${today}&to=${today}&pageSize=100`)).data as {
      total: number;
    };
    expect(published.total).toBe(total);
  });

  test('somebody without roles sees what is public and nothing of the work', async () => {
    const { work, broken, published } = await bench(asks.nobody);
    expect([work, broken.map(({ total }) => total)]).toEqual([null, [0, 0, 0, 0]]);
    expect(published.list[0]).toMatchObject({ title: '今天公开的一份', approvedBy: '审核李四', editionId: null });
    expect((await asks.nobody('GET', '/work-calendar')).status).toBe(403);
    expect((await asks.nobody('GET', `/quarter-report.csv?quarter=${quarterToday}`)).status).toBe(403);
  });
});

describe('[WB3] open editions by department, the oldest first', () => {
  test('one of two departments is in both, and each says whose turn it is', async () => {
    const { departments, open } = (await bench(asks.reviewer)).work!;
    const of = (name: string) => departments.find(({ department }) => department === name)!;
    expect(of('甲部').list.map(({ title, holders }) => [title, holders.join('、')])).toEqual([
      ['甲部的一份', '审核李四'],
      ['两个部门的一份', '审核李四'],
      ['退回的一份', '撰写张三'],
    ]);
    expect(of('乙部').list.map(({ title }) => title)).toContain('两个部门的一份');
    expect(of('乙部').list.find(({ title }) => title === '通过的一份')!.holders).toEqual(['发布王五']);
    expect(of('乙部').list.find(({ title }) => title === '定时的一份')!.holders).toEqual([]);
    expect(of('-').list.map(({ title }) => title)).toEqual(['全站的一份', '来晚的一份']);
    expect(open.states.map(({ state, total }) => [state, total])).toEqual([
      ['in-review', 3],
      ['approved', 2],
      ['scheduled', 1],
      ['returned', 1],
      ['draft', 2],
    ]);
  });

  test('what concerns a channel beyond one’s reach is neither listed nor counted', async () => {
    const { departments, mine, open, calendar, duties } = (await bench(asks.narrow)).work!;
    const { list } = departments[0]!;
    expect([departments.map(({ department }) => department), departments[0]!.total, open.total]).toEqual([
      ['乙部'],
      4,
      4,
    ]);
    expect(list.map(({ title }) => title)).toEqual(['乙部的一份', '赵六的草稿', '通过的一份', '定时的一份']);
    expect(mine.map(({ view, total }) => [view, total])).toEqual([['mine', 1]]);
    expect(calendar.items.map(({ title }) => title)).toEqual(['定时的一份', '会撤下的公告']);
    expect(duties).toEqual({ total: 0, late: 0, list: [] });
  });
});

test('[WB2] a channel is late from the day after its last day on; one with a reason for none has no duty', async () => {
  const duties = (await asks.writer('GET', '/channel-duties')).data as ChannelDuty[];
  expect(duties.map(({ name, daysLate, isLate, register }) => [name, daysLate, isLate, register])).toEqual([
    ['每周公示', 3, true, ''],
    ['将到期', 0, false, ''],
  ]);
  const { editionId } = duties[0]!;
  expect(editionId).toBeGreaterThan(0);
});

test('[WB4] the calendar has what comes by itself, what leaves and what is due within 30 days', async () => {
  const { from, to, kinds, items } = (await bench(asks.writer)).work!.calendar;
  expect([from, to, kinds.map(({ kind }) => kind)]).toEqual([today, daysAfter(today, 29), ['comes', 'leaves', 'due']]);
  const leaving = {
    kind: 'leaves',
    day: daysAfter(today, 5),
    title: '会撤下的公告',
    note: '撤下 · 公开栏目',
    to: `/editions?kind=article&words=${encodeURIComponent('会撤下的公告')}`,
  };
  expect(items.filter(({ kind }) => kind === 'leaves')).toEqual([expect.objectContaining(leaving)]);
  expect((await bench(asks.narrow)).work!.calendar.items).toContainEqual(expect.objectContaining(leaving));
  expect(await listed(asks.narrow, { kind: 'article', words: '会撤下的公告' })).toBe(1);
  expect(items.filter(({ kind }) => kind === 'comes')).toEqual([
    expect.objectContaining({
      day: shanghaiDate(Date.now() + 72 * HOUR),
      title: '定时的一份',
      note: '公开栏目',
      to: `/editions/${scheduled.editionId}`,
    }),
  ]);
});

describe('[WB5] what is broken', () => {
  const lines = async (ask: Ask, kind: BrokenGroup['kind']) =>
    ((await ask('GET', `/broken?kind=${kind}`)).data as BrokenGroup[])[0]!.list;

  test('each kind names the thing, what is wrong with it, and the place where it is mended', async () => {
    expect(await lines(asks.writer, 'schedule')).toEqual([
      { title: '来晚的一份', note: expect.stringContaining('栏目'), to: expect.stringMatching(/^\/editions\/\d+$/) },
    ]);
    expect(await lines(asks.writer, 'link')).toEqual([
      {
        title: '首页横幅',
        note: expect.stringMatching(/^首页第 1 张横幅的按钮“看一看”：“\/publicChannel\/nothing”/),
        to: '/settings/banners',
      },
      {
        title: '提示',
        note: expect.stringMatching(/^第 1 块“提示与热线”的“链接 1 网址”：“\/publicChannel\/nothing”/),
        to: '/pages/bench-page',
      },
      {
        title: '有链接的公告',
        note: expect.stringMatching(/^正文第 1 段：“\/swhysc\/publicChannel\/nothing”/),
        to: expect.stringMatching(/^\/content\/\d+\/edit$/),
      },
    ]);
    expect(await lines(asks.writer, 'file')).toEqual([
      { title: '年报.pdf', note: expect.stringContaining('缺失'), to: expect.stringMatching(/^\/content\/\d+\/edit$/) },
    ]);
    expect((await lines(asks.writer, 'page')).map(({ title, to }) => [title, to])).toEqual([
      ['bond-investment', '/pages/bond-investment'],
    ]);
  });

  test('everybody sees what is theirs; who reads the record sees each damaged file', async () => {
    const totals = async (ask: Ask) => (await bench(ask)).broken.map(({ total }) => total);
    expect(await totals(asks.narrow)).toEqual([0, 1, 0, 0]);
    expect(await totals(asks.system)).toEqual([0, 0, 1, 0]);
  });

  test('links are looked up once a day, and one that was mended is gone at once', async () => {
    const { db } = site.database;
    const at = async () => ((await asks.writer('GET', '/broken?kind=link')).data as BrokenGroup[])[0]!.checkedAt;
    const first = await at();
    const { signal } = new AbortController();
    await findDeadLinksDaily(db, pagesDir, Date.now(), signal);
    expect(await at()).toBe(first);
    // three o'clock of Shanghai, two days later
    await findDeadLinksDaily(db, pagesDir, Date.parse(`${daysAfter(today, 1)}T19:00:00Z`), signal);
    expect(await at()).not.toBe(first);
    const { article_id } = await db
      .selectFrom('article')
      .select('article_id')
      .where('title', '=', '有链接的公告')
      .where('public_to', 'is', null)
      .executeTakeFirstOrThrow();
    await site.publish('改好', [article(OPEN, '有链接的公告', { articleId: article_id, content: '<p>说明。</p>' })]);
    expect((await lines(asks.writer, 'link')).map(({ title }) => title)).toEqual(['首页横幅', '提示']);
    await site.publish('都改好', linking('open'));
    expect(await lines(asks.writer, 'link')).toEqual([]);
    // earlier releases stored links of articles alone: they are looked up anew
    const earlier = { articleId: article_id, openedIn: 1, place: '正文第 1 段', shown: '' };
    await keep(db, 'dead-links', JSON.stringify({ at: first, links: [earlier] }));
    expect(await at()).toBe('');
    await findDeadLinksDaily(db, pagesDir, Date.now(), signal);
    expect(await at()).not.toBe('');
  });
});

describe('[WB6] the data of a quarter', () => {
  const report = async (ask: Ask) => (await ask('GET', `/quarter-report.csv?quarter=${quarterToday}`)).body;

  test('has who wrote and approved each edition, when it was due, and what is missing', async () => {
    const lines = (await report(asks.writer)).split('\r\n');
    expect(lines[0]).toMatch(/^\ufeff季报数据：20\d\d 年第.季度$/);
    expect(lines.find((line) => line.startsWith('责任部门,'))).toBe(
      '责任部门,栏目,更新要求,公开的稿件,公开时间（北京）,撰写人,批准人,应公开日期,迟几天,说明',
    );
    expect(lines.find((line) => line.includes('今天公开的一份'))).toMatch(
      /^乙部,信息公告 \/ 公开栏目,不要求更新：有事项时才发布,今天公开的一份,[\d-]+ [\d:]+,撰写张三,审核李四,,,$/,
    );
    expect(lines.find((line) => line.startsWith('甲部,'))).toBe(
      '甲部,信息公告 / 每周公示,每周更新,,,,,,,本季度没有公开的稿件',
    );
  });

  test('holds one’s own channels alone, is recorded, and comes as a workbook, too', async () => {
    const own = await report(asks.narrow);
    expect([own.includes('今天公开的一份'), own.includes('甲部')]).toEqual([true, false]);
    const workbook = await asks.writer('GET', `/quarter-report.xlsx?quarter=${quarterToday}`);
    expect([workbook.status, workbook.body.slice(0, 2)]).toEqual([200, 'PK']);
    const { facts } = await site.database.db
      .selectFrom('audit')
      .select('facts')
      .where('act', '=', 'record.export')
      .orderBy('no', 'desc')
      .executeTakeFirstOrThrow();
    expect(facts).toEqual({ which: '季报数据', quarter: quarterToday });
    expect((await asks.writer('GET', '/quarter-report.csv?quarter=2026Q5')).code).toBe('1001');
  });
});
