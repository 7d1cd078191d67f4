import type { Change, WrittenOf } from '#kinds/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChannelFields, ChannelPlan, ChannelTreeAnswer, DueChannel } from '#wire/channel-answers.ts';
import { consoleOf, draftBy, hand, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const MAIN = '000100020001';
const NEWS = `${MAIN}0002`;
const LOSS = `${SECTION}0003`;
const FREE = `${SECTION}0021`;

let site: TestSite;
let admin: Hand;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  await site.publish('将停用的栏目', [channel(`${SECTION}0020`, 'publicChannel/formerly', '从前的栏目')]);
  await site.publish('停用', [
    { kind: 'channel', id: `${SECTION}0020`, withdraw: { reason: '不再公示', successor: '/news/company' } },
  ]);
  admin = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  ask = await consoleOf(site, admin, ORIGIN);
});
afterAll(() => site.end());

const plan = async (changes: readonly Change[], more: object = {}): Promise<ChannelPlan> => {
  const { status, msg, data } = await ask('POST', '/channel-plan', { changes, ...more });
  expect(status, msg).toBe(200);
  return data as ChannelPlan;
};

const fresh = (more: Partial<ChannelFields> = {}): Change =>
  channel(more.channelId ?? FREE, 'publicChannel/openDay', '投资者开放日', { type: 2, classOrder: 210, ...more });
const problemsOf = ({ problems }: ChannelPlan) => problems.map(({ field, code }) => [field, code]);
const warned = ({ warnings }: ChannelPlan) => warnings.map(({ field, code }) => [field, code]);

async function present(channelId: string, more: Partial<ChannelFields> = {}): Promise<Change> {
  const { data } = await ask('GET', `/public-content?subject=channel:${channelId}`);
  const { document: found } = data.change as WrittenOf<'channel'>;
  return { kind: 'channel', document: { ...found, moves: true, ...more } };
}

test('for a new channel an id, an address and a place in order are proposed that nothing else has', async () => {
  const { proposal } = await plan([], { propose: { parentId: SECTION, name: '基金销售人员公示' } });
  // 0020 was an ended channel's
  expect(proposal).toEqual({ channelId: FREE, url: 'publicChannel/fundSaleStaff', classOrder: 28 });
  const second = await plan([fresh({ url: 'publicChannel/fundSaleStaff' })], {
    propose: { parentId: SECTION, name: '基金销售人员公示' },
  });
  expect(second.proposal).toMatchObject({ channelId: `${SECTION}0022`, url: 'publicChannel/fundSaleStaff2' });
  // ids with which a page would be met by accident are passed over
  const { proposal: below } = await plan([fresh({ channelId: `${SECTION}00080009`, parentId: `${SECTION}0008` })], {
    propose: { parentId: `${SECTION}0008`, name: '某某' },
  });
  expect(below).toMatchObject({ channelId: `${SECTION}00080011` });
});

test('[VA8] a channel that shows a register with rows is none without content', async () => {
  const [table, empty] = [`${SECTION}0050`, `${SECTION}0051`];
  const definition = {
    schemaVersion: 1,
    register: 'tree-list',
    title: '树中名单',
    endpoints: [],
    department: '信息部',
    key: ['no'],
    fields: { no: { title: '编号', type: 'text' as const } },
    columns: ['no'],
    filters: [],
    order: ['no'],
  };
  await site.publish('名单', [
    channel(table, 'publicChannel/treeList', '树中名单', { type: 2, classOrder: 500 }),
    channel(empty, 'publicChannel/treeEmpty', '树中空栏目', { type: 2, classOrder: 510 }),
    { kind: 'register', document: definition },
    { kind: 'rows', document: { definition, rows: [{ no: '1' }], dataDate: '2026-11-01', department: '信息部' } },
    {
      kind: 'page',
      id: 'tree-list-page',
      document: {
        schemaVersion: 1,
        page: 'tree-list-page',
        for: { channel: table },
        layout: 'channel',
        blocks: [
          {
            id: 'table',
            place: 'main',
            widget: 'register-table',
            source: { name: 'register', params: { register: 'tree-list' } },
          },
        ],
      },
    } as unknown as Change,
  ]);
  const { channels } = (await ask('GET', '/channel-tree')).data as ChannelTreeAnswer;
  const emptyOf = (id: string) => channels.find(({ channelId }) => channelId === id)!.isEmpty;
  expect([emptyOf(table), emptyOf(empty), emptyOf(SECTION)]).toEqual([false, true, false]);
});

