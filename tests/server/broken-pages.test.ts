import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStoredDocuments } from '#server/store/documents/stored-documents.ts';
import { createSites } from '#server/site/sites.ts';
import { PAGES_DIR, SECTION, article, channel, smallWorld, startSite, type TestSite } from '../world/site.ts';

/** A copy of page-schemas/ in which something is wrong. */
async function pagesWith(change: (dir: string) => Promise<void>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'swtest-pages-'));
  await cp(PAGES_DIR, dir, { recursive: true });
  await change(dir);
  return dir;
}

const bond = [
  channel(`${SECTION}0005`, 'publicChannel/bondInvestment', '债券投资交易人员公示', { type: 2, classOrder: 5 }),
  article(`${SECTION}0005`, '公示说明'),
];

test('[PS1] a malformed page schema at start: the site starts and the default page shows the channel’s content', async () => {
  const pagesDir = await pagesWith((dir) =>
    writeFile(join(dir, 'channels/bond-investment.json'), '{ "page": "bond-investment", '),
  );
  const site = await startSite({ pagesDir, changes: [...smallWorld(), ...bond] });
  try {
    const { status, html } = await site.get('/swhysc/publicChannel/bondInvestment');
    expect(status).toBe(200);
    expect(html).toContain('公示说明的正文。');
    expect(html).not.toContain('<table');
  } finally {
    await site.end();
    await rm(pagesDir, { recursive: true });
  }
});

/** a register page whose channel has no content of its own, and one that does */
const registers = [
  ...bond,
  channel(`${SECTION}0009`, 'publicChannel/futuresIB', '期货IB业务公示', { type: 2, classOrder: 9 }),
];

test.each([
  ['is no JSON', '{ "schemaVersion": 1, "page": "home", "for": { "path": "/" }, '],
  ['is cut off before it says what it is for', '{ "schemaVersion": 1, '],
  [
    'is refused by the check',
    JSON.stringify({ schemaVersion: 1, page: 'home', for: { path: '/' }, layout: 'hoem', blocks: [] }),
  ],
])(
  '[PS1] a home page that %s at a first start answers 503 and no empty page; other pages stand',
  async (_what, text) => {
    const pagesDir = await pagesWith((dir) => writeFile(join(dir, 'fixed/home.json'), text));
    const broken = await startSite({ pagesDir });
    try {
      const { status, html, headers } = await broken.get('/swhysc/');
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'no-store']);
      expect(html).toContain('noindex');
      expect(html).not.toContain('暂无内容');
      expect((await broken.get('/swhysc/news/company')).status).toBe(200);
      expect((await broken.get('/metrics')).html).toMatch(/site_schema_problems [1-9]/);
    } finally {
      await broken.end();
      await rm(pagesDir, { recursive: true });
    }
  },
);

test('[PS1] a broken register at a first start: its pages, its file and the check of persons answer 503 instead of less than there is', async () => {
  const pagesDir = await pagesWith(async (dir) => {
    await writeFile(join(dir, 'registers/ib-staff.json'), '{ "register": ');
    await writeFile(join(dir, 'registers/bond-investment.json'), '[]');
  });
  const broken = await startSite({ pagesDir, changes: [...smallWorld(), ...registers] });
  try {
    const requests = [
      '/swhysc/publicChannel/futuresIB',
      '/swhysc/publicChannel/bondInvestment',
      '/register-file/ib-staff.csv',
      '/swhysc/verify?kind=staff&words=陈明',
    ];
    expect(await Promise.all(requests.map(async (path) => (await broken.get(encodeURI(path))).status))).toEqual([
      503, 503, 503, 503,
    ]);
    expect((await broken.get('/swhysc/publicChannel/nowhere')).status).toBe(404);
  } finally {
    await broken.end();
    await rm(pagesDir, { recursive: true });
  }
});

