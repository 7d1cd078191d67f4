import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESERVED_SEGMENTS } from '#rules/addresses/base-paths.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { publish } from '#server/store/publication/publish.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { startProduct, type ProductProcess } from '../world/product-process.ts';
import { article, SECTION, smallWorld, startSite } from '../world/site.ts';
import { temporaryFolder, until } from '../world/stores.ts';

let database: TestDatabase;
let firm: ProductProcess;
let bare: ProductProcess;
let articleId: string;
const folder = temporaryFolder();
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
    FORMER_BASES: '/former-site',
    CALL_BASE: '/firm/calls',
    TOKEN_COOKIE: 'firmToken',
  });
  const changes = [...smallWorld(), article(`${SECTION}0003`, '旧网址的链接', { content: CONTENT })];
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

  test('[BA3] a former base that is named leads to the present one for good, and stays in the ids of feeds', async () => {
    expect(await led(firm, '/former-site')).toEqual([301, '/firm/site/']);
    expect(await led(firm, '/former-site/')).toEqual([301, '/firm/site/']);
    const { text } = await firm.get(`/firm/site${LIST}/rss.xml`);
    const path = `${LIST}/detail/${articleId}`;
    expect(text).toContain(
      `/firm/site${path}</link><guid isPermaLink="false">${firm.origin}/former-site${path}</guid>`,
    );
    expect(await led(firm, '/former-site/publicChannel?tab=2')).toEqual([301, '/firm/site/publicChannel?tab=2']);
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
  });
});
