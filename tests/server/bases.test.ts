import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { RESERVED_SEGMENTS } from '#rules/addresses/base-paths.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { publish } from '#server/store/publication/publish.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { cheapHash } from '../world/cheap-password.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { startProduct, type ProductProcess } from '../world/product-process.ts';
import { article, BOND_TRADER, channel, PAGES_DIR, SECTION, smallWorld, startSite } from '../world/site.ts';
import { temporaryFolder, until } from '../world/stores.ts';

let database: TestDatabase;
let firm: ProductProcess;
let bare: ProductProcess;
let articleId: string;
const folder = temporaryFolder();
const BOND = JSON.parse(readFileSync(join(PAGES_DIR, 'registers/bond-investment.json'), 'utf8')) as RegisterDefinition;
const CONTENT = [
  '<p><a href="/swhysc/publicChannel">甲</a> <a href="/former-site/search?q=1#a">乙</a> <a href="/swhyscx/">丙</a></p>',
  '<p><a href="/firm/site/publicChannel">丁</a> <a href="https://site.test/swhysc/">戊</a></p>',
].join('');

/** The product on the shared store. */
const start = (bases: Record<string, string>) =>
  startProduct(resolve('.'), {
    DEMO: 'off',
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    OWNER_DATABASE_URL: database.ownerUrl,
    ...bases,
  });

beforeAll(async () => {
  database = await createTestDatabase();
  await markOpened(database.db);
  // the first to come marks the store
  firm = await start({
    SITE_BASE: '/firm/site/',
    FORMER_BASES: '/former-site /former-site/first',
    CALL_BASE: '/firm/calls',
    TOKEN_COOKIE: 'firmToken',
  });
  const changes: Change[] = [
    ...smallWorld(),
    channel(`${SECTION}0005`, 'publicChannel/bondInvestment', '债券投资交易人员', { type: 2, classOrder: 5 }),
    {
      kind: 'rows',
      document: {
        definition: BOND,
        dataDate: '2026-11-20',
        department: '合规部',
        rows: [{ ...BOND_TRADER, department: '/former-site/publicChannel' }],
      },
    } as Change,
    article(`${SECTION}0003`, '旧网址的链接', { content: CONTENT }),
  ];
  const { articleIds } = await publish(database, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes });
  articleId = String(articleIds.at(-1));
  await until('the site knows it', async () => (await firm.get(`/firm/site${LIST}`)).text.includes('旧网址的链接'));
  bare = await start({ SITE_BASE: '/', FORMER_BASES: '/swhysc' });
});
afterAll(async () => {
  await Promise.all([firm, bare].map((product) => product.stop()));
  await database.drop();
  folder.remove();
});

const LIST = '/publicChannel/lossStatement';

/** Text at an address of a former base whose rest names another host. */
const ELSEWHERE = ['//evil.example', '/\\evil.example', '/\\/evil.example/a?b=1'];

async function led({ origin }: ProductProcess, path: string): Promise<[status: number, to: string | null]> {
  const { status, headers } = await fetch(origin + path, { redirect: 'manual' });
  return [status, headers.get('location')];
}

test('[BA1] what the server answers beside pages is no base of theirs', async () => {
  const site = await startSite();
  const routes = site.app.printRoutes({ commonPrefix: false, includeHooks: false });
  await site.end();
  const first = new Set([...routes.matchAll(/^ {4}[├└]── ([\w.-]+)/gm)].map(([, name]) => name!));
  expect([...first]).toContain('healthz');
  for (const base of ['swhysc', 'swhy', 'swhyscywbl']) first.delete(base);
  expect([...first].filter((name) => !name.startsWith('sitemap-') && !RESERVED_SEGMENTS.includes(name))).toEqual([]);
});

