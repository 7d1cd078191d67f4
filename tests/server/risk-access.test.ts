import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { issueToken, storeCustomers, withdrawToken, type NewCustomer } from '#server/people/customers/tokens.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { article, channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';
import { proved } from '../world/proof.ts';

const RESEARCH = '0001000200010004';
const PICKS = `${RESEARCH}0003`;
const NOTICES = `${SECTION}0018`;
/** one minute before midnight in Shanghai */
const NOW = new Date('2026-11-20T15:59:00Z');
const [YESTERDAY, TODAY, TOMORROW] = ['20261119', '20261120', '20261121'];

const PRODUCTS = ['9999', '0000', '0001', '0002', '0003', '0004'];
/** stored by no act, but a column may hold it */
const UNKNOWN_PRODUCT = '0009';
const LEVELS = ['01', '02', '03', '04', '05', '06', '07', ''];
const EVALUATIONS = {
  none: '',
  yesterday: YESTERDAY,
  today: TODAY,
  tomorrow: TOMORROW,
  malformed: '2026-11-21',
} as const;

let site: TestSite;
const news = new Map<string, number>();
const notices = new Map<string, number>();
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));

const customers: NewCustomer[] = LEVELS.flatMap((level) =>
  Object.entries(EVALUATIONS).flatMap(([when, date]) =>
    (['0', '1'] as const).map((pro) => ({
      customer_id: `${level || 'none'}-${when}-${pro}`,
      cust_name: '客户',
      risk_level: level,
      risk_valid_date: date,
      is_pro_investor: pro,
    })),
  ),
);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel(RESEARCH, 'research', '研究观点', { classOrder: 4 }),
      channel(PICKS, 'research/gfwz-swyj', '研究精选'),
    ],
  });
  await storeCustomers(site.database.db, customers);
  for (const [channelId, found] of [
    [PICKS, news],
    [NOTICES, notices],
  ] as const) {
    const { articleIds } = await site.publish(
      '受限',
      PRODUCTS.map((riskLevel) => article(channelId, `受限${riskLevel}`, { riskLevel, summary: '摘要', tags: [] })),
    );
    articleIds.forEach((id, at) => found.set(PRODUCTS[at]!, id!));
    const [unknown] = (await site.publish('未知等级', [article(channelId, '未知', { riskLevel: '9999' })])).articleIds;
    await site.database.ownerDb
      .updateTable('article')
      .set({ risk_level: UNKNOWN_PRODUCT })
      .where('article_id', '=', unknown!)
      .execute();
    found.set(UNKNOWN_PRODUCT, unknown!);
  }
});
afterAll(async () => {
  vi.useRealTimers();
  await site.end();
});
afterEach(() => vi.setSystemTime(NOW));

interface Answer {
  status: number;
  cache: unknown;
  code: string;
  data: Record<string, unknown> | null;
}

async function ask(path: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await site.app.inject({ url: CALL_BASE + path, headers });
  return {
    status: answer.statusCode,
    cache: answer.headers['cache-control'],
    ...(JSON.parse(suite.decrypt(answer.body)) as Pick<Answer, 'code' | 'data'>),
  };
}
const doors: Record<string, (product: string) => string> = {
  [paths.newsContent]: (product) => `${paths.newsContent}?id=${news.get(product)}`,
  [paths.infoContent]: (product) => `${paths.infoContent}?id=${notices.get(product)}`,
};

/** The rules once more, spelled out as a table a reader can check: RK2, then RK3, then RK1. */
function expected({ risk_level, risk_valid_date, is_pro_investor }: NewCustomer, product: string): string {
  if (is_pro_investor === '1') return '0';
  if (risk_valid_date !== TODAY && risk_valid_date !== TOMORROW) return '-0801109';
  const reaches: Record<string, string[]> = {
    '': [],
    '07': [],
    '01': PRODUCTS.slice(0, 1),
    '02': PRODUCTS.slice(0, 2),
    '03': PRODUCTS.slice(0, 3),
    '04': PRODUCTS.slice(0, 4),
    '05': PRODUCTS.slice(0, 5),
    '06': PRODUCTS,
  };
  return reaches[risk_level]!.includes(product) ? '0' : '-0801108';
}

