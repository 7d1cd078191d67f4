import { describe, expect, test } from 'vitest';
import type { Call } from '#page/define-source.ts';
import type { BlockResult } from '#page/page-schema.ts';
import { createPrefetch } from '#site/answers/prefetch.ts';
import { createSiteData } from '#site/answers/site-data.ts';
import { CallFailed } from '#wire/outcomes.ts';
import { buildBlock, buildPage, buildState } from '../world/site-state.ts';

const block = buildBlock('list', {
  source: {
    name: 'info-list',
    params: {
      channelId: { value: '0001' },
      pageNum: { address: 'pageNum', type: 'integer', default: 1 },
      pageSize: { value: 10 },
    },
  },
});
const page = buildPage({ blocks: [block] });
const firstResult: BlockResult = { ok: true, data: { items: [], total: 30, pageNum: 1, pageSize: 10 } };

function buildData(
  answer: (path: string, params: Record<string, unknown>) => unknown = () => ({ list: [], total: 30 }),
) {
  const requests: string[] = [];
  let time = 0;
  const get: Call['get'] = async (path, params = {}) => {
    requests.push(`${path} ${params.pageNum ?? params.path ?? ''}`.trim());
    return answer(path, params);
  };
  const call: Call = { get, post: (path, body) => get(path, body) };
  const asides: string[] = [];
  const aside: Call = {
    get: (path, params) => (asides.push(path), get(path, params)),
    post: (path, body) => call.post(path, body),
  };
  const state = buildState(page, { blocks: { list: firstResult } });
  return {
    data: createSiteData(
      state,
      { told: call, quiet: call, beside: aside, silent: call, upload: call.post },
      () => time,
    ),
    asked: requests,
    asides,
    wait: (ms: number) => void (time += ms),
  };
}

const listCall = '/wscms/v1/cms/infobaselist';
const pageCall = '/wscms/v1/site/page';

describe('what the browser knows of the site', () => {
  test('starts with what the HTML carries, as fresh as if it had just been asked for', () => {
    const { data } = buildData();
    const key = data.blockKey(page, block, {});
    expect(data.read(data.pageKey(page.path)).data?.value).toBe(page);
    expect(data.read(key).data).toEqual({ key, value: firstResult });
    expect(data.isFresh(key)).toBe(true);
  });

  test('another page of a list is another answer; a default in the address is not', () => {
    const { data } = buildData();
    expect(data.blockKey(page, block, { pageNum: '2' })).not.toBe(data.blockKey(page, block, {}));
    expect(data.blockKey(page, block, { pageNum: '1' })).toBe(data.blockKey(page, block, {}));
  });

  test('asks once for what two ask for at the same time', async () => {
    const { data, asked: requests } = buildData();
    const [one, two] = await Promise.all([
      data.loadBlock(page, block, { pageNum: '2' }),
      data.loadBlock(page, block, { pageNum: '2' }),
    ]);
    expect(requests).toEqual([`${listCall} 2`]);
    expect(one.value).toEqual(two.value);
  });

  test('an answer is fresh for half a minute, a failure never', async () => {
    const { data, wait } = buildData((_path, { pageNum }) => {
      if (pageNum === 3) throw new CallFailed('offline');
      return { list: [], total: 30 };
    });
    const good = await data.loadBlock(page, block, { pageNum: '2' });
    const bad = await data.loadBlock(page, block, { pageNum: '3' });
    expect([data.isFresh(good.key), data.isFresh(bad.key)]).toEqual([true, false]);
    expect(bad.value).toMatchObject({ ok: false, message: '网络连接异常，请检查网络设置' });
    wait(30_000);
    expect(data.isFresh(good.key)).toBe(false);
  });

  test('[ER9] rows that are shown stay when asking anew fails', async () => {
    const { data } = buildData(() => {
      throw new CallFailed('http 500', { status: 500 });
    });
    expect((await data.loadBlock(page, block, {})).value).toBe(firstResult);
  });
});