test('[VA8] [SU15] the department of a new channel is that of all registers beside it, or none', async () => {
  const parentId = `${SECTION}0040`;
  const register = {
    schemaVersion: 1,
    register: 'beside',
    title: '同部门名单',
    endpoints: [],
    key: ['no'],
    fields: { no: { title: '编号', type: 'text' as const } },
    columns: ['no'],
    filters: [],
    order: ['no'],
  };
  const shown = (name: string, at: string): Change[] => [
    channel(at, `publicChannel/${name}`, name, { type: 2, classOrder: 400, parentId: at.slice(0, -4) }),
    { kind: 'register', document: { ...register, register: name } },
    {
      kind: 'page',
      id: `${name}-page`,
      document: {
        schemaVersion: 1,
        page: `${name}-page`,
        for: { channel: at },
        layout: 'channel',
        blocks: [
          {
            id: 'rows',
            place: 'main',
            widget: 'register-table',
            source: { name: 'register', params: { register: name } },
          },
        ],
      },
    },
  ];
  const rows = (name: string, department: string): Change => ({
    kind: 'rows',
    document: { definition: { ...register, register: name }, rows: [{ no: '1' }], dataDate: '2026-11-20', department },
  });
  const beside = async () => (await plan([], { propose: { parentId, name: '新名单' } })).departmentBeside;
  await site.publish('一', [...shown('beside', parentId), rows('beside', '融资融券部')]);
  expect(await beside()).toBe('融资融券部');
  await site.publish('二', [...shown('beside-2', `${parentId}0001`), rows('beside-2', '融资融券部')]);
  expect(await beside()).toBe('融资融券部');
  await site.publish('三', [rows('beside-2', '合规部')]);
  expect(await beside()).toBe('');
  expect((await plan([], { propose: { parentId: NEWS, name: '新名单' } })).departmentBeside).toBe('');
});

test('problems stand at their fields: taken ids and addresses, cycles, ended parents, invalid values', async () => {
  expect(problemsOf(await plan([fresh()], { base: { [`channel:${FREE}`]: '' } }))).toEqual([]);
  expect(problemsOf(await plan([fresh({ channelId: LOSS })], { base: { [`channel:${LOSS}`]: '' } }))).toEqual([
    ['channelId', 'taken'],
  ]);
  expect(problemsOf(await plan([fresh({ url: 'news' })]))).toEqual([['url', 'tree']]);
  expect(
    problemsOf(await plan([fresh({ url: '/with slash' }), fresh({ channelId: `${FREE}0001`, freshness: 'often' })])),
  ).toEqual([
    ['url', 'unfit'],
    ['freshness', 'unfit'],
  ]);
  expect(problemsOf(await plan([fresh({ channelId: '栏目' })]))).toContainEqual(['channelId', 'unfit']);
  expect(problemsOf(await plan([fresh(), fresh({ url: 'publicChannel/other' })]))).toEqual([['channelId', 'twice']]);
  expect(problemsOf(await plan([await present(NEWS, { parentId: `${NEWS}0001` })]))).toEqual([
    ['parentId', 'tree'],
    ['parentId', 'tree'],
  ]);
  const ended = await plan([fresh({ parentId: `${SECTION}0020` })]);
  expect(ended.problems).toEqual([
    expect.objectContaining({
      change: 0,
      field: 'parentId',
      code: 'parent-ended',
      message: '上级栏目“从前的栏目”已经停用，请另选上级栏目',
    }),
  ]);
});

test('who begins from what was public is told what somebody else published meanwhile', async () => {
  const { data } = await ask('GET', '/channel-tree');
  const { mark } = (data as ChannelTreeAnswer).channels.find(({ channelId }) => channelId === LOSS)!;
  const { data: begun } = await ask('GET', `/public-content?subject=channel:${LOSS}`);
  expect(mark).toBe(begun.mark);
  const renamed = await present(LOSS, { name: '遗失公告' });
  expect(warned(await plan([renamed], { base: { [`channel:${LOSS}`]: mark } }))).toEqual([]);
  expect(warned(await plan([renamed], { base: { [`channel:${LOSS}`]: 'another' } }))).toEqual([['', 'changed-since']]);
});

