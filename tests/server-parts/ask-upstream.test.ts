import { expect, test } from 'vitest';
import type { Answered, Gateway } from '#server/http/gateway.ts';
import { withLastAnswers } from '#server/http/last-answers.ts';
import { askUpstream, type AskingUpstream } from '#server/site/upstream/ask-upstream.ts';
import { createFilenames } from '#server/site/upstream/filenames.ts';
import { createIgnoredBefore } from '#server/site/upstream/ignored-before.ts';
import { CallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';

/** Asks a system with one article; `read` counts how often its text was read. */
function systemOf(answer: (params: Record<string, unknown>) => Answered | Promise<Answered>) {
  const counts = { read: 0, asked: 0, noted: 0 };
  const get = async (_path: string, params: Record<string, unknown>) => {
    counts.asked += 1;
    return answer(params);
  };
  const gateway: Gateway = {
    answers: () => true,
    get,
    post: async () => answer({}),
    keeps: () => 30_000,
    note: () => (counts.noted += 1),
  };
  const asking: AskingUpstream = {
    gateway: withLastAnswers(gateway),
    inner: { files: '', hosts: [] },
    cleaned: async (html) => {
      counts.read += 1;
      return { html, problem: null };
    },
    filenames: createFilenames(),
    before: createIgnoredBefore(),
    places: {
      hasChannel: (id) => id === 'C1',
      articlePath: (channelId, id) => `/${channelId}/detail/${id}`,
      columnOf: () => undefined,
      columnIdOf: (word) => word,
    },
    registerOf: () => undefined,
    choicesOf: () => undefined,
  };
  const ask = (headers = {}) => askUpstream(asking, { path: paths.infoContent, params: { id: '9003' }, headers });
  const list = (params: Record<string, unknown>) => askUpstream(asking, { path: paths.infoList, params, headers: {} });
  return { ask, list, told: counts };
}
const article = { id: '9003', channelId: 'C1', title: '公告', content: '<p>甲</p>', publishTime: '2026-11-01' };

test('[US13] an answer is read once a call, asked for once, and given again until its time', async () => {
  const { ask, told: counts } = systemOf(() => ({ code: '0', msg: '', data: article }));
  const first = await ask();
  expect([first.code, (first.data as { title: string }).title, counts.read, counts.asked]).toEqual(['0', '公告', 1, 1]);
  expect(first.until).toBeGreaterThan(Date.now());
  const again = await ask();
  expect([again.data, counts.read, counts.asked]).toEqual([first.data, 2, 1]);
  // one with a token is never kept, and read once, too
  expect(await ask({ access_token: 'someone' })).not.toHaveProperty('until');
  expect([counts.read, counts.asked]).toEqual([3, 2]);
});

test('[US12] what is not understood is told once a call', async () => {
  const { ask, told: counts } = systemOf(() => ({ code: '0', msg: '', data: 'no article' }));
  await expect(ask()).rejects.toMatchObject({ outcome: 'unreadable' });
  expect([counts.noted, counts.asked]).toEqual([1, 1]);
});

test('[US5] where it is not told what there is without a condition, only what fits is taken', async () => {
  let titles = ['遗失声明'];
  const { list } = systemOf(({ title }) => {
    if (title === undefined) throw new CallFailed('http 502', { status: 502 });
    return { code: '0', msg: '', data: { list: titles.map((one, at) => ({ newsId: at + 1, title: one })), total: 1 } };
  });
  expect((await list({ channelId: 'C1', title: '遗 失' })).data).toMatchObject({ total: 1 });
  titles = ['年度报告'];
  await expect(list({ channelId: 'C1', title: '遗失' })).rejects.toMatchObject({ outcome: 'http 502' });
});

test('[US5] [US13] a system that was just seen to ignore a condition is asked for its whole list alone', async () => {
  const titles = ['遗失声明', '年度报告', '遗失声明二'];
  let hasTotal = true;
  const { list, told: counts } = systemOf(({ pageNum }) => {
    const rows = pageNum === 1 ? titles.map((one, at) => ({ newsId: at + 1, title: one })) : [];
    return { code: '0', msg: '', data: { list: rows, ...(hasTotal && { total: titles.length }) } };
  });
  const found = async (title: string) => {
    const { data } = await list({ channelId: 'C1', title });
    return [(data as { total: number }).total, counts.asked];
  };
  // the call with the condition and the one without it; the total says that there is no more
  expect(await found('声')).toEqual([2, 2]);
  // then all of it, which is kept
  expect(await found('遗失')).toEqual([2, 3]);
  expect(await found('年度')).toEqual([1, 3]);
  hasTotal = false;
  expect(await found('没有的')).toEqual([0, 3]);
});

test('[US5] [US12] a whole list of which a later part is refused is not taken for whole', async () => {
  const { list } = systemOf(({ pageNum, pageSize }) =>
    pageNum === 2
      ? { code: '-0801107', msg: '请先登录', data: null }
      : {
          code: '0',
          msg: '',
          data: {
            list: Array.from({ length: Number(pageSize) }, (_, at) => ({ newsId: at, title: `第${at}篇` })),
            total: 250,
          },
        },
  );
  expect(await list({ channelId: 'C1', title: '第7篇' })).toMatchObject({ code: '-0801107', data: null });
});