test('[PS1] a page or register that is broken at a later start is served as it last was good, until it is mended or removed', async () => {
  const first = await startSite({ changes: [...smallWorld(), ...registers] });
  const look = async (pagesDir: string) => {
    const warned: string[] = [];
    const sites = createSites({
      db: first.database.db,
      pagesDir,
      publications: first.publications,
      warn: (_facts, message) => warned.push(message),
    });
    const site = await sites.at('now');
    return { page: JSON.stringify(site.resolve('/')), staff: site.resolve('/publicChannel/futuresIB'), warned };
  };
  await expect.poll(async () => (await findStoredDocuments(first.database.db)).size).toBeGreaterThan(50);
  const home = (await look(PAGES_DIR)).page;
  const pagesDir = await pagesWith(async (dir) => {
    await writeFile(join(dir, 'fixed/home.json'), '{');
    await writeFile(join(dir, 'registers/ib-staff.json'), '{}');
  });
  try {
    // twice: what stood in must not be forgotten for it
    for (const time of [1, 2]) {
      const { page, staff, warned } = await look(pagesDir);
      expect([time, page]).toEqual([time, home]);
      expect(staff).toMatchObject({ page: 'futures-ib' });
      expect(warned).toContain('page schema refused');
    }
    expect((await look(join(pagesDir, 'nowhere'))).page).toBe(home);
    expect((await look(pagesDir)).page).toBe(home);
    await rm(join(pagesDir, 'fixed/home.json'));
    expect((await look(pagesDir)).page).not.toBe(home);
  } finally {
    await first.end();
    await rm(pagesDir, { recursive: true });
  }
});

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ changes: [...smallWorld(), ...bond] });
});
afterAll(() => site.end());

test.each([
  ['an unknown widget', { widget: 'register-tabel' }],
  ['an unknown source', { source: { name: 'registre' } }],
  ['an unknown register', { source: { name: 'register', params: { register: 'bond-investmnt' } } }],
  ['an unknown place', { place: 'middle' }],
])('[PS1] a published page with %s is refused: the last good page stands', async (_what, wrong) => {
  const good = JSON.parse(await readFile(join(PAGES_DIR, 'channels/bond-investment.json'), 'utf8'));
  const document = { ...good, blocks: [{ ...good.blocks[0], ...wrong }] };
  await site.publish('改版', [{ kind: 'page', id: 'bond-investment', document }]);
  const { status, html } = await site.get('/swhysc/publicChannel/bondInvestment');
  expect(status).toBe(200);
  expect(html).toContain('公示说明的正文。');
  expect(html).toMatch(/暂无公示数据|<table/);
});

test('[PS5] a published page of a newer schemaVersion is refused: the last good page stands', async () => {
  const good = JSON.parse(await readFile(join(PAGES_DIR, 'channels/bond-investment.json'), 'utf8'));
  await site.publish('新版', [{ kind: 'page', id: 'bond-investment', document: { ...good, schemaVersion: 2 } }]);
  expect((await site.get('/swhysc/publicChannel/bondInvestment')).html).toContain('公示说明的正文。');
});

test('[PS1] [PS5] after a bad edition the last good edition stands, not the file', async () => {
  const good = JSON.parse(await readFile(join(PAGES_DIR, 'channels/bond-investment.json'), 'utf8'));
  const edition = { ...good, blocks: [{ ...good.blocks[0], heading: '编辑部改过的标题' }, good.blocks[1]] };
  await site.publish('好的一版', [{ kind: 'page', id: 'bond-investment', document: edition }]);
  await site.publish('坏的一版', [
    { kind: 'page', id: 'bond-investment', document: { ...edition, schemaVersion: 99 } },
  ]);
  expect((await site.get('/swhysc/publicChannel/bondInvestment')).html).toContain('编辑部改过的标题');
  const again = createSites({
    db: site.database.db,
    pagesDir: PAGES_DIR,
    publications: site.publications,
    warn: () => {},
  });
  const resolved = (await again.at('now')).resolve('/publicChannel/bondInvestment');
  expect(JSON.stringify(resolved)).toContain('编辑部改过的标题');
});