test('[PC4] [CH3] [CH4] accidents are warned of: an ending that a page is for, a child that shuts the panel, an id too long for the menu', async () => {
  const accident = await plan([fresh({ channelId: `${SECTION}0010` })]);
  expect(accident.warnings[0]).toMatchObject({
    field: 'channelId',
    code: 'placement',
    message: expect.stringContaining('080010'),
  });
  expect(warned(await plan([fresh()]))).toEqual([]);
  expect(warned(await plan([fresh({ channelId: `${NEWS}0002`, parentId: NEWS, url: 'news/other', type: 2 })]))).toEqual(
    [['type', 'panel']],
  );
  expect(
    warned(await plan([fresh({ channelId: `${NEWS}0002`, parentId: NEWS, url: 'news/other', type: 2, hidden: true })])),
  ).toEqual([]);
  expect(
    warned(
      await plan([
        fresh({ channelId: `${SECTION}000300010001`, parentId: `${SECTION}00030001`, type: 1 }),
        fresh({ channelId: `${SECTION}00030001`, parentId: LOSS, url: 'publicChannel/below', type: 2 }),
      ]),
    ),
  ).toEqual([['type', 'depth']]);
  expect(warned(await plan([fresh({ channelId: 'openDay', parentId: SECTION })]))).toEqual([['channelId', 'id-form']]);
  expect(warned(await plan([fresh({ channelId: `${SECTION}0020` })]))).toEqual(
    [
      ['channelId', 'was-ended'],
      ['channelId', 'placement'],
    ].reverse(),
  );
  expect(warned(await plan([fresh({ url: 'publicChannel/formerly' })]))).toEqual([['url', 'old-address']]);
  expect(warned(await plan([fresh({ channelId: `${MAIN}0009`, parentId: MAIN, url: 'search', type: 1 })]))).toEqual([
    ['url', 'fixed-page'],
  ]);
  expect(warned(await plan([fresh({ parentId: 'nowhere' })]))).toContainEqual(['parentId', 'outside']);
});

test('[CH8] a channel called as another one below the same parent is warned of at its name, and none for what stood before', async () => {
  const { name } = ((await present(LOSS)) as unknown as WrittenOf<'channel'>).document;
  const { warnings } = await plan([fresh({ name: ` ${name}` })]);
  expect(warnings).toMatchObject([
    { field: 'name', code: 'same-name', message: expect.stringContaining(`下已有栏目“${name}”（编号 ${LOSS}）`) },
  ]);
  expect(warned(await plan([fresh({ name, channelId: `${NEWS}0002`, parentId: NEWS, type: 1 })]))).toEqual([]);
  expect(warned(await plan([await present(LOSS, { hidden: true })]))).toEqual([]);
  const twice = [
    fresh({ name: '新的名称' }),
    fresh({ name: '新的名称', channelId: `${SECTION}0022`, url: 'publicChannel/b' }),
  ];
  expect(warned(await plan(twice))).toEqual([
    ['name', 'same-name'],
    ['name', 'same-name'],
  ]);
});

test('[PS3] [RG18] the page that will show a channel is told with its reason and those it stands over', async () => {
  const { channels } = await plan([
    fresh(),
    fresh({ channelId: `${SECTION}0010`, url: 'publicChannel/other' }),
    await present(LOSS),
  ]);
  expect(channels[0]).toMatchObject({
    path: '/publicChannel/openDay',
    before: null,
    after: { page: 'default', reason: '没有页面指定本栏目，由默认页面显示' },
  });
  expect(channels[1]!.after).toMatchObject({
    page: 'open-fund',
    reason: '编号以“080010”结尾',
    place: 'top',
    over: [{ page: 'default' }],
  });
  expect(channels[2]!.after).toMatchObject({ page: 'article-list', over: [{ page: 'default' }] });
  const own = {
    schemaVersion: 1,
    page: 'open-day',
    for: { channel: FREE },
    layout: 'channel',
    blocks: [{ id: 'content', place: 'main', widget: 'channel-content', source: { name: 'channel-content' } }],
  };
  const drafted = await plan([fresh(), { kind: 'page', id: 'open-day', document: own }]);
  expect(drafted.channels[0]!.after).toEqual({
    page: 'open-day',
    title: '投资者开放日',
    reason: '它指定了本栏目的编号',
    over: [{ page: 'default', title: '默认页面', reason: '没有页面指定本栏目，由默认页面显示' }],
    place: null,
  });
});

