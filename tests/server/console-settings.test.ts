import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishedMeanwhile } from '#wire/console-answers.ts';
import { errors } from '#server/errors.ts';
import { publishDue } from '#server/editions/publish/due.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { scheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { codeOf, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const GREY = 'webparam.sys.skin_zq';
const HOUR = 3_600_000;

let site: TestSite;
let admin: Hand;
let reviewer: Hand;
let publisher: Hand;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  admin = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  publisher = await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]);
  ask = await consoleOf(site, admin, ORIGIN);
  await site.publish('彩色', [{ kind: 'setting', id: GREY, document: 'false' }]);
});
afterAll(() => site.end());

const check = async (name: string, value: unknown) =>
  (await ask('POST', `/settings/${name}/check`, { json: JSON.stringify(value) })).data.problems as {
    pointer: string;
    field?: string;
    message: string;
  }[];

describe('what is wrong with a setting', () => {
  test.each<[what: string, name: string, value: unknown, problems: object[]]>([
    [
      'a missing name',
      'site',
      { hotline: '400-555-0000' },
      [{ pointer: '', field: 'name', message: '请填写“品牌名称”' }],
    ],
    [
      'a hotline of words',
      'site',
      { name: '甲', hotline: '客服' },
      [{ pointer: '/hotline', message: '“客服热线”应为号码：3 至 20 位数字，可以有空格、+ 和 -' }],
    ],
    [
      'a link without its address, in a list',
      'site',
      { name: '甲', hotline: '400', friendlyLinks: [{ title: '乙' }] },
      [{ pointer: '/friendlyLinks/0', field: 'url', message: '请填写“网址”' }],
    ],
    [
      'a title that is too long',
      'banners',
      [{ title: '一'.repeat(41), seed: 1 }],
      [{ pointer: '/0/title', message: '“第 1 项 标题”最多 40 个字，现在有 41 个' }],
    ],
    [
      'too many banners',
      'banners',
      Array.from({ length: 9 }, () => ({ title: '甲', seed: 1 })),
      [{ pointer: '', message: '内容最多 8 项，现在有 9 项' }],
    ],
    [
      'a seed that is none',
      'banners',
      [{ title: '甲', seed: 0 }],
      [{ pointer: '/0/seed', message: '“第 1 项 底图花样”应在 1 至 9999 之间' }],
    ],
    ['a title in two lines', 'banners', [{ title: '甲\n乙', seed: 1 }], []],
    ['no banners', 'banners', [], []],
    [
      'a word twice',
      'script.protected',
      ['范冰', '余里', '范冰'],
      [{ pointer: '/2', message: '“范冰”已在第 1 项，请删去一个' }],
    ],
    [
      'a word with two forms',
      'script.words',
      [
        { written: '渠道', traditional: '管道' },
        { written: '渠道', traditional: '通路' },
      ],
      [{ pointer: '/1', message: '“渠道”已在第 1 项，请删去一个' }],
    ],
    ['a word for grey mode', GREY, 'on', [{ pointer: '', message: '“灰色模式”应为以下之一：true、false' }]],
  ])('%s', async (_what, name, value, problems) => {
    expect(await check(name, value)).toEqual(
      problems.map((problem) =>
        name === GREY ? { ...problem, message: expect.stringContaining('应为以下之一：true、false') } : problem,
      ),
    );
  });

  test('[BR4] a character that nobody sees is told at its place, as one types and before it is published', async () => {
    const document = { name: '甲\u200b证券', hotline: '400' };
    const message = '含有零宽空格 U+200B（第 2 个字符），请重新键入';
    expect(await check('site', document)).toEqual([{ pointer: '/name', message }]);
    await expect(site.publish('名称', [{ kind: 'setting', id: 'site', document }])).rejects.toThrow(
      `品牌名称：${message}`,
    );
  });

  test('a name that is none is not found, and a misspelt one neither', async () => {
    for (const name of ['nonsense', 'stie', 'webparam.'])
      expect((await ask('GET', `/settings/${name}`)).code).toBe(errors.notFound.code);
    expect((await ask('GET', '/settings/webparam.sys.anything')).data).toMatchObject({
      name: 'webparam.sys.anything',
      title: 'sys.anything',
      since: '',
      mark: '',
      editions: [],
    });
  });
});

