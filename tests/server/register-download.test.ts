import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { tries } from '#tests/world/proof.ts';
import { kindsAndTexts, readWhole } from '#tests/world/sheets.ts';
import { PAGES_DIR, smallWorld, startSite, type TestSite } from '#tests/world/site.ts';

const holding: RegisterDefinition = {
  schemaVersion: 1,
  register: 'test-holding',
  title: '测试“持仓”表',
  endpoints: [{ path: '/wscms/v1/notice/testholding' }],
  key: ['code'],
  fields: {
    code: { title: '代码', type: 'text', required: true, convert: false, sortable: true },
    name: { title: '名称', type: 'text', convert: false },
    category: { title: '类别', type: 'choice', choices: { '1': '股票', '0': '债券' } },
    province: { title: '省份', type: 'reference', reference: { register: 'test-place', label: 'label' } },
    day: { title: '日期', type: 'date' },
    amount: { title: '金额', type: 'money', unit: '万元', scale: 2, sortable: true },
    rate: { title: '折算率', type: 'percent', scale: 2, fraction: true },
    share: { title: '占比（%）', type: 'percent', scale: 2 },
    phone: { title: '电话', type: 'phone' },
    secret: { title: '底价', type: 'decimal', scale: 2, restricted: true },
    inner: { title: '备注', type: 'text', export: false },
  },
  columns: ['name', 'category', 'province', 'day', 'amount', 'rate', 'share', 'phone', 'secret', 'inner', 'code'],
  filters: [
    { fuzzy: ['name', 'code'], name: 'fuzzyItem', title: '名称或代码' },
    { field: 'category' },
    { field: 'day' },
  ],
  order: ['code'],
  history: { compare: ['amount'] },
};

const place: RegisterDefinition = {
  schemaVersion: 1,
  register: 'test-place',
  title: '省份',
  endpoints: [{ path: '/wscms/v1/notice/testplace' }],
  key: ['value'],
  fields: { value: { title: '代码', type: 'text', required: true }, label: { title: '名称', type: 'text' } },
  columns: ['value', 'label'],
  filters: [],
  order: ['value'],
};

const onDemand: RegisterDefinition = {
  schemaVersion: 1,
  register: 'test-on-demand',
  title: '只查询的表',
  endpoints: [{ path: '/wscms/v1/notice/testondemand' }],
  key: ['code'],
  fields: { code: { title: '代码', type: 'text', required: true } },
  columns: ['code'],
  filters: [{ fuzzy: ['code'], name: 'fuzzyItem', title: '代码' }],
  order: ['code'],
  onDemand: true,
};

const large: RegisterDefinition = {
  schemaVersion: 1,
  register: 'test-large',
  title: '大表',
  endpoints: [{ path: '/wscms/v1/notice/testlarge' }],
  key: ['code'],
  fields: {
    code: { title: '代码', type: 'text', required: true, sortable: true },
    // texts would be found by their pieces, millions of them
    link: { title: '地址', type: 'url' },
    amount: { title: '数量', type: 'integer' },
  },
  columns: ['code', 'link', 'amount'],
  filters: [],
  order: ['code'],
};

type Row = Record<string, Cell>;

const rows: Row[] = [
  {
    code: '000871',
    name: '示例甲',
    category: '1',
    province: '310000',
    day: '2026-11-20',
    amount: '-1234.50',
    rate: '0.65000000',
    share: '12.50',
    phone: '+86 21-5550',
    secret: '9.99',
    inner: '内部',
  },
  {
    code: '000872',
    name: '=HYPERLINK("http://x.example","y")',
    category: '0',
    province: null,
    day: null,
    amount: null,
    rate: null,
    share: null,
    phone: null,
    secret: '9.99',
    inner: '内部',
  },
  {
    code: '000873',
    name: '示例丙',
    category: '1',
    province: '999',
    day: '2026-10-01',
    amount: '7.00',
    rate: '0.70000000',
    share: null,
    phone: null,
    secret: null,
    inner: null,
  },
];
const LARGE = tries(7_000, 50_000);
/** bytes of the addresses: they hardly compress, so that neither file fits into the buffers of a connection */
const TEXT = tries(900, 192);

