import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCustomers } from '#demo/customers.ts';
import { issueToken, storeCustomers } from '#server/people/customers/tokens.ts';
import { hand } from '../world/editions.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { proved, tries } from '../world/proof.ts';
import { article, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const NEWS = '00010002000100020001';
const customers = demoCustomers('2026-11-20');

let site: TestSite;
let tokens: string[];
let session: string;
beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      article(NEWS, '受限标题', { riskLevel: '0003', content: '<p>只给够级别的客户：暗号甲乙丙。</p>' }),
    ],
    trustedProxies: ['127.0.0.1'],
  });
  await storeCustomers(site.database.db, customers);
  tokens = await Promise.all(customers.map(({ customer_id }) => issueToken(site.database.db, customer_id)));
  const { staffId } = await hand(site, '标记编辑', [{ role: 'editor', channelId: SECTION }]);
  session = await beginSession(site.database.db, staffId, '10.0.0.1');
});
afterAll(() => site.end());

const PATHS = [
  '/swhysc/',
  '/swhysc/news/company',
  '/swhysc/news/company?pageSize=5',
  '/swhysc/publicChannel/lossStatement',
  '/swhysc/publicChannel/complaint',
  '/swhysc/sitemap',
  '/swhysc/none-here',
];

interface PageRequest {
  path: string;
  traditional: boolean;
  elder: boolean;
  customer: number | null;
  staff: boolean;
  host: string;
  headers: Record<string, string>;
}

function cookieOf({ traditional, elder, customer, staff }: PageRequest): string {
  return [
    ...(traditional ? ['zh_choose=t'] : []),
    ...(elder ? ['elder=1'] : []),
    ...(customer === null ? [] : [`accessToken=${tokens[customer]}`]),
    ...(staff ? [`console=${session}`] : []),
  ].join('; ');
}

const question: fc.Arbitrary<PageRequest> = fc.record({
  path: fc.constantFrom(...PATHS),
  traditional: fc.boolean(),
  elder: fc.boolean(),
  customer: fc.option(fc.nat({ max: customers.length - 1 })),
  staff: fc.boolean(),
  host: fc.constantFrom('site.test', 'site.test:80', 'evil.example', 'SITE.test'),
  headers: fc.constantFrom<Record<string, string>[]>(
    {},
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' },
    { 'x-original-url': '/console/', 'x-rewrite-url': '/console/' },
    { 'accept-language': 'xx-evil.example', 'user-agent': 'evil.example' },
    { authorization: 'Basic evil.example', range: 'bytes=0-9' },
  ),
});

/** Content of one person or from a raw header, which no page may have. */
const foreign = (): string[] => [
  ...customers.map(({ cust_name }) => cust_name),
  ...tokens,
  session,
  '标记编辑',
  '暗号甲乙丙',
  'evil.example',
];

test(
  'pages that are asked for by many people at once, with every mode and foreign headers, hold nothing of anybody',
  { timeout: 900_000 },
  async () => {
    const total = tries(1_000, 10_000);
    const atOnce = 20;
    const marks = foreign();
    const seen = new Map<string, string>();
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: atOnce, maxLength: atOnce }), async (round) => {
        const drawn = await Promise.all(
          round.map(async (wantedPage) => ({
            asked: wantedPage,
            ...(await site.get(wantedPage.path, {
              host: wantedPage.host,
              ...wantedPage.headers,
              cookie: cookieOf(wantedPage),
            })),
          })),
        );
        for (const { asked: wantedPage, status, html, headers } of drawn) {
          answers += 1;
          const what = `${wantedPage.path} ${JSON.stringify(wantedPage)}`;
          expect(
            marks.filter((mark) => html.includes(mark) || JSON.stringify(headers).includes(mark)),
            what,
          ).toEqual([]);
          if (status !== 200) {
            expect(status, what).toBe(404);
            continue;
          }
          // the visitor makes no difference: one page for each address and mode
          const key = `${wantedPage.path} ${wantedPage.traditional} ${wantedPage.elder}`;
          const etag = String(headers.etag);
          expect(seen.get(key) ?? etag, what).toBe(etag);
          seen.set(key, etag);
        }
      }),
      { numRuns: total / atOnce, seed: 20_261_123 },
    );
    // each mode is a page of its own
    const news = [...seen].filter(([key]) => key.startsWith('/swhysc/news/company ')).map(([, etag]) => etag);
    expect([news.length, new Set(news).size]).toEqual([4, 4]);
    proved({
      fault: 'pages asked for by customers, staff and strangers in turns, with foreign headers',
      tries: answers,
      outcome: `0 foreign marks; ${seen.size} pages for ${seen.size} addresses and modes`,
    });
  },
);
