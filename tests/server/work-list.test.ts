import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { scheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { returnEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import type { ChangedArticles, WorkLine, WorkView } from '#wire/work-answers.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NEWS = '0001000200010002';
const COMPANY = `${NEWS}0001`;
const LOSS = `${SECTION}0003`;
const LIST = `${SECTION}0018`;
/** shows what another channel holds */
const MIRROR = `${SECTION}0099`;

let site: TestSite;
let writer: Hand;
let reviewer: Hand;
let publisher: Hand;
let articles: { pinned: number; plain: number; gone: number };
let waiting: { editionId: number };
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  await site.publish('栏目', [
    channel(MIRROR, 'publicChannel/mirror', '公司动态', { type: 2, classOrder: 99, sameAs: COMPANY }),
    { kind: 'setting', id: 'research.tags', document: [{ id: 'bonds', name: '债券' }] },
  ]);
  const { articleIds } = await site.publish('文章', [
    article(LIST, '甲乙单甲', { topFlag: 1, contentTime: '2026-11-05T00:00:00.000Z' }),
    article(LIST, '甲乙单乙', { contentTime: '2026-11-06T00:00:00.000Z' }),
    article(LIST, '甲乙单丙'),
  ]);
  const [pinned, plain, gone] = articleIds as [number, number, number];
  articles = { pinned, plain, gone };
  await site.publish('撤下', [{ kind: 'article', id: String(gone), withdraw: { reason: '内容有误' } }]);
  const all = [{ channelId: '' }];
  writer = await hand(site, '撰写张三', [{ role: 'editor', ...all[0]! }]);
  reviewer = await hand(site, '审核李四', [{ role: 'reviewer', ...all[0]! }]);
  publisher = await hand(site, '发布王五', [{ role: 'publisher', ...all[0]! }]);
  waiting = await draftBy(site, writer, [article(LIST, '甲乙单甲（改）', { articleId: pinned })], '甲乙单：修改甲');
  const submitted = await draftBy(site, writer, [article(LOSS, '新')], '甲乙单：提交的');
  await submitEdition(publishContextOf(site), writer, submitted);
  const back = await draftBy(site, writer, [article(LOSS, '新')], '甲乙单：退回的');
  await submitEdition(publishContextOf(site), writer, back);
  await returnEdition(site.database.db, reviewer, { ...back, note: '请补充' });
  await approvedBy(site, writer, reviewer, [article(LOSS, '新')], '甲乙单：通过的');
  const timed = await approvedBy(site, writer, reviewer, [article(LOSS, '新')], '甲乙单：定时的');
  await scheduleEdition(site.database.db, publisher, { ...timed, publishAt: new Date(Date.now() + 3_600_000) });
  await draftBy(site, writer, [{ kind: 'setting', id: 'demo', document: false }], '甲乙单：设置的');
});
afterAll(() => site.end());

async function askAs(person: Hand) {
  const call = await consoleOf(site, person, ORIGIN);
  const list = async (query: string): Promise<{ total: number; list: WorkLine[] }> =>
    (await call('GET', `/work-list?pageSize=100&${query}`)).data as { total: number; list: WorkLine[] };
  const titles = async (query: string): Promise<string[]> => (await list(query)).list.map(({ title }) => title);
  return { call, list, titles };
}
const words = `words=${encodeURIComponent('甲乙单')}`;