describe('a base of the firm', () => {
  const linksOf = (html: string): string[] => [
    ...new Set([...html.matchAll(/ (?:href|action)="(\/[^"#?]*)/g)].map(([, to]) => to!)),
  ];

  test('[BA1] pages, calls and the cookie have the names that the operator sets, and every link leads on', async () => {
    const attributes = 'data-site-base="/firm/site" data-call-base="/firm/calls" data-token-cookie="firmToken"';
    expect((await firm.get('/firm/site/')).text).toContain(`<html lang="zh-Hans" ${attributes}>`);
    expect((await firm.get('/console/')).text).toContain(`<html lang="zh-Hans" ${attributes}>`);
    expect(await led(firm, '/')).toEqual([302, '/firm/site/']);
    const seen = new Set<string>();
    const left = ['/firm/site/', `/firm/site${LIST}`];
    while (left.length > 0) {
      const path = left.pop()!;
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, text } = await firm.get(path);
      expect([path, status]).not.toEqual([path, 404]);
      // links of the stored text that are not of this site stay
      if (!text.includes('旧网址的链接</h1>')) expect([path, /swhysc|swhy\/service/.test(text)]).toEqual([path, false]);
      left.push(...linksOf(text).filter((to) => to.startsWith('/firm/site/')));
    }
    expect(seen.size).toBeGreaterThan(10);
    const robots = (await firm.get('/robots.txt')).text;
    expect(robots).toContain('Disallow: /firm/\n');
    expect(robots).toContain('Disallow: /firm/site/search?');
    expect((await firm.get('/swhysc/')).status).toBe(404);
    expect((await firm.get('/firm/calls/wscms/v1/cms/channellist?channelId=0001')).status).toBe(200);
  });

  test('[BA2] stored links of a former base are shown with the present one, and stay as they were stored', async () => {
    const { text } = await firm.get(`/firm/site${LIST}/detail/${articleId}`);
    expect(text).toContain('<a href="/firm/site/publicChannel">甲</a>');
    expect(text).toContain('<a href="/firm/site/search?q=1#a">乙</a>');
    expect(text).toContain('<a href="/swhyscx/">丙</a>');
    expect(text).toContain('<a href="/firm/site/publicChannel">丁</a>');
    const { content: stored } = await database.db
      .selectFrom('article')
      .select('content')
      .where('title', '=', '旧网址的链接')
      .executeTakeFirstOrThrow();
    expect(stored).toBe(CONTENT);
  });

  test('[BA2] addresses in files of a register have the present base, too', async () => {
    for (const ending of ['csv', 'json']) {
      const { status, text } = await firm.get(`/register-file/bond-investment.${ending}`);
      expect([ending, status, text.includes('/firm/site/publicChannel'), text.includes('former-site')]).toEqual([
        ending,
        200,
        true,
        false,
      ]);
    }
  });

  test('[BA3] a former base that is named leads to the present one for good, and stays in the ids of feeds', async () => {
    expect(await led(firm, '/former-site')).toEqual([301, '/firm/site/']);
    expect(await led(firm, '/former-site/')).toEqual([301, '/firm/site/']);
    const { text } = await firm.get(`/firm/site${LIST}/rss.xml`);
    const path = `${LIST}/detail/${articleId}`;
    expect(text).toContain(
      `/firm/site${path}</link><guid isPermaLink="false">${firm.origin}/former-site${path}</guid>`,
    );
    expect(await led(firm, '/former-site/publicChannel?tab=2')).toEqual([301, '/firm/site/publicChannel?tab=2']);
    expect(await led(firm, '/former-site/first/publicChannel')).toEqual([301, '/firm/site/publicChannel']);
  });

  test('[BA3] [LS1] a key at an address of a former base is taken as at the present one, and no answer with it is stored', async () => {
    const { status, headers } = await fetch(`${firm.origin}/former-site${LIST}?key=K-unknown&tab=2`, {
      redirect: 'manual',
    });
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, '/firm/site/', 'no-store']);
    const part = await fetch(`${firm.origin}/former-site${LIST}?key=K-unknown&tab=2`, {
      redirect: 'manual',
      headers: { accept: 'image/png' },
    });
    expect([part.status, part.headers.get('location')]).toEqual([302, `/firm/site${LIST}?tab=2`]);
  });
});

describe('after a change of the base', () => {
  test('[BA2] a page of the past is drawn with the base of the node that draws it', async () => {
    const grants = [{ role: 'auditor' as const, channelId: '' }];
    const staffId = (await addPerson(
      database.db,
      { account: 'auditor', name: '审计', grants },
      { hash: cheapHash('vier kleine Boote'), mustChange: false },
    ))!;
    const cookie = `console=${await beginSession(database.db, staffId, '127.0.0.1')}`;
    const query = new URLSearchParams({ path: `${LIST}/detail/${articleId}`, at: new Date().toISOString() });
    for (const [{ origin }, base] of [
      [firm, '/firm/site'],
      [bare, ''],
    ] as const) {
      const answer = await fetch(`${origin}/console/api/past/page?${query}`, { headers: { cookie } });
      const link = /<a [^>]*href="([^"]*)"[^>]*>甲/.exec(await answer.text())?.[1];
      // links of the past stay in the past: the path below the base is what they ask for
      expect([base, answer.status, link]).toEqual([base, 200, expect.stringContaining('?path=%2FpublicChannel&')]);
    }
  });

  test('[BA2] verify-log finds nothing', async () => {
    expect(await verifyLog(database.db)).toEqual([]);
  });
});

describe('no base', () => {
  test('[BA1] a site without a base has its pages at the root, beside what else the server answers', async () => {
    const { status, text } = await bare.get('/');
    expect([status, text.includes('data-site-base=""')]).toEqual([200, true]);
    for (const path of [LIST, '/search?q=a']) expect([path, (await bare.get(path)).status]).toEqual([path, 200]);
    expect(await led(bare, '/publicChannel/')).toEqual([301, '/publicChannel']);
    for (const path of ['/nowhere', '/static-file/nowhere.pdf', '/feed/nowhere'])
      expect([path, (await bare.get(path)).status]).toEqual([path, 404]);
    expect((await bare.get('/healthz')).text).toContain('"ok"');
    expect((await bare.get('/console/')).text).toContain('<title>管理后台</title>');
    // an unknown call is answered as calls are: sealed
    const unknown = await bare.get('/swhy/service/nowhere');
    expect([unknown.status, /^[\w+/=]+$/.test(unknown.text)]).toEqual([404, true]);
    expect((await fetch(`${bare.origin}/publicChannel`, { method: 'POST' })).status).toBe(405);
  });

  test('[BA2] [BA3] stored links and addresses of the base before lead to the root', async () => {
    expect((await bare.get(`${LIST}/detail/${articleId}`)).text).toContain('<a href="/publicChannel">甲</a>');
    expect(await led(bare, '/swhysc/publicChannel?tab=2')).toEqual([301, '/publicChannel?tab=2']);
    expect(await led(bare, '/swhysc')).toEqual([301, '/']);
    expect(await led(bare, '/swhysc?tab=2')).toEqual([301, '/?tab=2']);
  });

  test('[BA3] an address of a former base never leads to another host', async () => {
    // fetch would tidy these addresses before it sends them
    for (const rest of ELSEWHERE) {
      const [answer] = (await once(get(bare.origin, { path: `/swhysc${rest}` }), 'response')) as [IncomingMessage];
      answer.resume();
      const to = answer.headers.location ?? '';
      expect([rest, answer.statusCode, URL.parse(to, bare.origin)?.origin]).toEqual([rest, 301, bare.origin]);
    }
  });
});