test('[RK6] an answer that was on its way at a logout is asked for anew', async () => {
  let answer: (of: object) => void = () => {};
  const { data, asked: requests } = buildData(() => new Promise((resolve) => (answer = resolve)) as never);
  const loading = data.loadBlock(page, block, { pageNum: '2' });
  await expect.poll(() => requests).toHaveLength(1);
  const first = answer;
  data.forgetPersonal();
  first({ list: [], total: 99 });
  await expect.poll(() => requests).toHaveLength(2);
  answer({ list: [], total: 30 });
  expect((await loading).value).toMatchObject({ ok: true, data: { total: 30 } });
});

test('[RK4] whoever has not logged in is led away by the subject of a page, not by an article that stands beside it', async () => {
  const { data, asides } = buildData();
  const content = (id: string) => buildBlock(id, { source: { name: 'channel-content', params: {} } });
  const [subject, second, rows] = [content('subject'), content('second'), { ...block, id: 'rows' }];
  await data.loadBlock(buildPage({ path: '/a', blocks: [subject] }), subject, {});
  const page = buildPage({ path: '/b', blocks: [block, second, rows] });
  await data.loadBlock(page, rows, { pageNum: '2' });
  expect(asides).toEqual([]);
  await data.loadBlock(page, second, {});
  expect(asides).toHaveLength(1);
});

describe('fetching ahead', () => {
  const other = buildPage({ path: '/other', blocks: [block] });
  const answer = (path: string, params: Record<string, unknown>) =>
    path === pageCall ? { ...other, path: params.path } : { list: [], total: 30 };
  const settled = () => new Promise((done) => setTimeout(done, 20));

  function buildPrefetch() {
    const built = buildData(answer);
    const prefetch = createPrefetch(built.data);
    return { ...built, prefetch };
  }

  test('fetches a page and its blocks, and puts them where they will be looked for', async () => {
    const { data, asked: requests, prefetch } = buildPrefetch();
    prefetch('/other', { pageNum: '2' });
    await expect.poll(() => requests).toEqual([`${pageCall} /other`, `${listCall} 2`]);
    await expect.poll(() => data.read(data.blockKey(other, block, { pageNum: '2' })).data).toBeDefined();
  });

  test('asks once, however often the pointer comes back', async () => {
    const { asked: requests, prefetch } = buildPrefetch();
    for (let times = 0; times < 3; times++) {
      prefetch('/other', { pageNum: '2' });
      await expect.poll(() => requests).toHaveLength(2);
      await settled();
    }
    expect(requests).toHaveLength(2);
  });

  test('[ER3] what fails in silence while a visitor waits for it is asked for again aloud', async () => {
    const calls = (fails: () => boolean) => {
      const requests: string[] = [];
      const call = (name: string): Call => ({
        get: async (path, params = {}) => {
          requests.push(`${name} ${path}`);
          await settled();
          if (fails()) throw new CallFailed('offline');
          return answer(path, params);
        },
        post: async () => null,
      });
      const [silent, loud] = [call('silent'), call('loud')];
      const state = buildState(page, { blocks: { list: firstResult } });
      return {
        requests,
        data: createSiteData(state, { told: loud, quiet: loud, beside: loud, silent, upload: loud.post }),
      };
    };
    let isAway = true;
    const { requests, data } = calls(() => isAway);
    const ahead = data.loadBlock(other, block, { pageNum: '2' }, true);
    const shown = data.loadBlock(other, block, { pageNum: '2' });
    const also = data.loadBlock(other, block, { pageNum: '2' });
    expect((await ahead).value.ok).toBe(false);
    expect([(await shown).value.ok, (await also).value.ok]).toEqual([false, false]);
    expect(requests).toEqual([`silent ${listCall}`, `loud ${listCall}`]);
    const pageAhead = data.loadPage('/other', data.silent);
    pageAhead.catch(() => {});
    const shownPage = data.loadPage('/other');
    await expect(pageAhead).rejects.toThrow();
    isAway = false;
    expect(await shownPage).toMatchObject({ value: { path: '/other' } });
    expect(requests.slice(2)).toEqual([`silent ${pageCall}`, `loud ${pageCall}`]);
  });

  test('never asks for a visitor who saves data', async () => {
    const { asked: requests, prefetch } = buildPrefetch();
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    prefetch('/other', {});
    await settled();
    Reflect.deleteProperty(navigator, 'connection');
    expect(requests).toEqual([]);
  });
});