describe('one list of all that is public and of all that is on its way there', () => {
  test('[LW1] each state lists its own, and without one what is public or at work', async () => {
    const { titles } = await askAs(writer);
    const of = (state: string) => titles(`${words}&sort=title&state=${state}`);
    expect(await of('public')).toEqual(['甲乙单乙', '甲乙单甲']);
    expect(await of('draft')).toEqual(['甲乙单：修改甲', '甲乙单：设置的'].toSorted());
    expect(await of('in-review')).toEqual(['甲乙单：提交的']);
    expect(await of('returned')).toEqual(['甲乙单：退回的']);
    expect(await of('approved')).toEqual(['甲乙单：通过的']);
    expect(await of('scheduled')).toEqual(['甲乙单：定时的']);
    expect(await of('withdrawn')).toEqual(['甲乙单丙']);
    expect(await of('discarded')).toEqual([]);
    const everything = await titles(words);
    expect([everything.length, everything.includes('甲乙单丙'), everything.includes('甲乙单乙')]).toEqual([
      8,
      false,
      true,
    ]);
  });

  test('[LW1] a line says kind, state, channel, author, dates and what waits for it', async () => {
    const { list } = await askAs(writer);
    const { list: found } = await list(`${words}&sort=-published`);
    expect(found.find(({ key }) => key === `article:${articles.pinned}`)).toMatchObject({
      kinds: ['article'],
      id: String(articles.pinned),
      state: 'public',
      channelIds: [LIST],
      author: '甲',
      isPinned: true,
      publishedAt: '2026-11-05T00:00:00.000Z',
      path: expect.stringMatching(new RegExp(`/publicChannel/antiFraud/detail/${articles.pinned}$`)),
      waiting: { editionId: waiting.editionId, state: 'draft' },
      edition: null,
    });
    expect(found.find(({ title }) => title === '甲乙单：退回的')).toMatchObject({
      kinds: ['article'],
      state: 'returned',
      author: '撰写张三',
      waiting: null,
      edition: { version: 1, returned: { name: '审核李四', reason: '请补充' } },
    });
    const scheduled = found.find(({ state }) => state === 'scheduled')!;
    expect([scheduled.title, scheduled.publishedAt]).toEqual(['甲乙单：定时的', scheduled.edition!.publishAt]);
    // lines without such a moment come last
    expect(found.at(-1)!.publishedAt).toBe('');
  });

  test('[LW1] it is filtered by kind, channel, author, days, pinned and waiting editions', async () => {
    const { titles, list } = await askAs(writer);
    expect(await titles(`kind=setting&${words}`)).toEqual(['甲乙单：设置的']);
    expect(await titles('kind=setting&state=public&sort=title')).toContain('机构信息');
    expect(await titles(`kind=channel&channel=${MIRROR}`)).toEqual(['公司动态']);
    const { list: pages } = await list('kind=page');
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.every(({ kinds, changedAt }) => kinds[0] === 'page' && changedAt === '')).toBe(true);
    expect((await titles(`channel=${SECTION}&state=public&kind=article`)).toSorted()).toEqual(
      ['关于业务专用章遗失的声明', '关于空白合同遗失的声明', '投诉渠道说明', '甲乙单乙', '甲乙单甲'].toSorted(),
    );
    expect(await titles(`${words}&author=${encodeURIComponent('张三')}`)).toHaveLength(6);
    expect(await titles(`${words}&author=${encodeURIComponent('甲')}&state=public`)).toHaveLength(2);
    const today = shanghaiDate(Date.now());
    expect(await titles(`${words}&from=${today}&to=${today}`)).toHaveLength(8);
    expect(await titles(`${words}&to=2020-01-01`)).toEqual([]);
    expect(await titles('pinned=yes')).toEqual(['甲乙单甲']);
    expect((await titles('waiting=yes&sort=title')).toSorted()).toEqual(
      ['甲乙单甲', (await titles('kind=setting&waiting=yes'))[0]!].toSorted(),
    );
  });

  test('[LW1] a sign of the pattern is a sign of the title', async () => {
    expect(await (await askAs(writer)).titles(`words=${encodeURIComponent('甲%乙')}`)).toEqual([]);
  });

  test('[LW1] pages of each order follow each other without a gap, and say how many there are', async () => {
    const { call, titles } = await askAs(writer);
    for (const sort of ['title', '-title', 'kind', 'state', 'channel', '-author', 'changed', 'published']) {
      const all = await titles(`${words}&sort=${sort}`);
      const page = async (pageNum: number) =>
        (await call('GET', `/work-list?${words}&sort=${sort}&pageSize=3&pageNum=${pageNum}`)).data as {
          total: number;
          list: WorkLine[];
        };
      const parts = [await page(1), await page(2), await page(3), await page(4)];
      expect(parts.map(({ total }) => total)).toEqual([8, 8, 8, 8]);
      expect([sort, parts.flatMap(({ list }) => list.map(({ title }) => title))]).toEqual([sort, all]);
    }
    expect(await titles(`${words}&sort=-title`)).toEqual((await titles(`${words}&sort=title`)).toReversed());
    expect((await call('GET', '/work-list?sort=price')).status).toBe(422);
  });

  test('[LW2] each sees what they may read, and waits for whom it waits for', async () => {
    const inNews = await askAs(await hand(site, '新闻编辑', [{ role: 'editor', channelId: NEWS }]));
    const { list } = await inNews.list('sort=title');
    expect(list.length).toBeGreaterThan(20);
    expect(list.every(({ channelIds }) => channelIds.every((id) => id.startsWith(NEWS)))).toBe(true);
    expect(await inNews.titles(`channel=${LIST}`)).toEqual([]);
    expect(await inNews.titles('state=withdrawn')).toEqual([]);
    expect(await inNews.titles('view=to-review')).toEqual([]);
    expect(await (await askAs(reviewer)).titles(`view=to-review&${words}`)).toEqual(['甲乙单：提交的']);
    expect(await (await askAs(writer)).titles(`view=returned&${words}`)).toEqual(['甲乙单：退回的']);
    expect(await (await askAs(publisher)).titles(`view=to-publish&${words}`)).toEqual(['甲乙单：通过的']);
    const administrator = await consoleOf(
      site,
      await hand(site, '系统', [{ role: 'system-admin', channelId: '' }]),
      ORIGIN,
    );
    expect((await administrator('GET', '/work-list')).status).toBe(403);
  });
});

