import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ALIAS_BASE, CALL_BASE, paths, SITE_BASE } from '#wire/paths.ts';
import type { MissedSearch } from '#wire/console-answers.ts';
import { errors } from '#server/errors.ts';
import { excessRights } from '#server/db/server-rights.ts';
import {
  countedWords,
  countMissed,
  listMissed,
  missedIn,
  type MissedCount,
  type MissedCounting,
} from '#server/store/search/searches-in-vain.ts';
import { consoleOf, hand } from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const DAY = 86_400_000;
const NOON = Date.parse('2026-11-20T12:00:00+08:00');

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN, trustedProxies: ['127.0.0.1'] });
});
afterAll(() => site.end());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  await site.database.db.deleteFrom('search_missed').execute();
});
afterEach(() => void vi.useRealTimers());

const at = (days: number) => vi.setSystemTime(NOON + days * DAY);
const stored = () =>
  site.database.pool
    .query<MissedCount>('select day::text, words, count from search_missed order by day, words')
    .then(({ rows }) => rows);
/** Counts of these words on the day `days` from today. */
async function counted(days: number, ...words: string[]): Promise<void> {
  at(days);
  const counting = countMissed(missedIn(site.database.db));
  for (const [no, one] of words.entries()) counting.count(one, `10.0.0.${no}`);
  await counting.write();
  await counting.removeOld();
}

describe('[SE1] words that are searched in vain', () => {
  test.each([
    ['  打新   什么时候 ', '打新 什么时候'],
    ['基金 600519 净值', '基金 ##### 净值'],
    ['账户６２２２０２１２３４', '账户#####'],
    ['卡 6222 0212-3456 丢了', '卡 ##### 丢了'],
    ['港股通 1234', '港股通 1234'],
    ['13800138000', ''],
    ['？！', ''],
    ['长'.repeat(60), '长'.repeat(40)],
    ['𠮷'.repeat(41), '𠮷'.repeat(40)],
  ])('“%s” count as “%s”', (given, words) => expect(countedWords(given)).toBe(words));

  test('are stored with day and count, and nothing else', async () => {
    const { rows } = await site.database.pool.query(
      `select column_name as name, data_type as type from information_schema.columns where table_name = 'search_missed' order by ordinal_position`,
    );
    expect(rows).toEqual([
      { name: 'day', type: 'date' },
      { name: 'words', type: 'text' },
      { name: 'count', type: 'integer' },
    ]);
  });

  test('count once for each network and Shanghai’s day', async () => {
    vi.setSystemTime(Date.parse('2026-11-20T23:59:00+08:00'));
    const counting = countMissed(missedIn(site.database.db));
    for (const network of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) counting.count('打新', network);
    vi.setSystemTime(Date.parse('2026-11-21T00:01:00+08:00'));
    counting.count('打新', '10.0.0.1');
    await counting.write();
    expect(await stored()).toEqual([
      { day: '2026-11-20', words: '打新', count: 2 },
      { day: '2026-11-21', words: '打新', count: 1 },
    ]);
  });

  test('are at most 2,000 of a day, in memory and in the table, where those that it has go on being counted', async () => {
    const words = Array.from({ length: 2_500 }, (_, no) => `词语${no}`);
    await counted(0, ...words);
    expect(await stored()).toHaveLength(2_000);
    await counted(0, '词语1', '另一个');
    const rows = await stored();
    expect(rows).toHaveLength(2_000);
    expect(rows.find((one) => one.words === '词语1')!.count).toBe(2);
    await counted(1, '另一个');
    expect(await stored()).toHaveLength(2_001);
  });

  test('go after 90 days', async () => {
    for (const days of [-90, -89, 0]) await counted(days, '打新');
    expect((await stored()).map(({ day }) => day)).toEqual(['2026-08-23', '2026-11-20']);
  });
});