describe('[RK1] [RK2] [RK3] [RK6] a call decides by who asks', () => {
  test.each(Object.keys(doors))('%s: 8 levels × 7 products × 5 evaluations × professional or not', async (door) => {
    const seen: Record<string, number> = {};
    for (const customer of customers) {
      const token = await issueToken(site.database.db, customer.customer_id);
      for (const product of [...PRODUCTS, UNKNOWN_PRODUCT]) {
        const { code, data, cache, status } = await ask(doors[door]!(product), { access_token: token });
        const name = `${customer.customer_id} ${product}`;
        expect([name, status, code, cache]).toEqual([name, 200, expected(customer, product), 'private, no-store']);
        seen[code] = (seen[code] ?? 0) + 1;
        if (code === '0')
          expect(data, name).toMatchObject({ content: expect.stringContaining('的正文'), riskLevel: product });
        else
          expect(Object.keys(data!).sort(), name).toEqual([
            'channelId',
            'contentTime',
            'id',
            'levelName',
            'ownLevelName',
            'riskLevel',
            'source',
            'title',
          ]);
      }
    }
    expect(seen).toEqual({ 0: 40 * 7 + 2 * 21, '-0801108': 2 * (8 * 7 - 21), '-0801109': 8 * 7 * 3 });
    proved({
      fault: `a restricted article asked for by ${door.split('/').at(-1)}`,
      tries: Object.values(seen).reduce((sum, count) => sum + count, 0),
      outcome: `${seen['0']} given, all others refused with their code and without its text`,
    });
  });

  test.each([
    ['nobody', {}],
    ['an unknown token', { access_token: 'nobody' }],
    ['a token of another alphabet', { access_token: `' or 1=1` }],
    ['an unknown cookie', { cookie: 'accessToken=nobody' }],
  ])('%s is told to log in, with the frame and nothing else', async (_who, headers) => {
    for (const door of Object.values(doors)) {
      for (const product of [...PRODUCTS, UNKNOWN_PRODUCT]) {
        const { code, data, cache } = await ask(door(product), headers);
        expect([code, cache]).toEqual(['-0801107', 'private, no-store']);
        expect(JSON.stringify(data)).not.toMatch(/正文|摘要/);
      }
    }
  });

  test('[ER7] too low a level is told with both names of domain', async () => {
    const token = await issueToken(site.database.db, '02-tomorrow-0');
    expect((await ask(doors[paths.newsContent]!('0003'), { access_token: token })).data).toMatchObject({
      levelName: 'C4（积极型）',
      ownLevelName: 'C1（保守型）',
      title: '受限0003',
    });
    expect((await ask(doors[paths.newsContent]!(UNKNOWN_PRODUCT), { access_token: token })).data).toMatchObject({
      levelName: '',
    });
  });

  test('the cookie serves whoever calls without the header, and the header goes before it', async () => {
    const [able, poor] = [
      await issueToken(site.database.db, '06-today-0'),
      await issueToken(site.database.db, '01-today-0'),
    ];
    const door = doors[paths.infoContent]!('0004');
    expect((await ask(door, { cookie: `zh_choose=s; accessToken=${able}` })).code).toBe('0');
    expect((await ask(door, { cookie: `accessToken=${able}`, access_token: poor })).code).toBe('-0801108');
  });

  test('[RK3] an evaluation of today ends with the day in Shanghai', async () => {
    const token = await issueToken(site.database.db, '06-today-0');
    const door = doors[paths.newsContent]!('0000');
    vi.setSystemTime(new Date('2026-11-20T15:59:59.999Z'));
    expect((await ask(door, { access_token: token })).code).toBe('0');
    vi.setSystemTime(new Date('2026-11-20T16:00:00Z'));
    expect((await ask(door, { access_token: token })).code).toBe('-0801109');
  });

  test('what one reads is remembered for nobody: a logout, a lower level and a passed evaluation count at once', async () => {
    const { db } = site.database;
    const id = '06-tomorrow-0';
    const [token, other] = [await issueToken(db, id), await issueToken(db, id)];
    const door = doors[paths.newsContent]!('0004');
    const code = async (as = token) => (await ask(door, { access_token: as })).code;
    expect([await code(), await code(other)]).toEqual(['0', '0']);
    await withdrawToken(db, token);
    expect([await code(), await code(other)]).toEqual(['-0801107', '0']);
    await db.updateTable('customer').set({ risk_level: '05' }).where('customer_id', '=', id).execute();
    expect(await code(other)).toBe('-0801108');
    await db
      .updateTable('customer')
      .set({ risk_level: '06', risk_valid_date: YESTERDAY })
      .where('customer_id', '=', id)
      .execute();
    expect(await code(other)).toBe('-0801109');
    await db.deleteFrom('customer_token').where('customer_id', '=', id).execute();
    expect(await code(other)).toBe('-0801107');
  });

  test('a restriction that is lifted or set counts with the act', async () => {
    const [articleId] = (await site.publish('公开', [article(NOTICES, '将受限')])).articleIds;
    const code = async () => (await ask(`${paths.infoContent}?id=${articleId}`, {})).code;
    expect(await code()).toBe('0');
    await site.publish('限制', [article(NOTICES, '将受限', { articleId: articleId!, riskLevel: '0001' })]);
    expect(await code()).toBe('-0801107');
    await site.publish('解除', [article(NOTICES, '将受限', { articleId: articleId! })]);
    expect(await code()).toBe('0');
  });
});