const largeRows = (): Row[] =>
  Array.from({ length: LARGE }, (_, at) => ({
    code: String(at).padStart(6, '0'),
    link: `https://www.example.com/${createHash('shake256', { outputLength: TEXT }).update(String(at)).digest('base64url')}`,
    amount: at,
  }));

let site: TestSite;
let pagesDir: string;
let address: string;
beforeAll(async () => {
  pagesDir = await mkdtemp(join(tmpdir(), 'swtest-pages-'));
  await cp(PAGES_DIR, pagesDir, { recursive: true });
  for (const definition of [holding, place, onDemand, large])
    await writeFile(join(pagesDir, 'registers', `${definition.register}.json`), JSON.stringify(definition));
  site = await startSite({ pagesDir, changes: smallWorld(), at: new Date('2026-11-01T00:00:00Z') });
  const publish = (definition: RegisterDefinition, list: Row[], dataDate: string, at: string) =>
    site.publish(
      definition.title,
      [{ kind: 'rows', document: { definition, rows: list, dataDate, department: '运营部' } }],
      new Date(at),
    );
  await publish(
    place,
    [
      { value: '310000', label: '上海市' },
      { value: '999', label: '并入他省' },
    ],
    '2026-11-01',
    '2026-11-01T01:00:00Z',
  );
  await publish(holding, [{ ...rows[0]!, name: '旧名' }], '2026-11-18', '2026-11-18T01:00:00Z');
  await publish(holding, rows, '2026-11-19', '2026-11-19T01:00:00Z');
  await publish(place, [{ value: '310000', label: '上海市' }], '2026-11-19', '2026-11-19T01:30:00Z');
  await publish(onDemand, [{ code: 'A1' }, { code: 'B2' }], '2026-11-19', '2026-11-19T02:00:00Z');
  await publish(large, largeRows(), '2026-11-19', '2026-11-19T03:00:00Z');
  address = await site.app.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(async () => {
  await site.end();
  await rm(pagesDir, { recursive: true });
});

/** each from another client, so that no test meets the limits of another */
let clients = 0;
async function download(path: string, more: { method?: 'HEAD'; remoteAddress?: string } = {}) {
  const answer = await site.app.inject({
    method: 'GET',
    url: `/register-file/${path}`,
    remoteAddress: `10.1.${clients >> 8}.${++clients & 255}`,
    ...more,
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body };
}
async function table(path: string): Promise<string[][]> {
  const { bytes, status, text } = await download(path);
  if (status !== 200) throw new Error(`${status} ${text}`);
  const sheet = await readWhole(bytes, path.split('?')[0]!);
  return [sheet.header, ...sheet.rows].map(kindsAndTexts);
}
/** Over a socket of its own, paused after its headers: one that was read fast before takes a whole file into its buffer. */
const open = (path: string, localAddress = '127.0.0.1'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${address}/register-file/${path}`, { localAddress, agent: false }, (response) => resolve(response.pause())).on(
      'error',
      reject,
    );
  });
async function rest(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Every query of rows fails until the returned function is called. What the server itself does after a publication may hold locks. */
async function hideRows(): Promise<() => Promise<void>> {
  const rename = (from: string, to: string) =>
    expect
      .poll(
        () =>
          site.database.owner.query(`alter table ${from} rename to ${to}`).then(
            () => 'done',
            (error: Error) => error.message,
          ),
        { timeout: 20_000 },
      )
      .toBe('done');
  await rename('register_row', 'register_row_gone');
  return () => rename('register_row_gone', 'register_row');
}

describe('a downloaded register', () => {
  it('[RG5] as a workbook has titles, labels, real numbers and dates, and nothing that is restricted or never exported', async () => {
    expect(await table('test-holding.xlsx')).toEqual([
      [
        'text 名称',
        'text 类别',
        'text 省份',
        'text 日期',
        'text 金额（万元）',
        'text 折算率（%）',
        'text 占比（%）',
        'text 电话',
        'text 代码',
      ],
      [
        'text 示例甲',
        'text 股票',
        'text 上海市',
        'date 2026-11-20',
        'number -1234.50',
        'number 65.00',
        'number 12.50',
        'text +86 21-5550',
        'text 000871',
      ],
      [
        'text =HYPERLINK("http://x.example","y")',
        'text 债券',
        'empty',
        'empty',
        'empty',
        'empty',
        'empty',
        'empty',
        'text 000872',
      ],
      [
        'text 示例丙',
        'text 股票',
        'text 999',
        'date 2026-10-01',
        'number 7.00',
        'number 70.00',
        'empty',
        'empty',
        'text 000873',
      ],
    ]);
  });

  it('[RG5] as CSV is UTF-8 with a mark, and no cell begins like a formula but numbers', async () => {
    const { bytes, headers } = await download('test-holding.csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(String(bytes)).toBe(
      [
        '\ufeff名称,类别,省份,日期,金额（万元）,折算率（%）,占比（%）,电话,代码',
        "示例甲,股票,上海市,2026-11-20,-1234.50,65.00,12.50,'+86 21-5550,000871",
        '"\'=HYPERLINK(""http://x.example"",""y"")",债券,,,,,,,000872',
        '示例丙,股票,999,2026-10-01,7.00,70.00,,,000873',
        '',
      ].join('\r\n'),
    );
  });

  it('[RG5] is named by title and date, in ASCII by the register', async () => {
    const { headers } = await download('test-holding.xlsx');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="test-holding_2026-11-19.xlsx"; filename*=UTF-8''${encodeURIComponent('测试“持仓”表_2026-11-19.xlsx')}`,
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
  });

  it('[RG5] [RG3] keeps the filters and the order of the page', async () => {
    const codes = async (query: string) =>
      (await table(`test-holding.csv?${query}`)).slice(1).map((cells) => cells.at(-1));
    expect(await codes('category=1')).toEqual(['text 000871', 'text 000873']);
    expect(await codes('fuzzyItem=%E4%B8%99')).toEqual(['text 000873']);
    expect(await codes('dayFrom=2026-11-01&dayTo=')).toEqual(['text 000871']);
    expect(await codes('sort=-code')).toEqual(['text 000873', 'text 000872', 'text 000871']);
    expect(await codes('sort=amount&category=1')).toEqual(['text 000871', 'text 000873']);
    expect(await codes('row=000872')).toEqual(['text 000872']);
    expect(await codes('secret=9.99&nothing=1')).toHaveLength(3);
    for (const query of ['sort=secret', 'category=7', 'dayFrom=never', 'category=1&category=2', 'fuzzyItem=%E4%B8'])
      expect(await download(`test-holding.csv?${query}`)).toMatchObject({
        status: 400,
        text: expect.stringContaining('查询条件不正确') as string,
      });
  });

  it('[RG5] of a published date is the list as it was then, and says so in its name', async () => {
    const { bytes, headers } = await download('test-holding.csv?asOf=2026-11-18');
    expect(headers['content-disposition']).toContain('test-holding_2026-11-18.csv');
    expect((await readWhole(bytes, 'a.csv')).rows.map((row) => row.cells[0]!.text)).toEqual(['旧名']);
    for (const query of ['asOf=2026-11-17', 'asOf=never'])
      expect(await download(`test-holding.csv?${query}`)).toMatchObject({
        status: 400,
        text: expect.stringContaining('应为已公布的日期') as string,
      });
    expect(await download('test-large.csv?asOf=2026-11-19')).toMatchObject({
      status: 400,
      text: expect.stringContaining('本表不按日期保存') as string,
    });
  });

  it('[RG5] [RG8] of a register shown on demand needs a condition, and the key of a row is none', async () => {
    for (const query of ['', '?fuzzyItem=', '?fuzzyItem=%20', '?nothing=1', '?row=A1', '?row=x']) {
      expect(await download(`test-on-demand.csv${query}`)).toMatchObject({
        status: 404,
        text: expect.stringContaining('只提供查询结果的下载') as string,
      });
    }
    expect(await table('test-on-demand.csv?fuzzyItem=b')).toEqual([['text 代码'], ['text B2']]);
  });

  it('[RG5] [RT9] that cannot be given is a page in words, which is not kept', async () => {
    for (const path of [
      'nothing.csv',
      'test-holding.pdf',
      'test-holding',
      '.csv',
      'test-holding.xlsx/x',
      '%2e%2e%2fx.csv',
      '__proto__.csv',
    ]) {
      const { status, text, headers } = await download(path);
      expect([path, status, /<html/.test(text), headers['content-disposition']]).toEqual([path, 404, true, undefined]);
    }
    expect(await download('test-on-demand.csv?fuzzyItem=%00')).toMatchObject({
      status: 400,
      text: expect.stringContaining('参数 fuzzyItem 含有不允许的字符') as string,
    });
    expect(await download(`test-on-demand.csv?fuzzyItem=${'a'.repeat(201)}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('最多 200 个字，现有 201 个') as string,
    });
    expect(await download('private-fund.csv')).toMatchObject({
      status: 404,
      text: expect.stringContaining('没有名为此的公示表') as string,
    });
  });

  it('[RG5] asked for by HEAD answers its headers alone', async () => {
    const { status, headers, bytes } = await download('test-large.xlsx', { method: 'HEAD' });
    expect([status, headers['content-type'], bytes.length]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      0,
    ]);
  });
});

describe('limits', () => {
  it('[RG5] one client may ask so many times a minute; its whole IPv6 network is one client', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 31; at++)
      statuses.push(
        (await download('test-on-demand.csv?fuzzyItem=b', { remoteAddress: `2001:db8:0:1::${at + 1}` })).status,
      );
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
    const { status, text, headers } = await download('test-on-demand.csv?fuzzyItem=b', {
      remoteAddress: '2001:db8:0:1::ffff',
    });
    expect([status, text.includes('下载过于频繁'), headers['cache-control']]).toEqual([429, true, 'no-store']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await download('test-on-demand.csv?fuzzyItem=b', { remoteAddress: '2001:db8:0:2::1' })).status).toBe(200);
  });
});

describe('clients that take nothing', () => {
  // the server that runs here counts seconds by it: on a busy machine six downloads take more than two to begin
  beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterAll(() => void vi.useRealTimers());

  it('[RG5] give their place to the next one, and are ended then', { timeout: 60_000 }, async () => {
    const from = (localAddress: string) => open('test-large.csv', localAddress);
    const slow = await Promise.all([1, 1, 2, 2, 3, 3].map((host) => from(`127.0.1.${host}`)));
    expect(slow.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    const refused = await from('127.0.1.9');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '20']);
    refused.destroy();
    // at once, not after the 30 s after which a client that takes nothing is ended anyway
    let next = refused;
    await expect
      .poll(async () => {
        vi.advanceTimersByTime(2_000);
        next = await from('127.0.1.9');
        return next.statusCode;
      })
      .toBe(200);
    expect((await rest(next)).length).toBeGreaterThan(1e6);
    const ends = await Promise.all(
      slow.map((response) =>
        rest(response).then(
          () => 'whole',
          () => 'broken',
        ),
      ),
    );
    expect(ends.filter((end) => end === 'broken')).toHaveLength(1);
  });
});

describe('a large register', () => {
  it('[RG5] is written row by row: many rows take little memory, and the server answers meanwhile', async () => {
    for (const format of ['csv', 'xlsx']) {
      global.gc?.();
      const before = process.memoryUsage().rss;
      let [peak, longest, bytes] = [0, 0, 0];
      const started = performance.now();
      const response = await open(`test-large.${format}`);
      let last = performance.now();
      const timer = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
        peak = Math.max(peak, process.memoryUsage().rss - before);
      }, 20);
      for await (const chunk of response) bytes += (chunk as Buffer).length;
      clearInterval(timer);
      console.log(
        `${format}: ${LARGE} rows, ${(bytes / 1e6).toFixed(1)} MB in ${Math.round(performance.now() - started)} ms; ${Math.round(peak / 1e6)} MB more at most, at most ${Math.round(longest)} ms without an answer`,
      );
      expect(response.complete).toBe(true);
      expect(peak).toBeLessThan(200e6);
    }
  });

  it('[RG5] [PB1] is as one moment saw it, whatever is published meanwhile', async () => {
    const response = await open('test-large.csv');
    await site.publish('清空', [
      {
        kind: 'rows',
        document: {
          definition: large,
          rows: [{ code: '000000', link: 'https://www.example.com/', amount: 0 }],
          dataDate: '2026-11-20',
          department: '运营部',
        },
      },
    ]);
    const { rows: got } = await readWhole(await rest(response), 'a.csv');
    expect(got).toHaveLength(LARGE);
    expect([
      got[0]!.cells[0]!.text,
      got.at(-1)!.cells[2]!.text,
      got.every(({ cells }) => cells[1]!.text.startsWith('https:')),
    ]).toEqual(['000000', String(LARGE - 1), true]);
    expect(await table('test-large.csv')).toEqual([
      ['text 代码', 'text 地址', 'text 数量'],
      ['text 000000', 'text https://www.example.com/', 'text 0'],
    ]);
  });

  it('[RG5] whose database is lost midway breaks off, so that no part looks complete', async () => {
    await site.publish('填回', [
      {
        kind: 'rows',
        document: { definition: large, rows: largeRows(), dataDate: '2026-11-20', department: '运营部' },
      },
    ]);
    for (const format of ['csv', 'xlsx']) {
      const response = await open(`test-large.${format}`);
      const back = await hideRows();
      await expect(rest(response)).rejects.toThrow('aborted');
      expect(response.complete).toBe(false);
      await back();
    }
    expect((await download('test-large.csv', { method: 'HEAD' })).status).toBe(200);
  });

  it('[RG5] [RT9] cannot be begun while the database is away: a page says so', async () => {
    const back = await hideRows();
    const { status, text, headers } = await download('test-large.csv');
    await back();
    expect([status, text.includes('<html'), headers['content-disposition']]).toEqual([500, true, undefined]);
  });
});

// after all others: what its clients gave up may hold places for a while where the database is slow
describe('downloads that were given up', () => {
  it('[RG5] one client may have two downloads at the same time, and one that it gave up is none', async () => {
    const client = '127.0.2.1';
    const running = [await open('test-large.csv', client), await open('test-large.csv', client)];
    const third = await open('test-large.csv', client);
    expect([
      third.statusCode,
      third.headers['retry-after'],
      String(await rest(third)).includes('已有下载正在进行'),
    ]).toEqual([429, '10', true]);
    for (const response of running) response.destroy();
    // clients that leave before they were answered
    for (let at = 0; at < 4; at++) {
      const request = get(`${address}/register-file/test-large.csv`, { localAddress: client }).on('error', () => {});
      await new Promise((resolve) => setTimeout(resolve, at * 5));
      request.destroy();
    }
    await expect
      .poll(
        async () => {
          const again = await open('test-on-demand.csv?fuzzyItem=b', client);
          again.destroy();
          return again.statusCode;
        },
        { interval: 500, timeout: 10_000 },
      )
      .toBe(200);
  });
});

it('[WR7] a register that an upstream answers has no download, and says so', async () => {
  const upstreams = JSON.stringify({
    content: { address: `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`, suite: 'none' },
  });
  const other = await startSite({ pagesDir, upstreams });
  try {
    const answer = await other.app.inject('/register-file/test-holding.csv');
    expect([answer.statusCode, answer.body.includes('由其他系统提供')]).toEqual([404, true]);
  } finally {
    await other.end();
  }
});