describe('[SE1] counting', () => {
  let counting: MissedCounting;
  const add = vi.fn<(counts: readonly MissedCount[]) => Promise<unknown>>();
  const removeUntil = vi.fn<(day: string) => Promise<unknown>>();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], now: NOON });
    for (const one of [add, removeUntil]) one.mockReset();
    add.mockResolvedValue(null);
    removeUntil.mockResolvedValue(null);
    counting = countMissed({ add, removeUntil });
  });
  const written = () => add.mock.calls.map(([counts]) => counts.map(({ words, count }) => `${words} ${count}`));

  test('writes only where something was counted', async () => {
    await counting.write();
    expect(add).not.toHaveBeenCalled();
    for (const network of ['10.0.0.1', '10.0.0.2']) counting.count('打新', network);
    await counting.write();
    await counting.write();
    expect(written()).toEqual([['打新 2']]);
  });

  test('keeps what a database that is away does not take, up to a bound', async () => {
    add.mockRejectedValue(new Error('away'));
    counting.count('打新', '10.0.0.1');
    await expect(counting.write()).rejects.toThrow('away');
    counting.count('打新', '10.0.0.2');
    for (let no = 0; no < 3_000; no++) counting.count(`词语${no}`, '10.0.0.3');
    await expect(counting.write()).rejects.toThrow('away');
    add.mockClear().mockResolvedValue(null);
    await counting.write();
    expect(written()).toHaveLength(1);
    expect(written()[0]).toHaveLength(2_000);
    expect(written()[0]![0]).toBe('打新 2');
  });

  test('keeps 90 days', async () => {
    await counting.removeOld();
    expect(removeUntil.mock.calls).toEqual([['2026-08-22']]);
  });
});

describe('[SE1] what editors see', () => {
  test('is of at least three different days, those of most days first, without what search.words has', async () => {
    for (const days of [-3, -2, -1, 0])
      await counted(days, '红利税', ...(days < 0 ? ['打新', '打新', 'ＥＴＦ是什么'] : []));
    for (const days of [-5, -4]) await counted(days, '只有两天', '只有两天', '只有两天');
    at(0);
    const list = await listMissed(site.database.db, ['etf是什么']);
    expect(list).toEqual([
      { words: '红利税', count: 4, days: 4, lastDay: '2026-11-20' },
      { words: '打新', count: 6, days: 3, lastDay: '2026-11-19' },
    ] satisfies MissedSearch[]);
  });

  test('is for whoever may change settings, and leaves out what is published', async () => {
    vi.useRealTimers();
    const now = Date.now();
    for (const days of [0, 1, 2])
      await missedIn(site.database.db).add(
        ['打新', '红利税'].map((words) => ({
          day: new Date(now - days * DAY).toISOString().slice(0, 10),
          words,
          count: 1,
        })),
      );
    const editor = await consoleOf(site, await hand(site, '编辑甲', [{ role: 'editor', channelId: '' }]), ORIGIN);
    expect(await editor('GET', '/search-missed')).toMatchObject({ code: errors.rightMissing.code });
    const admin = await consoleOf(site, await hand(site, '管理乙', [{ role: 'channel-admin', channelId: '' }]), ORIGIN);
    const listed = async () =>
      ((await admin('GET', '/search-missed')).data as MissedSearch[]).map(({ words }) => words);
    expect(await listed()).toEqual(expect.arrayContaining(['打新', '红利税']));
    await site.publish('搜索用词', [
      { kind: 'setting', id: 'search.words', document: [{ said: ['打新'], means: ['新股申购'] }] },
    ]);
    expect(await listed()).toEqual(['红利税']);
  });

  test('was counted for each network that searched, by page and by call, and nothing that may be a person’s', async () => {
    vi.useRealTimers();
    const other = await startSite({ siteUrl: ORIGIN, trustedProxies: ['127.0.0.1'] });
    try {
      const search = async (address: string, words: string, from: string) => {
        const url = `${address}=${encodeURIComponent(words)}`;
        expect((await other.app.inject({ url, headers: { 'x-forwarded-for': from } })).statusCode).toBe(200);
      };
      const [call, alias] = [`${CALL_BASE}${paths.search}?words`, `${ALIAS_BASE}${paths.search}?words`];
      const page = `${SITE_BASE}/search?q`;
      for (const address of [call, alias, page]) await search(address, '查无此事', '10.1.0.1');
      await search(page, '查无此事', '10.1.0.2');
      for (const words of ['王小明', '13800138000']) await search(page, words, '10.1.0.3');
      await other.close();
      const { rows } = await other.database.pool.query('select words, count from search_missed');
      expect(rows).toEqual([{ words: '查无此事', count: 2 }]);
    } finally {
      await other.end();
    }
  });
});

test('[DR1] [SE1] a server may add, change and remove counts', async () => {
  const { rows } = await site.database.pool.query(
    `select right_name from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as right_name where has_table_privilege('search_missed', right_name)`,
  );
  expect(rows.map(({ right_name }: { right_name: string }) => right_name)).toEqual([
    'SELECT',
    'INSERT',
    'UPDATE',
    'DELETE',
  ]);
  expect(await excessRights(site.database)).toEqual([]);
});