describe('[WR7] [RK6] with the user service of a broker', () => {
  let users: Server;
  let behind: TestSite;
  let id: number;
  const answers: Record<string, string | null> = {
    able: '{"code":"0","msg":"","data":{"riskLevel":"06","riskValidDate":20991231,"isProInvestor":0}}',
    professional: '{"code":0,"data":{"isProInvestor":1}}',
    low: '{"code":"0","msg":"","data":{"riskLevel":"01","riskValidDate":"20991231"}}',
    odd: '{"code":"0","msg":"","data":{"riskLevel":["06"],"riskValidDate":{"x":1},"isProInvestor":true}}',
    unknown: '{"code":"-0801107","msg":"no","data":null}',
    garbage: '<html>',
    silent: null,
  };
  beforeAll(async () => {
    vi.useRealTimers();
    users = createServer((request, response) => {
      const answer = answers[String(request.headers.access_token)];
      if (answer !== null) response.end(answer ?? '');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => users.once('listening', resolve));
    behind = await startSite({
      upstreams: JSON.stringify({
        user: { address: `http://127.0.0.1:${(users.address() as AddressInfo).port}`, suite: 'none' },
      }),
    });
    id = (await behind.publish('受限', [article(NOTICES, '受限', { riskLevel: '0004' })])).articleIds[0]!;
  });
  afterAll(async () => {
    users.closeAllConnections();
    users.close();
    await behind.end();
  });

  test.each([
    ['able', 200, '0'],
    ['professional', 200, '0'],
    ['low', 200, '-0801108'],
    ['odd', 200, '-0801109'],
    ['unknown', 200, '-0801107'],
    ['garbage', 503, '1503'],
    ['silent', 503, '1503'],
  ])('%s: %s', async (token, status, code) => {
    const answer = await behind.app.inject({
      url: `${CALL_BASE}${paths.infoContent}?id=${id}`,
      headers: { access_token: token },
    });
    const envelope = JSON.parse(suite.decrypt(answer.body)) as { code: string; data: { content?: string } | null };
    expect([answer.statusCode, envelope.code, envelope.data?.content !== undefined]).toEqual([
      status,
      code,
      code === '0',
    ]);
  });
});
