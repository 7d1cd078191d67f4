import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SourceContext } from '#page/define-source.ts';
import { registerView } from '#page/register-view.ts';
import { banners } from '#sources/banners.ts';
import { channelContent } from '#sources/channel-content.ts';
import { homeNews } from '#sources/home-news.ts';
import { sources } from '#sources/index.ts';
import { firstFiles } from '#sources/first-files.ts';
import { infoContent } from '#sources/info-content.ts';
import { infoList } from '#sources/info-list.ts';
import { latestInfo } from '#sources/latest-info.ts';
import { register } from '#sources/register.ts';
import { registerChanges } from '#sources/register-changes.ts';
import { registerSeries } from '#sources/register-series.ts';
import { sectionOverview } from '#sources/section-overview.ts';
import { verifiable } from '#sources/verifiable.ts';
import { verify } from '#sources/verify.ts';
import { CallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';
import { answering, staff } from '#tests/page/world.ts';
import { article, list, listItem } from './answers.ts';

const channel = { channelId: 'C1', title: '栏目', path: '/news/company' };
const context: SourceContext = { channel, registers: { staff: registerView(staff) } };
/** a register whose dates are kept */
const dated: SourceContext = { channel, registers: { staff: { ...registerView(staff), history: true } } };
const paging = { pageNum: 1, pageSize: 10 };
const refused = new CallFailed('code other', {
  message: '参数不正确',
  envelope: { code: '1001', msg: '参数不正确', data: null },
});
const item = {
  id: '12',
  title: '关于系统升级的公告',
  summary: '升级期间部分业务暂停',
  originalTime: '2026-11-12T09:30:00+08:00',
  introduceImg: '/static-file/2026/11/ab12.png',
  flagTop: 1,
  source: '公司',
  path: '/news/company/detail/12',
};

test('the list of sources equals the folder: one file a source, named as it is', () => {
  const files = readdirSync(new URL('../../src/sources', import.meta.url)).filter(
    (file) => !/^(index|read(-.*)?)\.ts$/.test(file),
  );
  expect(sources.map(({ name }) => name)).toEqual(files.map((file) => file.replace(/\.ts$/, '')).sort());
});

describe('banners', () => {
  const full = {
    title: '以专业之道\n守信义之托',
    text: '看得清、查得到',
    drawing: 'rings',
    seed: 12,
    picture: '/static-file/2026/01/a.webp',
    links: [{ title: '网上开户', path: '/openAccount' }],
  };
  const load = (answer: unknown) => banners.load({ id: 4 }, answering({ [paths.adList]: answer }), context);
  test('a full answer', async () => {
    const call = answering({ [paths.adList]: [{ id: '1', ...full }] });
    expect(await banners.load({ id: 4 }, call, context)).toEqual({ items: [full] });
    expect(call.asked).toEqual([{ path: paths.adList, params: { id: 4 } }]);
  });
  test('an empty answer, or none at all, is no banner', async () => {
    expect(await load([])).toEqual({ items: [] });
    expect(await load(null)).toEqual({ items: [] });
  });
  test('what an upstream does not know has a default; a link that leads nowhere is left out', async () => {
    const bare = [
      { title: '甲' },
      {
        title: '乙',
        drawing: 'photo',
        picture: 'javascript:alert(1)',
        links: [{ title: '坏', path: 'javascript:alert(1)' }],
      },
    ];
    expect(await load(bare)).toEqual({
      items: [
        { title: '甲', text: '', drawing: 'waves', seed: 1, picture: '', links: [] },
        { title: '乙', text: '', drawing: 'waves', seed: 2, picture: '', links: [] },
      ],
    });
  });
  test('a refusal is passed on, and what is no list is unreadable', async () => {
    await expect(load(refused)).rejects.toBe(refused);
    await expect(load({ list: 1 })).rejects.toMatchObject({ pointer: '' });
    await expect(load([{ text: '没有标题' }])).rejects.toMatchObject({ pointer: '/0/title' });
  });
});

describe('home-news', () => {
  test('[HN3] asks for four items, pinned ones among them, and puts the pinned before the newest', async () => {
    const call = answering({
      [paths.infoList]: list(
        [{ ...listItem, newsId: '13', flagTop: 0, publishTime: '2026-11-19T09:30:00+08:00' }, listItem],
        31,
      ),
    });
    expect((await homeNews.load({ channelId: 'C1' }, call, context)).items.map(({ id }) => id)).toEqual(['12', '13']);
    expect(call.asked).toEqual([
      { path: paths.infoList, params: { channelId: 'C1', pageNum: 1, pageSize: 4, topFlag: 3, status: 2 } },
    ]);
  });
  test('never shows more than four, whatever is answered', async () => {
    const many = list(Array.from({ length: 9 }, (_, at) => ({ ...listItem, newsId: String(at + 1) })));
    expect(
      (await homeNews.load({ channelId: 'C1' }, answering({ [paths.infoList]: many }), context)).items,
    ).toHaveLength(4);
  });
  test('a list of another channel’s answer: empty, refused, unreadable', async () => {
    expect(
      (await homeNews.load({ channelId: 'C1' }, answering({ [paths.infoList]: list([]) }), context)).items,
    ).toEqual([]);
    await expect(homeNews.load({ channelId: 'C1' }, answering({ [paths.infoList]: refused }), context)).rejects.toBe(
      refused,
    );
    await expect(
      homeNews.load({ channelId: 'C1' }, answering({ [paths.infoList]: [] }), context),
    ).rejects.toMatchObject({ pointer: '' });
  });
});

describe('first-files', () => {
  const params = { channelId: 'C1', pageNum: 1, pageSize: 9999 };
  test('[FO6] asks for the whole list, then for the content of each item, whose first attachment it keeps', async () => {
    const call = answering({ [paths.infoList]: list([listItem]), [paths.infoContent]: article });
    const { items } = await firstFiles.load(params, call, context);
    expect(call.asked).toEqual([
      { path: paths.infoList, params: { ...params, topFlag: 3, status: 2 } },
      { path: paths.infoContent, params: { id: '12' } },
    ]);
    expect(items).toEqual([{ ...item, file: article.attachmentInfos[0] }]);
  });
  test.each([
    ['has no attachments', { ...article, attachmentInfos: [] }],
    ['cannot be read', refused],
  ])('[FO6] an item that %s has no file, and the others keep theirs', async (_, answer) => {
    const { items } = await firstFiles.load(
      params,
      answering({ [paths.infoList]: list([listItem]), [paths.infoContent]: answer }),
      context,
    );
    expect(items).toMatchObject([{ id: '12', file: null }]);
  });
  test('of a long list only the newest sixty are asked for', async () => {
    const many = Array.from({ length: 61 }, (_, place) => ({ ...listItem, newsId: String(place) }));
    const call = answering({ [paths.infoList]: list(many), [paths.infoContent]: article });
    const { items } = await firstFiles.load(params, call, context);
    expect(call.asked).toHaveLength(61);
    expect(items.map(({ file }) => file === undefined)).toEqual([...Array.from({ length: 60 }, () => false), true]);
  });
});

describe('info-list', () => {
  const params = { channelId: 'C1', topFlag: 3 as const, ...paging };
  test('[EN1] a full answer: newsId, publishTime and imageOriginal.url become id, originalTime and introduceImg', async () => {
    const call = answering({ [paths.infoList]: list([listItem], 31) });
    expect(await infoList.load(params, call, context)).toEqual({ items: [item], total: 31, pageNum: 1, pageSize: 10 });
    expect(call.asked).toEqual([{ path: paths.infoList, params: { ...params, status: 2 } }]);
  });
  test('an empty answer', async () => {
    expect(await infoList.load(params, answering({ [paths.infoList]: list([]) }), context)).toEqual({
      items: [],
      total: 0,
      pageNum: 1,
      pageSize: 10,
    });
  });
  test('[EN2] an answer that names its list data, numbers as text, a time without zone, no image', async () => {
    const data = {
      logId: 'a',
      data: [{ newsId: 12, title: '甲', publishTime: '2026-11-12 09:30:00', flagTop: '0' }],
      total: '1',
    };
    expect(await infoList.load(params, answering({ [paths.infoList]: data }), context)).toMatchObject({
      items: [{ id: '12', originalTime: '2026-11-12T09:30:00+08:00', introduceImg: '', flagTop: 0, path: '' }],
      total: 1,
    });
  });
  test('a refusal is passed on', async () => {
    await expect(infoList.load(params, answering({ [paths.infoList]: refused }), context)).rejects.toBe(refused);
  });
  test.each([
    [null, ''],
    ['<html>', ''],
    [{ list: {} }, '/list'],
    [{ list: [{ title: 'x' }] }, '/list/0/newsId'],
    [{ list: [listItem, { ...listItem, publishTime: 'yesterday' }], total: 2 }, '/list/1/publishTime'],
    [{ list: [{ ...listItem, title: {} }] }, '/list/0/title'],
    [{ list: [], total: -1 }, '/total'],
  ])('an unreadable answer %j is told by its place "%s"', async (data, pointer) => {
    await expect(infoList.load(params, answering({ [paths.infoList]: data }), context)).rejects.toMatchObject({
      name: 'Unreadable',
      code: 'unreadable',
      pointer,
    });
  });
  test('a link that is neither a site path nor http(s) is none', async () => {
    const bad = ['javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example', 'data:text/html,x'];
    const answer = await infoList.load(
      params,
      answering({ [paths.infoList]: list(bad.map((path) => ({ ...listItem, path }))) }),
      context,
    );
    expect(answer.items.map(({ path }) => path)).toEqual(['', '', '', '']);
  });
});

describe('info-content', () => {
  test('a full answer', async () => {
    expect(await infoContent.load({ id: '12' }, answering({ [paths.infoContent]: article }), context)).toEqual({
      id: '12',
      title: '关于系统升级的公告',
      html: '<p>正文</p>',
      summary: '',
      source: '公司',
      contentTime: '2026-11-12T09:30:00+08:00',
      files: [
        {
          filepath: '2026/11/ab12.pdf',
          filename: '公告.pdf',
          size: 1024,
          mediaType: 'application/pdf',
          sha256: 'ab12',
        },
        { filepath: '', filename: '遗失.pdf', size: null, mediaType: '', sha256: '' },
      ],
      previous: { title: '上一篇', path: '/news/company/detail/11' },
      next: null,
    });
  });
  test('an article without attachments and neighbours', async () => {
    expect(
      await infoContent.load({ id: '12' }, answering({ [paths.infoContent]: { id: 12, title: '甲' } }), context),
    ).toMatchObject({ id: '12', html: '', contentTime: '', files: [], previous: null });
  });
  test('an article of another channel is not at home under this address', async () => {
    await expect(
      infoContent.load({ id: '12' }, answering({ [paths.infoContent]: { ...article, channelId: 'C2' } }), context),
    ).rejects.toMatchObject({ statusCode: 404 });
    const fixed = { ...context, channel: null };
    expect(
      await infoContent.load({ id: '12' }, answering({ [paths.infoContent]: { ...article, channelId: 'C2' } }), fixed),
    ).toMatchObject({ id: '12' });
  });
  test('a refusal and an unreadable answer', async () => {
    await expect(infoContent.load({ id: '12' }, answering({ [paths.infoContent]: refused }), context)).rejects.toBe(
      refused,
    );
    await expect(
      infoContent.load(
        { id: '12' },
        answering({ [paths.infoContent]: { ...article, attachmentInfos: [{ size: -1 }] } }),
        context,
      ),
    ).rejects.toMatchObject({ pointer: '/attachmentInfos/0/size' });
  });
});

describe('channel-content', () => {
  const params = { channelId: 'C1', ...paging };
  const load = (answers: Record<string, unknown>, more: object = {}, usedParams = params) => {
    const call = answering(answers);
    return channelContent
      .load(usedParams, call, { ...context, channel: { ...channel, ...more } })
      .then((content) => ({ content, asked: call.asked.map(({ path }) => path) }));
  };
  test('[PC1] more than one item is a list', async () => {
    const { content, asked: usedParams } = await load({ [paths.infoList]: list([listItem], 12) });
    expect(content).toMatchObject({ kind: 'list', articles: { total: 12 } });
    expect(usedParams).toEqual([paths.infoList]);
  });
  test('[PC1] exactly one loads that item’s detail', async () => {
    const { content, asked: usedParams } = await load({
      [paths.infoList]: list([listItem]),
      [paths.infoContent]: (given: { id: string }) => ({ ...article, id: given.id }),
    });
    expect(content).toMatchObject({ kind: 'htmlFile', article: { id: '12' } });
    expect(usedParams).toEqual([paths.infoList, paths.infoContent]);
  });
  test('[PC1] none is empty', async () => {
    expect((await load({ [paths.infoList]: list([]) })).content).toEqual({ kind: 'empty' });
  });
  test.each([
    [{ content: '<p>甲</p>', attachmentInfos: [{ filename: 'a.pdf' }] }, 'htmlFile'],
    [{ content: '<p>甲</p>' }, 'html'],
    [{ content: '', attachmentInfos: [{ filename: 'a.pdf' }] }, 'downList'],
    [{ content: '<p></p>' }, 'empty'],
  ])('[PC2] a detail %j is %s', async (detail, kind) => {
    const { content } = await load({
      [paths.infoList]: list([listItem]),
      [paths.infoContent]: { id: '12', ...detail },
    });
    expect(content.kind).toBe(kind);
  });
  test('[PS3] a kind told with the channel saves calls: none for empty, one for a single article', async () => {
    expect(await load({}, { contentKind: 'empty' })).toEqual({ content: { kind: 'empty' }, asked: [] });
    expect(await load({ [paths.infoContent]: article }, { contentKind: 'html' })).toMatchObject({
      content: { kind: 'htmlFile' },
      asked: [paths.infoContent],
    });
    expect((await load({ [paths.infoList]: list([listItem], 3) }, { contentKind: 'list' })).asked).toEqual([
      paths.infoList,
    ]);
  });
  test('[RT9] a page beyond the last is a list without items, not an empty channel', async () => {
    for (const total of [0, 1, 12]) {
      const { content } = await load({ [paths.infoList]: list([], total, 9) }, {}, { ...params, pageNum: 9 });
      expect(content).toMatchObject({ kind: 'list', articles: { items: [], total, pageNum: 9 } });
    }
  });
  test('a refusal is passed on', async () => {
    await expect(load({ [paths.infoList]: refused })).rejects.toBe(refused);
  });
});

describe('register', () => {
  const row = { name: '王谷雨', certNo: 'F9000001', level: '1', since: '2024-01-02', secret: 'x' };
  const data = {
    frontList: [row],
    total: 1,
    dataDate: '2026-11-15',
    wholeTotal: 420,
    department: '合规部',
    pageNum: 1,
    pageSize: 10,
  };
  const load = (answer: unknown, more: object = {}, view: object = {}) => {
    const call = answering({ '/front/info': answer, '/wscms/v1/register/staff': answer });
    return register
      .load({ register: 'staff', ...paging, ...more }, call, {
        ...context,
        registers: { staff: { ...registerView(staff), ...view } },
      })
      .then((rows) => ({ rows, asked: call.asked }));
  };
  test('[RG2] a full answer by the call and the names of the definition; only columns and key are kept', async () => {
    const { rows, asked: usedParams } = await load(data, { level: '1' });
    expect(rows).toEqual({
      rows: [{ certNo: 'F9000001', name: '王谷雨', level: '1', since: '2024-01-02' }],
      total: 1,
      pageNum: 1,
      pageSize: 10,
      dataDate: '2026-11-15',
      wholeTotal: 420,
      department: '合规部',
    });
    expect(usedParams).toEqual([{ path: '/front/info', params: { infoId: 'staff', level: '1', ...paging } }]);
  });
  test('[RK6] a restricted field that a row does not have stays away, one without a value is null, and the reason comes in words', async () => {
    const columns = [
      { field: 'staffName', title: '姓名', type: 'text', restricted: true },
      { field: 'note', title: '备注', type: 'text', restricted: true },
    ];
    const view = { columns, key: [] } as never;
    const { rows } = await load({ ...data, frontList: [{ note: null }], withheld: 'evaluation' }, {}, view);
    expect(rows).toMatchObject({ rows: [{ note: null }], withheld: { reason: 'evaluation', text: '请先测评' } });
    expect(rows.rows[0]).not.toHaveProperty('staffName');
    expect((await load({ ...data, withheld: 'constructor' }, {}, view)).rows).not.toHaveProperty('withheld');
  });

  test('an empty register', async () => {
    expect((await load({ frontList: [], total: 0 })).rows).toEqual({
      rows: [],
      total: 0,
      ...paging,
      dataDate: '',
      wholeTotal: 0,
      department: '',
    });
  });
  test('a register without a call of its own is asked by its name', async () => {
    expect((await load(data, {}, { endpoint: '', when: {} })).asked[0]?.path).toBe('/wscms/v1/register/staff');
  });
  test('[EN2] an answer that is the list itself', async () => {
    const call = answering({ '/front/info': [row, row], '/wscms/v1/register/staff': { ...data, list: [row] } });
    const view = { ...registerView(staff), answer: { list: 'list', total: 'total', bare: true } };
    expect(
      await register.load({ register: 'staff', ...paging }, call, { ...context, registers: { staff: view } }),
    ).toMatchObject({ total: 2, wholeTotal: 420, dataDate: '2026-11-15', department: '合规部', pageNum: 1 });
    expect(call.asked[0]).toEqual({ path: '/front/info', params: { infoId: 'staff' } });
  });
  test('[RG4] a register that shows nothing until a search is made still states its size', async () => {
    const waiting = await load(data, { pageNum: 3 }, { onDemand: true });
    expect(waiting.rows).toMatchObject({
      rows: [],
      total: 0,
      pageNum: 1,
      pageSize: 10,
      wholeTotal: 420,
      dataDate: '2026-11-15',
    });
    expect(waiting.asked[0]?.params).toEqual({ infoId: 'staff', pageNum: 1, pageSize: 1 });
    expect((await load(data, { fuzzyItem: '王' }, { onDemand: true })).rows.rows).toHaveLength(1);
  });
  test.each([
    [{ total: 1 }, '/frontList'],
    [{ frontList: [] }, '/total'],
    [{ frontList: [7], total: 1 }, '/frontList/0'],
    [{ frontList: [{ ...row, level: ['1'] }], total: 1 }, '/frontList/0/level'],
  ])('an unreadable answer %j is told by its place "%s"', async (answer, pointer) => {
    await expect(load(answer)).rejects.toMatchObject({ name: 'Unreadable', pointer });
  });
  test('a refusal is passed on', async () => {
    await expect(load(refused)).rejects.toBe(refused);
  });
});

describe('lists of several channels', () => {
  test('[RT3] the section overview keeps the summaries of its channels', async () => {
    const call = answering({
      [paths.sectionOverview]: {
        logId: 'a',
        list: [1, 2, 3].map((id) => ({
          newsId: `c${id}`,
          title: '公示',
          summary: '140 人 · 数据截至 2026-11-15',
          publishTime: '',
          path: '/publicChannel/x',
        })),
      },
    });
    expect(await sectionOverview.load({ channelId: 'C1', count: 2 }, call, context)).toMatchObject({
      total: 2,
      pageNum: 1,
      pageSize: 2,
      items: [{ id: 'c1', summary: '140 人 · 数据截至 2026-11-15' }, { id: 'c2' }],
    });
  });
  test('[HN7][HN8] the section overview has what stands in its channels, and answers of earlier versions have nothing', async () => {
    const figures = {
      register: 'r',
      rows: '29',
      countWord: '人',
      dataDate: '2026-11-20',
      department: '',
      hasFiles: true,
    };
    const line = { newsId: 'c1', title: '公示', path: '/x' };
    const call = answering({
      [paths.sectionOverview]: {
        list: [
          { ...line, registers: [figures], words: '自己的话', ways: [{ title: '收费标准', path: '/fee' }] },
          { ...line, newsId: 'c2' },
        ],
      },
    });
    const { items } = await sectionOverview.load({ channelId: 'C1', count: 9 }, call, context);
    expect(items.map(({ channelFacts }) => channelFacts)).toEqual([
      { registers: [{ ...figures, rows: 29 }], words: '自己的话', ways: [{ title: '收费标准', path: '/fee' }] },
      { registers: [], words: '', ways: [] },
    ]);
  });
  test('[HN10] what can be checked: numbers of this site, none of other systems; unreadable where there is no list', async () => {
    const answer = {
      lists: [
        { title: '甲', rows: 3, countWord: '人' },
        { title: '乙', rows: null, countWord: '条' },
      ],
      from: '2026-11-01',
      to: '2026-11-20',
    };
    const load = (data: unknown) =>
      verifiable.load({ kind: 'staff' }, answering({ [paths.verifiable]: data }), context);
    expect(await load(answer)).toEqual({ kind: 'staff', ...answer });
    expect(await load({ lists: [] })).toEqual({ kind: 'staff', lists: [], from: '', to: '' });
    await expect(load({})).rejects.toMatchObject({ pointer: '/lists' });
    await expect(load(refused)).rejects.toBe(refused);
  });
  test('the latest items of several channels', async () => {
    const call = answering({ [paths.latestInfo]: { list: [listItem], total: 9, pageNum: 2, pageSize: 5 } });
    expect(await latestInfo.load({ channelIds: 'C1,C2', pageNum: 2, pageSize: 5 }, call, context)).toMatchObject({
      items: [item],
      total: 9,
      pageNum: 2,
      pageSize: 5,
    });
    expect(call.asked[0]?.params).toEqual({ channelIds: 'C1,C2', pageNum: 2, pageSize: 5 });
  });
  test('empty, refused, unreadable', async () => {
    expect(
      await latestInfo.load(
        { channelIds: 'C1', pageNum: 1, pageSize: 5 },
        answering({ [paths.latestInfo]: { list: [], total: 0, pageNum: 1, pageSize: 5 } }),
        context,
      ),
    ).toEqual({ items: [], total: 0, pageNum: 1, pageSize: 5 });
    await expect(
      sectionOverview.load({ channelId: 'C1', count: 2 }, answering({ [paths.sectionOverview]: refused }), context),
    ).rejects.toBe(refused);
    await expect(
      latestInfo.load({ channelIds: 'C1', pageNum: 1, pageSize: 5 }, answering({ [paths.latestInfo]: [] }), context),
    ).rejects.toMatchObject({ pointer: '' });
  });
});

describe('what registers say over time', () => {
  const row = { name: '甲', certNo: 'F9000001', level: '1', since: '2024-01-02', secret: 'x' };
  const shown = { certNo: 'F9000001', name: '甲', level: '1', since: '2024-01-02' };
  const series = { list: [row, row], more: true, dataDate: '2026-11-19', wholeTotal: 9, department: '合规部' };
  const changes = {
    from: '2026-11-18',
    to: '2026-11-19',
    dates: ['2026-11-19', '2026-11-18'],
    counts: { added: 1, raised: 2 },
    items: [
      { kind: 'added', row, before: null },
      { kind: 'raised', row, before: row },
    ],
    total: 3,
    pageNum: 1,
    pageSize: 10,
  };
  const answers = answering({
    [`${paths.register}/staff/series`]: series,
    [`${paths.register}/staff/changes`]: changes,
  });

  test('[RG3] sort, row and date are asked as they stand in the address; what an answer states of dates is kept', async () => {
    const call = answering({
      '/front/info': { frontList: [row], total: 10_000, more: true, dates: ['2026-11-19'], asOf: '2026-11-19' },
    });
    const rows = await register.load(
      { register: 'staff', ...paging, sort: '-since', row: 'F9000001', asOf: '2026-11-19' },
      call,
      context,
    );
    expect(call.asked[0]?.params).toEqual({
      infoId: 'staff',
      ...paging,
      sort: '-since',
      row: 'F9000001',
      asOf: '2026-11-19',
    });
    expect(rows).toMatchObject({ more: true, dates: ['2026-11-19'], asOf: '2026-11-19' });
  });
  test('[RG3] a permalink is a search, also in a register that shows nothing before one', async () => {
    const onDemand = { ...context, registers: { staff: { ...registerView(staff), onDemand: true } } };
    const call = answering({ '/front/info': { frontList: [row], total: 1 } });
    expect((await register.load({ register: 'staff', ...paging, row: 'F9000001' }, call, onDemand)).rows).toEqual([
      shown,
    ]);
    expect((await register.load({ register: 'staff', ...paging, sort: 'since' }, call, onDemand)).rows).toEqual([]);
  });
  test('a series is one page of all its rows, and none before one of the conditions that it needs', async () => {
    expect(await registerSeries.load({ register: 'staff', needs: 'level', level: '1' }, answers, context)).toEqual({
      rows: [shown, shown],
      total: 2,
      pageNum: 1,
      pageSize: 2,
      more: true,
      dataDate: '2026-11-19',
      wholeTotal: 9,
      department: '合规部',
    });
    expect(answers.asked.at(-1)).toEqual({ path: `${paths.register}/staff/series`, params: { level: '1' } });
    expect(
      (await registerSeries.load({ register: 'staff', needs: 'fuzzyItem,level', level: '1' }, answers, context)).rows,
    ).toHaveLength(2);
    expect((await registerSeries.load({ register: 'staff', needs: 'fuzzyItem,level' }, answers, context)).rows).toEqual(
      [],
    );
  });
  test('[RG39] rows of what is compared come after those that were asked for', async () => {
    const usedParams = {
      register: 'staff',
      needs: 'level',
      compareBy: 'fuzzyItem',
      compare: '乙',
      level: '1',
      orgName: '总部',
    };
    const { rows } = await registerSeries.load(usedParams, answers, context);
    expect(rows).toHaveLength(4);
    expect(answers.asked.slice(-2).map(({ params }) => params)).toEqual([
      { level: '1', orgName: '总部' },
      // under the same conditions
      { fuzzyItem: '乙', orgName: '总部' },
    ]);
    const { compareBy: _none, ...without } = usedParams;
    expect((await registerSeries.load(without, answers, context)).rows).toHaveLength(2);
  });
  test('changes are read with all five counts', async () => {
    const read = await registerChanges.load(
      { register: 'staff', from: '2026-11-18', to: '2026-11-19', ...paging },
      answers,
      dated,
    );
    expect(answers.asked.at(-1)?.params).toEqual({ from: '2026-11-18', to: '2026-11-19', ...paging });
    expect(read).toEqual({
      ...changes,
      counts: { added: 1, removed: 0, raised: 2, lowered: 0, changed: 0 },
      items: [
        { kind: 'added', row: shown, before: null },
        { kind: 'raised', row: shown, before: shown },
      ],
    });
  });
  test('[RG35] of a register without history no changes are asked for, and there are none', async () => {
    const call = answering({});
    const { dates, items } = await registerChanges.load({ register: 'staff', ...paging }, call, context);
    expect([dates, items, call.asked]).toEqual([[], [], []]);
  });
  test.each([
    [{ ...changes, items: [{ kind: 'gone', row }] }, '/items/0/kind'],
    [{ ...changes, dates: null }, '/dates'],
    [{ ...changes, counts: { added: -1 } }, '/counts/added'],
  ])('an unreadable change list is told by its place: %#', async (answer, pointer) => {
    const call = answering({ [`${paths.register}/staff/changes`]: answer });
    await expect(registerChanges.load({ register: 'staff', ...paging }, call, dated)).rejects.toMatchObject({
      name: 'Unreadable',
      pointer,
    });
  });
});

describe('verify', () => {
  const fact = { field: 'name', title: '姓名', text: '甲', convert: false };
  const found = {
    register: 'staff',
    title: '人员公示',
    path: '/publicChannel/staff?row=1',
    exact: true,
    since: '2024-01-02',
    dataDate: '2026-11-19',
    facts: [fact],
    ended: { state: '离岗', since: '', words: '公示的“状态”为“离岗”，不再代表公司。' },
  };
  const load = (answer: unknown) =>
    verify.load({ kind: 'staff', words: '甲乙' }, answering({ [paths.verify]: answer }), context);
  test('[RG2] a full answer, and a path that leads off the site is none', async () => {
    const answer = {
      kind: 'staff',
      kinds: ['staff'],
      words: '甲乙',
      searched: ['人员公示'],
      emptied: ['营销人员'],
      silent: ['证券投资顾问'],
      isWhole: true,
      found: [found],
      more: true,
    };
    expect(await load(answer)).toEqual(answer);
    expect((await load({ ...answer, found: [{ ...found, ended: undefined }] })).found[0]?.ended).toBeNull();
    expect((await load({ ...answer, found: [{ ...found, path: '//elsewhere.example' }] })).found[0]?.path).toBe('');
  });
  test('an unreadable answer and a refusal', async () => {
    await expect(load({ words: '', searched: [], found: [{ ...found, register: '' }] })).rejects.toMatchObject({
      pointer: '/found/0/register',
    });
    await expect(load(refused)).rejects.toBe(refused);
  });
});