test('[LG9] what a word of the firm changes is told sentence by sentence, before anything is saved', async () => {
  const changes = async (words: string, traditional?: string) =>
    (await ask('GET', `/script-changes?${new URLSearchParams({ words, ...(traditional && { traditional }) })}`)).data;
  expect(await changes('渠道说明', '管道說明')).toEqual({
    total: 1,
    list: [{ title: '投诉渠道说明', articleId: expect.any(Number), before: '投訴渠道說明', after: '投訴管道說明' }],
  });
  expect((await changes('遗失声明', '遺失聲明')).list).toEqual([]);
  expect((await changes('公司新闻', '本司新聞')).list[0]).toEqual({
    title: '公司新闻',
    articleId: null,
    before: '公司新聞',
    after: '本司新聞',
  });
  await site.publish('用词', [
    { kind: 'setting', id: 'script.words', document: [{ written: '渠道说明', traditional: '管道說明' }] },
  ]);
  expect((await changes('渠道说明')).list).toMatchObject([{ before: '投訴管道說明', after: '投訴渠道說明' }]);
  await site.publish('撤', [{ kind: 'setting', id: 'script.words', document: [] }]);
});

test('settings are listed with what is public of them and how many editions change each', async () => {
  const before = (await ask('GET', '/settings')).data as { name: string; since: string; editions: number }[];
  expect(before.find(({ name }) => name === 'script.protected')).toMatchObject({ since: '', editions: 0 });
  const { value, mark } = (await ask('GET', '/settings/site')).data;
  expect(value).toMatchObject({ name: expect.any(String) });
  const { editionId } = (
    await ask('POST', '/editions', {
      title: '改机构信息',
      changes: [{ kind: 'setting', id: 'site', document: value }],
      base: { 'setting:site': mark },
    })
  ).data;
  expect((await ask('GET', '/settings')).data.find(({ name }: { name: string }) => name === 'site').editions).toBe(1);
  expect((await ask('GET', '/settings/site')).data.editions).toMatchObject([
    { editionId, state: 'draft', savedBy: '栏目管理甲' },
  ]);
});

test('who has no role for the whole site may read settings, and change none', async () => {
  const local = await consoleOf(
    site,
    await hand(site, '局部丁', [{ role: 'channel-admin', channelId: '0001000200010002' }]),
    ORIGIN,
  );
  expect((await local('GET', '/settings/banners')).status).toBe(200);
  const steps = [
    { at: '', value: 'true' },
    { at: new Date(Date.now() + HOUR).toISOString(), value: 'false' },
  ];
  expect((await local('POST', `/settings/${GREY}/plan`, { title: '灰色', steps })).status).toBe(403);
  expect(
    (await local('POST', '/editions', { title: '灰色', changes: [{ kind: 'setting', id: GREY, document: 'true' }] }))
      .status,
  ).toBe(403);
});

