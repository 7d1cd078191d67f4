import { describe, expect, test } from 'vitest';
import type { SourceContext } from '#page/define-source.ts';
import { CallFailed } from '#wire/outcomes.ts';
import { channelContent } from '#sources/channel-content.ts';
import { newsColumns } from '#sources/news-columns.ts';
import { newsContent } from '#sources/news-content.ts';
import { newsList } from '#sources/news-list.ts';
import { paths } from '#wire/paths.ts';
import { answering } from '#tests/page/world.ts';
import { article, listItem } from './answers.ts';

const context: SourceContext = { channel: null, registers: {} };
const stored = (total: number) =>
  Array.from({ length: total }, (_, at) => ({
    ...listItem,
    newsId: String(at + 1),
    tags: [{ id: 'rates', name: '利率', path: '/research/tags/detail/rates' }],
    riskLevel: at === 0 ? '0002' : '',
  }));

/** A list of so many items, answered page by page; `told` false: an upstream that tells no total. */
function answersOf(total: number, hasTotal = true) {
  const all = stored(total);
  return answering({
    [paths.newsList]: ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) => ({
      logId: 'a',
      list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize),
      ...(hasTotal && { total }),
    }),
  });
}

const load = (call: ReturnType<typeof answersOf>, pageNum: number, isAdd = true) =>
  newsList.load({ isAdd, pageNum, pageSize: 10 }, call, context);
const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => Number(id));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('news-list', () => {
  test('[RL1] further pages append where isAdd is set; without it a page is one page', async () => {
    expect(ids(await load(answersOf(45), 3))).toEqual(range(1, 30));
    expect(ids(await load(answersOf(45), 3, false))).toEqual(range(21, 30));
  });

  test('[RL2] the end is flagged when fewer than 10 come back, also where no total is told', async () => {
    expect(await load(answersOf(45), 4)).toMatchObject({ end: false, total: 45 });
    expect(await load(answersOf(45), 5)).toMatchObject({ end: true });
    expect(await load(answersOf(45, false), 4)).toMatchObject({ end: false });
    expect(await load(answersOf(45, false), 5)).toMatchObject({ end: true, total: 45 });
    // ours: a last page that is full is known to be the last by the total
    expect(await load(answersOf(40), 4)).toMatchObject({ end: true });
  });

  test('[RL3] page 25 shows the last 20 pages, 6 to 25', async () => {
    const call = answersOf(400);
    const shown = await load(call, 25);
    expect(shown).toMatchObject({ firstPage: 6, pageNum: 25, end: false });
    expect(ids(shown)).toEqual(range(51, 250));
    expect(call.asked.length).toBeLessThanOrEqual(3);
  });

  test('tags and levels come with the items, EN1 as in every list', async () => {
    const { items } = await load(answersOf(2), 1);
    expect(items[0]).toMatchObject({
      riskLevel: '0002',
      tags: [{ title: '利率', path: '/research/tags/detail/rates' }],
      originalTime: listItem.publishTime,
    });
    expect(items[1]).not.toHaveProperty('riskLevel');
  });

  test('what is asked for is posted; absent conditions are not sent, and a refusal is passed on', async () => {
    const call = answersOf(3);
    await newsList.load({ columnId: 'gfwz-rd', code: 'macro', isAdd: true, pageNum: 1, pageSize: 10 }, call, context);
    expect(call.asked[0]).toEqual({
      path: paths.newsList,
      params: { columnId: 'gfwz-rd', code: 'macro', pageNum: 1, pageSize: 10 },
    });
    const refused = new CallFailed('code other', { message: '没有这个标签' });
    await expect(
      newsList.load(
        { tagId: 'x', isAdd: true, pageNum: 1, pageSize: 10 },
        answering({ [paths.newsList]: refused }),
        context,
      ),
    ).rejects.toBe(refused);
  });
});

test('news-columns tells which of the topics the visitor stands in', async () => {
  const call = answering({
    [paths.newsColumns]: [
      { columnId: 'macro', code: 'macro', name: '宏观经济', path: '/research/gfwz-rd?code=macro', total: 3 },
      { columnId: 'rates', code: 'rates', name: '利率汇率', path: '/research/gfwz-rd?code=rates', total: '2' },
    ],
  });
  const { items } = await newsColumns.load({ type: 2, code: 'rates' }, call, context);
  expect(items.map(({ current }) => current)).toEqual([false, true]);
  expect(items[1]).toMatchObject({ title: '利率汇率', total: 2, summary: '' });
});

test('news-content reads an article as infocontent answers it', async () => {
  expect(await newsContent.load({ id: '12' }, answering({ [paths.newsContent]: article }), context)).toMatchObject({
    id: '12',
    title: article.title,
  });
});

describe('[RK6] of a restricted article its frame is given, and why there is no more', () => {
  const data = {
    id: '12',
    channelId: 'c',
    title: '受限的报告',
    source: '研究所',
    contentTime: '2026-11-12T09:30:00+08:00',
    riskLevel: '0002',
    levelName: 'C3（稳健型）',
    ownLevelName: 'C1（保守型）',
    content: '<p>x</p>',
    summary: 'x',
  };
  const refusedBy = (code: string, frame: unknown = data) =>
    new CallFailed('code other', { envelope: { code, msg: '', data: frame } });

  test.each([
    ['-0801107', 'login'],
    ['-0801108', 'level'],
    ['-0801109', 'evaluation'],
  ])('%s: %s', async (code, reason) => {
    const frame = await newsContent.load({ id: '12' }, answering({ [paths.newsContent]: refusedBy(code) }), context);
    expect(frame).toMatchObject({
      title: '受限的报告',
      source: '研究所',
      riskLevel: '0002',
      html: '',
      summary: '',
      files: [],
      withheld: {
        reason,
        needed: 'C3（稳健型）及以上',
        own: 'C1（保守型）',
        title: expect.stringMatching(/./),
        text: expect.stringMatching(/./),
      },
    });
    expect((frame.withheld?.ways ?? []).map(({ path }) => path)).toEqual(
      reason === 'login' ? [] : ['/branch', '/serve/professionalInvestor'],
    );
    const own = await channelContent.load(
      { channelId: 'c', pageNum: 1, pageSize: 10 },
      answering({ [paths.infoContent]: refusedBy(code) }),
      { ...context, channel: { channelId: 'c', contentKind: 'html', path: '/c', title: '栏目' } as never },
    );
    expect(own).toMatchObject({ kind: 'html', article: { withheld: { reason } } });
  });

  test('a refusal without a frame, or of another kind, stays a failure', async () => {
    for (const refusal of [refusedBy('-0801107', null), refusedBy('1004'), refusedBy('constructor')])
      await expect(newsContent.load({ id: '12' }, answering({ [paths.newsContent]: refusal }), context)).rejects.toBe(
        refusal,
      );
  });
});