test('[RT9] a move tells menus, addresses and redirects before and after', async () => {
  const moved = await plan([await present(LOSS, { parentId: NEWS, url: 'news/loss', name: '遗失公告' })]);
  expect(moved.problems).toEqual([]);
  expect(
    moved.menus.map(({ title, lines }) => [
      title,
      lines.filter(({ how }) => how !== 'same').map(({ how, text }) => `${how} ${text}`),
    ]),
  ).toEqual([
    ['页眉“新闻资讯”的下拉菜单', ['removed 公司新闻']],
    ['栏目菜单：信息公告', ['removed 遗失声明']],
    ['栏目菜单：新闻资讯', ['added 遗失公告']],
  ]);
  expect(moved.addresses).toEqual([
    {
      path: '/publicChannel/lossStatement',
      before: { kind: 'page', page: 'article-list', title: '多篇文章的栏目', name: '遗失声明' },
      after: { kind: 'redirect', to: '/news/loss' },
    },
    {
      path: '/news/loss',
      before: { kind: 'nothing' },
      after: { kind: 'page', page: 'article-list', title: '多篇文章的栏目', name: '遗失公告' },
    },
  ]);
});

test('[RT9] an end tells what becomes of articles, of channels below, and of the address; its reason and successor are asked for', async () => {
  const end = ({
    channelId = LOSS,
    ...more
  }: { channelId?: string; reason?: string; successor?: string } = {}): Change => ({
    kind: 'channel',
    id: channelId,
    withdraw: { reason: '并入公告', successor: '/news/company', ...more },
  });
  const ended = await plan([end()]);
  expect(ended.problems).toEqual([]);
  expect(ended.ended).toEqual([
    {
      channelId: LOSS,
      name: '遗失声明',
      articles: 2,
      titles: expect.arrayContaining(['关于空白合同遗失的声明']),
      registers: [],
      checks: [],
      sameAs: '',
    },
  ]);
  expect(ended.addresses).toContainEqual({
    path: '/publicChannel/lossStatement',
    before: { kind: 'page', page: 'article-list', title: '多篇文章的栏目', name: '遗失声明' },
    after: { kind: 'redirect', to: '/news/company' },
  });
  expect((await plan([end({ successor: undefined })])).addresses[0]).toMatchObject({ after: { kind: 'gone' } });
  expect(problemsOf(await plan([end({ reason: ' ', successor: '/nowhere' })]))).toEqual([
    ['reason', 'reason'],
    ['successor', 'successor'],
  ]);
  const parent = await plan([end({ channelId: NEWS })]);
  expect(parent.problems).toContainEqual(
    expect.objectContaining({
      change: null,
      channelId: `${NEWS}0001`,
      field: 'parentId',
      code: 'parent-ended',
      message: '“公司新闻”的上级栏目“新闻资讯”将在本次停用：请先移动“公司新闻”，或一并停用',
    }),
  );
  expect(problemsOf(await plan([end({ channelId: 'never' })]))).toEqual([['channelId', 'unknown']]);
});

test('hiding is told as what leaves the menus', async () => {
  const hidden = await plan([await present(NEWS, { hidden: true })]);
  // the root leads to the first that is shown and has content (SU16)
  expect(hidden.addresses).toEqual([
    {
      path: '/root',
      before: { kind: 'redirect', to: '/news/company' },
      after: { kind: 'redirect', to: '/publicChannel' },
    },
  ]);
  expect(warned(hidden)).toEqual([['hidden', 'hidden-below']]);
  expect(hidden.menus[0]).toEqual({
    title: '页眉菜单',
    lines: expect.arrayContaining([{ how: 'removed', text: '新闻资讯' }]),
  });
});