describe('[GR1] grey mode with a start and an end', () => {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  const plan = async (steps: { at: string; value: string }[]) =>
    ask('POST', `/settings/${GREY}/plan`, { title: '公祭日', steps });
  const isGrey = async () => (await site.deps.siteAt('now')).shell.grey;
  const pass = async (editionId: number) => {
    await submitEdition(publishContextOf(site), admin, { editionId, version: 1 });
    await approveEdition(site.database.db, reviewer, { editionId, version: 1 });
  };
  const publishAs = (editionId: number) => publishEdition(publishContextOf(site), publisher, { editionId, version: 1 });

  test.each([
    [
      'an end before its start',
      [
        { at: at(2), value: 'true' },
        { at: at(1), value: 'false' },
      ],
      '结束时间应晚于开始时间',
    ],
    [
      'a start that has passed',
      [
        { at: at(-1), value: 'true' },
        { at: at(1), value: 'false' },
      ],
      '时间已过，请选择以后的时间',
    ],
    [
      'a time without a zone',
      [
        { at: '2027-01-01T00:00', value: 'true' },
        { at: at(1), value: 'false' },
      ],
      '时间不正确，应带时区，如 2026-11-20T09:00:00+08:00',
    ],
    [
      'an end without a time',
      [
        { at: '', value: 'true' },
        { at: '', value: 'false' },
      ],
      '请选择时间',
    ],
  ])('%s is refused, and nothing is made', async (_what, steps, message) => {
    const before = (await ask('GET', `/settings/${GREY}`)).data.editions.length;
    expect(await plan(steps)).toMatchObject({ status: 422, msg: message });
    expect((await ask('GET', `/settings/${GREY}`)).data.editions).toHaveLength(before);
  });

  test('two editions are made in one act, approved one by one, and published by the clock in their order', async () => {
    const {
      editionIds: [on, off],
    } = (
      await plan([
        { at: at(1), value: 'true' },
        { at: at(2), value: 'false' },
      ])
    ).data as { editionIds: [number, number] };
    const shown = (await findEdition(site.database.db, on, admin.staffId)).plan;
    expect(shown.map(({ editionId, title, state }) => [editionId, title, state])).toEqual([
      [on, '公祭日（1/2）', 'draft'],
      [off, '公祭日（2/2）', 'draft'],
    ]);
    await pass(on);
    await pass(off);
    // an end that came first would leave the home page grey
    expect(await codeOf(publishAs(off))).toBe(errors.editionState.code);
    await scheduleEdition(site.database.db, publisher, { editionId: on, version: 1, publishAt: new Date(at(1)) });
    await scheduleEdition(site.database.db, publisher, { editionId: off, version: 1, publishAt: new Date(at(2)) });
    expect(await publishDue(publishContextOf(site), new Date(Date.now() + 1.5 * HOUR))).toBe(1);
    await site.publications.refresh();
    expect(await isGrey()).toBe(true);
    // the first one's publication is no surprise to the second
    expect((await findEdition(site.database.db, off, admin.staffId)).outdated).toEqual([]);
    expect(await publishDue(publishContextOf(site), new Date(Date.now() + 3 * HOUR))).toBe(1);
    await site.publications.refresh();
    expect(await isGrey()).toBe(false);
  });

  test('an end whose start was discarded is free; one whose value somebody else changed meanwhile is not', async () => {
    const {
      editionIds: [on, off],
    } = (
      await plan([
        { at: at(1), value: 'true' },
        { at: at(2), value: 'false' },
      ])
    ).data as { editionIds: [number, number] };
    await pass(off);
    await ask('POST', `/editions/${on}/discard`, { version: 1 });
    await site.publish('另一次', [{ kind: 'setting', id: GREY, document: 'true' }]);
    expect(await codeOf(publishAs(off))).toBe(errors.editionOutdated.code);
    const [{ subject, mark, was, now, publication }] = (await ask('GET', `/editions/${off}/meanwhile`)).data as [
      PublishedMeanwhile,
    ];
    expect([subject, was, now, publication]).toEqual([
      `setting:${GREY}`,
      expect.objectContaining({ document: 'false' }),
      { kind: 'setting', id: GREY, document: 'true' },
      Number(mark),
    ]);
    expect(
      (
        await ask('POST', `/editions/${off}`, {
          version: 1,
          title: '恢复',
          changes: [{ kind: 'setting', id: GREY, document: 'false', plan: { at: at(2), after: on } }],
          rebase: { [subject]: mark },
        })
      ).code,
    ).toBe('0');
    await submitEdition(publishContextOf(site), admin, { editionId: off, version: 2 });
    await approveEdition(site.database.db, reviewer, { editionId: off, version: 2 });
    await publishEdition(publishContextOf(site), publisher, { editionId: off, version: 2 });
    await site.publications.refresh();
    expect(await isGrey()).toBe(false);
  });

  test('due both at once after a stop of the server, the start comes before the end', async () => {
    const {
      editionIds: [on, off],
    } = (
      await plan([
        { at: at(1), value: 'true' },
        { at: at(2), value: 'false' },
      ])
    ).data as { editionIds: [number, number] };
    await pass(on);
    await pass(off);
    await scheduleEdition(site.database.db, publisher, { editionId: on, version: 1, publishAt: new Date(at(1)) });
    await scheduleEdition(site.database.db, publisher, { editionId: off, version: 1, publishAt: new Date(at(2)) });
    expect(await publishDue(publishContextOf(site), new Date(Date.now() + 5 * HOUR))).toBe(2);
    await site.publications.refresh();
    expect(await isGrey()).toBe(false);
  });
});