describe('[LW3] conditions under a name of one’s own', () => {
  test('they are saved, replaced and removed, and nobody else sees them', async () => {
    const { call } = await askAs(await hand(site, '有视图的', [{ role: 'editor', channelId: '' }]));
    const views = async () => (await call('GET', '/work-list/views')).data as WorkView[];
    const saved = await call('POST', '/work-list/views', {
      name: ' 我的公告 ',
      filters: { kind: 'article', state: 'draft' },
    });
    expect(saved.data).toMatchObject({ name: '我的公告' });
    await call('POST', '/work-list/views', { name: '我的公告', filters: { kind: 'page' } });
    expect(await views()).toEqual([{ viewId: saved.data.viewId, name: '我的公告', filters: { kind: 'page' } }]);
    expect((await call('POST', '/work-list/views', { name: ' ', filters: {} })).data).toEqual({ field: 'name' });
    expect((await call('POST', '/work-list/views', { name: '甲', filters: { price: '1' } })).status).toBe(422);
    const other = await askAs(writer);
    expect((await other.call('GET', '/work-list/views')).data).toEqual([]);
    const remove = (cookieOf: typeof call) =>
      cookieOf('DELETE' as 'POST', `/work-list/views/${(saved.data as WorkView).viewId}`);
    expect(await remove(other.call)).toMatchObject({ code: '1004' });
    expect(await remove(call)).toMatchObject({ code: '0' });
    expect(await views()).toEqual([]);
  });

  test('there are at most thirty of them', async () => {
    const { call } = await askAs(await hand(site, '视图很多的', [{ role: 'editor', channelId: '' }]));
    for (let at = 1; at <= 30; at += 1) await call('POST', '/work-list/views', { name: `第${at}个`, filters: {} });
    const one = await call('POST', '/work-list/views', { name: '再一个', filters: {} });
    expect([one.status, one.msg]).toEqual([422, '已有 30 个视图，请先删除不用的']);
    expect((await call('POST', '/work-list/views', { name: '第3个', filters: { state: 'draft' } })).status).toBe(200);
  });
});

