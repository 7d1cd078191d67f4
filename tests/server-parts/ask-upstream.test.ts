import { expect, test } from 'vitest';
import type { Answered, Gateway } from '#server/http/gateway.ts';
import { withLastAnswers } from '#server/http/last-answers.ts';
import { askUpstream, type AskingUpstream } from '#server/site/upstream/ask-upstream.ts';
import { createFilenames } from '#server/site/upstream/filenames.ts';
import { paths } from '#wire/paths.ts';

/** Asks a system with one article; `read` counts how often its text was read. */
function systemOf(answer: () => Answered | Promise<Answered>) {
  const told = { read: 0, asked: 0, noted: 0 };
  const get = async () => {
    told.asked += 1;
    return answer();
  };
  const gateway: Gateway = {
    answers: () => true,
    get,
    post: get,
    keeps: () => 30_000,
    note: () => (told.noted += 1),
  };
  const asking: AskingUpstream = {
    gateway: withLastAnswers(gateway),
    inner: { files: '', calls: '' },
    cleaned: async (html) => {
      told.read += 1;
      return { html, problem: null };
    },
    filenames: createFilenames(),
    places: {
      hasChannel: (id) => id === 'C1',
      articlePath: (channelId, id) => `/${channelId}/detail/${id}`,
      columnOf: () => undefined,
      columnIdOf: (word) => word,
    },
    registerOf: () => undefined,
  };
  const ask = (headers = {}) => askUpstream(asking, { path: paths.infoContent, params: { id: '9003' }, headers });
  return { ask, told };
}
const article = { id: '9003', channelId: 'C1', title: '公告', content: '<p>甲</p>', publishTime: '2026-11-01' };

test('[US13] an answer is read once a call, asked for once, and given again until its time', async () => {
  const { ask, told } = systemOf(() => ({ code: '0', msg: '', data: article }));
  const first = await ask();
  expect([first.code, (first.data as { title: string }).title, told.read, told.asked]).toEqual(['0', '公告', 1, 1]);
  expect(first.until).toBeGreaterThan(Date.now());
  const again = await ask();
  expect([again.data, told.read, told.asked]).toEqual([first.data, 2, 1]);
  // one with a token is never kept, and read once, too
  expect(await ask({ access_token: 'someone' })).not.toHaveProperty('until');
  expect([told.read, told.asked]).toEqual([3, 2]);
});

test('[US12] what is not understood is told once a call', async () => {
  const { ask, told } = systemOf(() => ({ code: '0', msg: '', data: 'no article' }));
  await expect(ask()).rejects.toMatchObject({ outcome: 'unreadable' });
  expect([told.noted, told.asked]).toEqual([1, 1]);
});