test('[PS1] a good published page wins over the file of the same name', async () => {
  const good = JSON.parse(await readFile(join(PAGES_DIR, 'channels/bond-investment.json'), 'utf8'));
  const document = { ...good, blocks: [good.blocks[1]] };
  await site.publish('只留说明', [{ kind: 'page', id: 'bond-investment', document }]);
  const { html } = await site.get('/swhysc/publicChannel/bondInvestment');
  expect(html).toContain('公示说明的正文。');
  expect(html).not.toContain('暂无公示数据');
  await site.publish('恢复', [{ kind: 'page', id: 'bond-investment', document: good }]);
  expect((await site.get('/swhysc/publicChannel/bondInvestment')).html).toContain('公示说明的正文。');
});

test('a source that fails spoils its own block only, the page is not kept, and all is well when it recovers', async () => {
  const { owner: pool } = site.database;
  // rows of an empty register are never asked for
  const definition = (await site.deps.siteAt('now')).registers.get('bond-investment')!;
  const row = {
    department: '固定收益总部',
    bizLine: '自营',
    staffName: '陈明澈',
    post: '交易员',
    employeeNo: '800871',
    certNo: 'S9901121050087',
    certType: '一般证券业务',
    certDate: '2021-05-20',
    status: '在岗',
  };
  await site.publish('名册', [
    { kind: 'rows', document: { definition, dataDate: '2026-11-20', department: '固定收益总部', rows: [row] } },
  ]);
  // the site itself is loaded before the store breaks: what is tested is one block's question
  expect((await site.get('/swhysc/publicChannel/bondInvestment')).html).toContain('陈明澈');
  await pool.query('alter table register_row rename to register_row_away');
  try {
    const { status, html } = await site.get('/swhysc/publicChannel/bondInvestment?status=%E5%9C%A8%E5%B2%97');
    expect(status).toBe(200);
    expect(html).toContain('内容暂时无法显示');
    expect(html).toContain('公示说明的正文。');
  } finally {
    await pool.query('alter table register_row_away rename to register_row');
  }
  expect((await site.get('/swhysc/publicChannel/bondInvestment')).html).not.toContain('内容暂时无法显示');
});

test('a page of which nothing can be shown answers 503, is not indexed, and the designed page stands where a file cannot be looked up', async () => {
  const { owner: pool } = site.database;
  await pool.query('alter table article rename to article_away');
  await pool.query('alter table file_use rename to file_use_away');
  try {
    const { status, html, headers } = await site.get('/swhysc/publicChannel/complaint');
    expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect(html).toContain('noindex');
    const file = await site.get(`/static-file/2026/11/${'a'.repeat(64)}.pdf`);
    expect(file.status).toBe(500);
    expect(file.html).toContain('页面暂时无法显示');
  } finally {
    await pool.query('alter table article_away rename to article');
    await pool.query('alter table file_use_away rename to file_use');
  }
  expect((await site.get('/swhysc/publicChannel/complaint')).status).toBe(200);
});

test('a source that does not answer in time spoils its own block only', { timeout: 60_000 }, async () => {
  const locker = await site.database.connectAsOwner();
  await locker.query('begin');
  await locker.query('lock table register_row in access exclusive mode');
  try {
    const { status, html } = await site.get('/swhysc/publicChannel/bondInvestment?bizLine=%E8%87%AA%E8%90%A5');
    expect(status).toBe(200);
    expect(html).toContain('内容暂时无法显示');
    expect(html).toContain('公示说明的正文。');
  } finally {
    await locker.query('rollback');
    await locker.end();
  }
});

test('a query string of 1 MB is refused by the protocol’s own limit and in words, and the server goes on', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as { port: number };
  const answer = await new Promise<string>((done) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /swhysc/?q=${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`),
    );
    let output = '';
    socket
      .setEncoding('utf8')
      .on('data', (words: string) => (output += words))
      .on('close', () => done(output))
      .on('error', () => {});
  });
  expect(answer).toMatch(
    /^HTTP\/1\.1 431 [\s\S]*\r\nContent-Type: text\/plain; charset=utf-8\r\n[\s\S]*\r\n\r\n网址过长，[^\r\n]+$/,
  );
  expect((await site.get('/swhysc/')).status).toBe(200);
});