describe('[LW5] an act on several public articles is one edition', () => {
  const act = async (person: Hand, body: object) => {
    const call = await consoleOf(site, person, ORIGIN);
    const answer = await call('POST', '/work-list/articles', body);
    return { ...answer, changed: answer.data as ChangedArticles };
  };
  const documentsOf = async (editionId: number) => {
    const call = await consoleOf(site, writer, ORIGIN);
    const { shown, state } = (await call('GET', `/editions/${editionId}`)).data as {
      state: string;
      shown: { changes: { document: Record<string, unknown> }[] };
    };
    return { state, documents: shown.changes.map(({ document }) => document) };
  };
  const made = async (...titles: string[]) =>
    (
      await site.publish(
        '要移动的',
        titles.map((title) => article(LIST, title, { content: `<p>${title}</p>`, source: '办公室' })),
      )
    ).articleIds as number[];

  test('twelve articles move as one draft, and nothing is public by itself', async () => {
    const ids = await made(...Array.from({ length: 12 }, (_, at) => `移动${at + 1}`));
    const { changed } = await act(writer, { act: 'move', articleIds: ids, channelId: LOSS });
    expect([changed.done, changed.refused]).toEqual([ids, []]);
    expect(changed.edition).toMatchObject({ version: 1, title: '移到栏目“遗失声明”：12 篇文章' });
    const { state, documents } = await documentsOf(changed.edition!.editionId);
    expect(state).toBe('draft');
    expect(documents.map(({ articleId, channelId, source }) => [articleId, channelId, source])).toEqual(
      ids.map((id) => [id, LOSS, '办公室']),
    );
    expect(documents[2]).toMatchObject({ title: '移动3', content: '<p>移动3</p>' });
    const rows = await site.database.db
      .selectFrom('article')
      .select('channel_id')
      .where('article_id', 'in', ids)
      .where('public_to', 'is', null)
      .execute();
    expect(new Set(rows.map(({ channel_id }) => channel_id))).toEqual(new Set([LIST]));
  });

  test('what cannot be changed is named with its reason, and takes nothing from the others', async () => {
    const [fine] = await made('可以移动');
    const { changed } = await act(writer, {
      act: 'move',
      articleIds: [fine, articles.pinned, articles.gone, 999_999],
      channelId: LOSS,
    });
    expect(changed.done).toEqual([fine]);
    expect(changed.refused).toEqual([
      {
        articleId: articles.pinned,
        reason: '已有一份未发布的稿件，请在那份稿件中修改',
        editionId: waiting.editionId,
      },
      { articleId: articles.gone, reason: '没有这篇公开的文章，它可能已经撤下', editionId: null },
      { articleId: 999_999, reason: '没有这篇公开的文章，它可能已经撤下', editionId: null },
    ]);
    // the check of a publication decides, as it does for one
    const refused = await act(writer, { act: 'move', articleIds: [articles.plain], channelId: MIRROR });
    expect(refused.changed).toEqual({
      edition: null,
      done: [],
      refused: [
        {
          articleId: articles.plain,
          reason: `文章“甲乙单乙”：栏目“公司动态”显示的是另一栏目的内容，请发布到原栏目 ${COMPANY}`,
          editionId: null,
        },
      ],
    });
  });

  test('nobody changes articles of channels, or moves some to channels, that are not theirs', async () => {
    const inNews = await hand(site, '新闻编辑乙', [{ role: 'editor', channelId: NEWS }]);
    const [news] = (await site.publish('新闻', [article(COMPANY, '编辑的新闻')])).articleIds as number[];
    const { changed } = await act(inNews, { act: 'pin', articleIds: [articles.plain, news] });
    expect([changed.done, changed.refused.map(({ reason }) => reason)]).toEqual([
      [news],
      ['您对这个栏目没有“撰写内容”的权限'],
    ]);
    const [another] = (await site.publish('新闻', [article(COMPANY, '编辑的又一条')])).articleIds as number[];
    const moved = await act(inNews, { act: 'move', articleIds: [another], channelId: LOSS });
    expect(moved.changed).toMatchObject({ edition: null, refused: [{ reason: '您对目标栏目没有“撰写内容”的权限' }] });
    expect((await act(reviewer, { act: 'pin', articleIds: [articles.plain] })).status).toBe(403);
  });

  test('articles are pinned, unpinned and tagged; what is so already is said', async () => {
    const [one, two] = (await made('置顶一', '置顶二')) as [number, number];
    const pinned = await act(writer, { act: 'pin', articleIds: [one] });
    expect((await documentsOf(pinned.changed.edition!.editionId)).documents[0]).toMatchObject({ topFlag: 1 });
    expect(pinned.changed.edition!.title).toBe('置顶：《置顶一》');
    expect((await act(writer, { act: 'unpin', articleIds: [two] })).changed.refused[0]!.reason).toBe('没有置顶');
    const tagged = await act(writer, { act: 'tag', articleIds: [two], tag: 'bonds' });
    expect((await documentsOf(tagged.changed.edition!.editionId)).documents[0]).toMatchObject({ tags: ['bonds'] });
    expect((await act(writer, { act: 'tag', articleIds: [one], tag: 'none' })).data).toEqual({ field: 'tag' });
    expect((await act(writer, { act: 'move', articleIds: [one] })).data).toEqual({ field: 'channelId' });
  });

  test('what became public of an article meanwhile is noticed, as in any draft', async () => {
    const [id] = (await made('随后改动')) as [number];
    const { changed } = await act(writer, { act: 'pin', articleIds: [id] });
    await site.publish('先一步', [article(LIST, '随后改动（先一步）', { articleId: id })]);
    const call = await consoleOf(site, writer, ORIGIN);
    const { status, code } = await call('POST', `/editions/${changed.edition!.editionId}/submit`, { version: 1 });
    expect([status, code]).toEqual([409, '2025']);
  });
});