test('legal texts are told with all their versions, and which one stands', async () => {
  type Text = {
    name: string;
    channelId: string;
    versions: { version: string; title: string; to: string }[];
    editions: { title: string; state: string }[];
  };
  const textsOf = async () => (await ask('GET', '/legal-texts')).data as Text[];
  expect((await textsOf()).map(({ name, channelId, versions }) => [name, channelId, versions])).toEqual([
    ['privacy', '', []],
    ['agreement', '', []],
    ['notice', '', []],
    ['accessibility', '', []],
  ]);
  const channelId = '0001000200010007077';
  const text = (title: string, day: string, articleId?: number) =>
    article(channelId, title, {
      contentTime: new Date(`${day}T00:00:00+08:00`).toISOString(),
      ...(articleId !== undefined && { articleId }),
    });
  const { articleIds } = await site.publish('隐私政策', [
    channel(channelId, 'legal/privacy', '隐私政策', { parentId: '0001000200010007' }),
    text('隐私政策', '2026-01-01'),
  ]);
  await site.publish('修改隐私政策', [text('隐私政策（修订）', '2026-10-01', articleIds[1]!)]);
  await draftBy(site, admin, [text('隐私政策（再修订）', '2026-11-01', articleIds[1]!)]);
  const [privacy, agreement] = await textsOf();
  expect([privacy!.editions.map(({ state }) => state), agreement!.editions]).toEqual([['draft'], []]);
  expect([privacy!.channelId, privacy!.versions.map(({ version, title, to }) => [version, title, to === ''])]).toEqual([
    channelId,
    [
      ['2026-10-01', '隐私政策（修订）', true],
      ['2026-01-01', '隐私政策', false],
    ],
  ]);
});

describe('what goes on saying the former hotline', () => {
  const LOSS = `${SECTION}0003`;
  const mentions = async (words: string) =>
    (await ask('GET', `/mentions?words=${encodeURIComponent(words)}`)).data as {
      total: number;
      list: Record<string, unknown>[];
    };

  test('articles, restricted ones too, and pages; only what is public; the first twenty, and how many there are', async () => {
    const hotline = '400-771-2093';
    const { articleIds } = await site.publish('热线', [
      article(LOSS, '写着热线', {
        content: `<p>请拨 ４００－771-2093。</p>`,
        contentTime: new Date('2026-03-01').toISOString(),
      }),
      article(LOSS, '受限的', {
        content: `<p>热线<b>${hotline}</b></p>`,
        riskLevel: '0002',
        contentTime: new Date('2026-02-01').toISOString(),
      }),
      article(LOSS, '没有写', { content: '<p>400-771-2094</p>' }),
      article(LOSS, '已改正', { content: `<p>${hotline}</p>` }),
      {
        kind: 'page',
        id: 'mentions-page',
        document: {
          schemaVersion: 1,
          page: 'mentions-page',
          for: { path: '/mentions-page' },
          layout: 'channel',
          title: '写着的页面',
          blocks: [{ id: 'lead', place: 'main', widget: 'lead', props: { statement: `热线 ${hotline}` } }],
        },
      },
    ]);
    await site.publish('改正', [article(LOSS, '已改正', { articleId: articleIds[3]!, content: '<p>95000</p>' })]);
    expect(await mentions(hotline)).toEqual({
      total: 3,
      list: [
        { page: 'mentions-page', title: '写着的页面' },
        { articleId: articleIds[0], channelId: LOSS, title: '写着热线', filename: '' },
        { articleId: articleIds[1], channelId: LOSS, title: '受限的', filename: '' },
      ],
    });
    expect(await mentions('100%_nowhere')).toEqual({ total: 0, list: [] });
    await site.publish(
      '许多',
      Array.from({ length: 21 }, (_, at) => article(LOSS, `第 ${at}`, { content: '<p>service@former.example</p>' })),
    );
    const many = await mentions('service@former.example');
    expect([many.total, many.list.length]).toEqual([21, 20]);
  });

  test('is told to those who may change settings', async () => {
    const other = await consoleOf(site, reviewer, ORIGIN);
    expect((await other('GET', '/mentions?words=95000')).code).toBe(errors.rightMissing.code);
  });
});

test('[PS8] a setting that names one thing twice in a place is refused, with the place', async () => {
  const check = (json: string) => ask('POST', '/settings/site/check', { json });
  expect(await check('{"name":"甲","name":"乙","hotline":"95500"}')).toMatchObject({
    msg: expect.stringContaining('/name 在同一处写了两次') as string,
  });
  expect((await check('{"name":"甲"')).msg).toContain('不是有效的 JSON');
});