test('the tree shows every public channel and the editions that change channels, of those that one may read', async () => {
  const reader = await hand(site, '只看新闻', [{ role: 'reviewer', channelId: NEWS }]);
  const { editionId } = await draftBy(site, admin, [await present(LOSS, { name: '遗失公告' })], '改名');
  const { data } = await ask('GET', '/channel-tree');
  const { channels, editions } = data as ChannelTreeAnswer;
  // four of them published by the tests above
  expect(channels).toHaveLength(15);
  expect(channels.find(({ channelId }) => channelId === LOSS)).toMatchObject({
    parentId: SECTION,
    classOrder: 3,
    url: 'publicChannel/lossStatement',
    name: '遗失声明',
    type: 2,
    sameAs: null,
    isEmpty: false,
    hidden: false,
    freshness: '',
  });
  expect(editions).toEqual([{ editionId, title: '改名', channelIds: [LOSS] }]);
  const other = await consoleOf(site, reader, ORIGIN);
  expect(((await other('GET', '/channel-tree')).data as ChannelTreeAnswer).editions).toEqual([]);
  expect((await other('POST', '/channel-plan', { changes: [fresh()] })).status).toBe(200);
  const stranger = await consoleOf(
    site,
    await hand(site, '系统管理', [{ role: 'system-admin', channelId: '' }]),
    ORIGIN,
  );
  expect((await stranger('GET', '/channel-tree')).status).toBe(403);
});

test('changes of a wrong form are refused, many are taken', async () => {
  expect(
    (await ask('POST', '/channel-plan', { changes: [{ kind: 'channel', document: { channelId: 1 } }] })).status,
  ).toBe(422);
  expect((await ask('POST', '/channel-plan', { changes: [], propose: { parentId: SECTION } })).status).toBe(422);
  const many = Array.from({ length: 150 }, (_, at) =>
    fresh({ channelId: `${SECTION}${1000 + at}`, url: `publicChannel/many${at}`, name: `第${at}个`, classOrder: at }),
  );
  const planned = await plan([...many, article(`${SECTION}1000`, '随栏目而来的文章')]);
  expect([planned.problems, planned.addressCount, planned.addresses.length]).toEqual([[], 151, 100]);
  expect(planned.channels[0]!.after).toMatchObject({ reason: expect.stringContaining('默认') });
});

test('channels whose content is older than their duty allows are listed, those of others are not', async () => {
  const old = new Date('2026-01-05T04:00:00Z');
  const weekly = channel(`${SECTION}0031`, 'publicChannel/weekly', '每周公示', { type: 2, freshness: 'weekly' });
  await site.publish('有更新要求的栏目', [
    weekly,
    channel(`${SECTION}0032`, 'publicChannel/yearly', '每年公示', { type: 2, freshness: 'yearly' }),
    channel(`${SECTION}0033`, 'publicChannel/none', '尚无内容', { type: 2, freshness: 'monthly' }),
    channel(`${SECTION}0034`, 'publicChannel/within', '随时公示', { type: 2, freshness: 'days-3' }),
    article(`${SECTION}0031`, '年初的公示', { contentTime: old.toISOString() }),
    article(`${SECTION}0032`, '今年的公示', { contentTime: new Date().toISOString() }),
  ]);
  const due = async (who = ask) =>
    ((await who('GET', '/channels-due')).data as DueChannel[]).map(({ name, since, until, editionId }) => [
      name,
      since,
      until,
      editionId,
    ]);
  expect(await due()).toEqual([
    ['尚无内容', '', '', null],
    ['每周公示', '2026-01-05', '2026-01-12', null],
  ]);
  // a change that waits for longer than three working days
  const { editionId } = await draftBy(site, admin, [article(`${SECTION}0034`, '早就该公示的')]);
  expect(await due()).toHaveLength(2);
  await site.database.db.updateTable('edition').set({ created_at: old }).where('edition_id', '=', editionId).execute();
  expect(await due()).toContainEqual(['随时公示', '2026-01-05', '2026-01-08', editionId]);
  expect(
    await due(await consoleOf(site, await hand(site, '新闻编辑', [{ role: 'editor', channelId: NEWS }]), ORIGIN)),
  ).toEqual([]);
});
