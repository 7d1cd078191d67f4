import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const run = promisify(execFile);
const row = (code: string, name: string, rate: string | null) => ({
  market: '上海',
  secuCode: code,
  secuName: name,
  converRate: rate,
  secuType: '股票',
  secuClass: 'A',
});

/** the register on a page of its own */
const shown = [
  channel(`${SECTION}0030`, 'publicChannel/rates', '折算率', { type: 2, classOrder: 30 }),
  {
    kind: 'page' as const,
    id: 'rates-page',
    document: {
      schemaVersion: 1,
      page: 'rates-page',
      for: { url: 'publicChannel/rates' },
      layout: 'channel',
      blocks: [
        {
          id: 'rows',
          place: 'main',
          widget: 'register-table',
          source: { name: 'register', params: { register: 'conver-rate' } },
        },
      ],
    },
  },
];

let site: TestSite;
let origin: string;
let folder: string;
const definition = async () => (await site.deps.siteAt('now')).registers.get('conver-rate')!;
const publish = async (rows: object[], day: string) =>
  site.publish(
    '折算率',
    [
      {
        kind: 'rows',
        document: { definition: await definition(), dataDate: day, department: '融资融券部', rows: rows as never },
      },
    ],
    new Date(`${day}T01:00:00Z`),
  );
const read = async (file: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${origin}/register-file/${file}`, { headers });
  return { answer, text: await answer.text() };
};
const json = async (file: string) => JSON.parse((await read(file)).text);

beforeAll(async () => {
  site = await startSite({ changes: [...smallWorld(), ...shown], at: new Date('2026-11-01T00:00:00Z') });
  await publish([row('990001', '示例股份', '0.60000000')], '2026-11-19');
  await publish(
    [
      row('990001', '示例股份', '0.65000000'),
      row('990002', '=示例"控股"', null),
      row('990003', '示例科技', '0.70000000'),
    ],
    '2026-11-20',
  );
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
  folder = mkdtempSync(join(tmpdir(), 'swtest-data-'));
});
afterAll(async () => {
  await site.end();
  rmSync(folder, { recursive: true });
});

test('[RG34] a register is there as JSON by the names of its calls, as of each published date and part by part', async () => {
  const whole = await json('conver-rate.json');
  expect(whole).toMatchObject({
    register: 'conver-rate',
    title: (await definition()).title,
    dataDate: '2026-11-20',
    department: '融资融券部',
    total: 3,
  });
  expect(whole.rows[0]).toMatchObject({ market: '上海', secuCode: '990001', converRate: 65 });
  // nothing of it is a formula in JSON, and nothing that is empty is missing
  expect(whole.rows[1]).toMatchObject({ secuName: '=示例"控股"', converRate: null });
  for (const day of ['2026-11-19', '２０２６-11-19', '2026/11/19', '2026年11月19日', '2026-11-19%E2%80%8B'])
    expect(await json(`conver-rate.json?asOf=${day}`), day).toMatchObject({
      asOf: '2026-11-19',
      rows: [{ converRate: 60 }],
    });
  const part = await json('conver-rate.json?pageNum=2&pageSize=2&sort=secuCode');
  expect([part.total, part.pageNum, part.pageSize, part.rows.length]).toEqual([3, 2, 2, 1]);
  expect((await json('conver-rate.json?pageNum=9')).rows).toEqual([]);
  expect((await json('conver-rate.json?fuzzyItem=990003')).rows).toHaveLength(1);
  const csv = (await read('conver-rate.csv?pageNum=2&pageSize=2')).text.trim().split('\r\n');
  expect(csv).toHaveLength(2);
});

test.each([
  ['nothing.json', 404, '没有这个文件'],
  ['conver-rate.json?pageNum=0', 400, 'pageNum 应为整数'],
  ['conver-rate.json?pageSize=10001', 400, 'pageSize 应为整数'],
  ['conver-rate.json?asOf=2026-13-01', 400, '应为已公布的日期'],
  ['conver-rate.json?market=火星', 400, '没有这一项'],
  ['nothing.datapackage.json', 404, '没有这个文件'],
])('[RG34][RG42] %s is refused in words, as JSON, and never as what was kept', async (file, status, words) => {
  const { answer, text } = await read(file);
  expect([answer.status, JSON.parse(text).status, answer.headers.get('etag')]).toEqual([status, status, null]);
  expect(text).toContain(words);
});

test('[RG34] what has not changed is not sent again; another publication of the register, and none of others, changes it', async () => {
  const tagOf = async () => (await read('conver-rate.json')).answer.headers.get('etag')!;
  const tag = await tagOf();
  const notModified = await read('conver-rate.json', { 'if-none-match': `W/"other", ${tag}` });
  expect([notModified.answer.status, notModified.text]).toEqual([304, '']);
  for (const known of [tag.slice(2), '*'])
    expect((await read('conver-rate.json', { 'if-none-match': known })).answer.status, known).toBe(304);
  expect((await read('conver-rate.csv', { 'if-none-match': tag })).answer.status).toBe(200);
  expect((await read('conver-rate.json?pageNum=1', { 'if-none-match': tag })).answer.status).toBe(200);
  await site.publish('别的', [channel(`${SECTION}0031`, 'publicChannel/other', '别的栏目', { classOrder: 31 })]);
  expect(await tagOf()).toBe(tag);
  const current = await definition();
  await site.publish('改名', [{ kind: 'register', document: { ...current, title: '折算率名单' } }]);
  const renamed = await tagOf();
  expect(renamed).not.toBe(tag);
  await site.publish('改回', [{ kind: 'register', document: current }]);
});

test('[RG34] pages of other sites may read it, and a client is told where it stands', async () => {
  const { answer } = await read('conver-rate.json', { origin: 'https://elsewhere.example' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
  const headersOf = async (file: string) => {
    const { headers } = (await read(file)).answer;
    return ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)));
  };
  const [[limit, left, reset], [, next]] = [await headersOf('conver-rate.csv'), await headersOf('conver-rate.csv')];
  expect([limit, next]).toEqual([240, left! - 1]);
  expect(reset).toBeGreaterThan(0);
  expect((await headersOf('conver-rate.csv?market=上海'))[0]).toBe(30);
  // headers that a page of another site may send of its cache
  const preflight = await site.app.inject({ method: 'OPTIONS', url: '/register-file/conver-rate.json' });
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([204, 'If-None-Match']);
});

test('[RG34] CSV and JSON are compressed as a program takes them, and are the same', async () => {
  const preflight = (encoding: string, file = 'conver-rate.json') =>
    site.app.inject({ url: `/register-file/${file}`, headers: { 'accept-encoding': encoding } });
  const plain = await preflight('identity');
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  for (const [encoding, read] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const answer = await preflight(encoding);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(read(answer.rawPayload).toString()).toBe(plain.body);
    expect(answer.headers.etag).toBe(plain.headers.etag);
  }
  expect((await preflight('gzip', 'conver-rate.xlsx')).headers['content-encoding']).toBeUndefined();
});

test('[RG34] the data package says what each column holds, and its names are those of the files', async () => {
  const { resources, ...about } = await json('conver-rate.datapackage.json');
  expect(about).toMatchObject({ name: 'conver-rate', version: '2026-11-20' });
  const [csv, own] = resources;
  const { text } = await read(csv.path);
  expect(csv.schema.fields.map(({ name }: { name: string }) => name).join()).toBe(
    text.replace('\ufeff', '').split('\r\n')[0],
  );
  expect([csv, own].map(({ schema }) => schema.missingValues)).toEqual([['', '受限'], ['']]);
  const { rows } = await json(own.path);
  expect(own.schema.fields.map(({ name }: { name: string }) => name)).toEqual(Object.keys(rows[0]));
  const rate = own.schema.fields.find(({ name }: { name: string }) => name === 'converRate');
  expect(rate).toMatchObject({ type: 'number', description: expect.stringContaining('单位：%') });
  expect(own.schema.primaryKey).toEqual(['market', 'secuCode']);
  const market = own.schema.fields.find(({ name }: { name: string }) => name === 'market');
  expect(market.constraints.enum).toContain('上海');
  const then = await json('conver-rate.datapackage.json?asOf=2026-11-19');
  expect(then.resources.map(({ path }: { path: string }) => path)).toEqual([
    'conver-rate.csv?asOf=2026-11-19',
    'conver-rate.json?asOf=2026-11-19',
  ]);
});

test('[RG34] the OpenAPI document has a path of each file that everybody may have whole, and no other, with feeds and site map', async () => {
  const document = await json('openapi.json');
  const [files, others] = [true, false].map((isFile) =>
    Object.keys(document.paths).filter((path) => path.startsWith('/register-file/') === isFile),
  );
  const formats = ['csv', 'datapackage.json', 'json', 'xlsx'];
  expect(files!.toSorted()).toEqual(formats.map((format) => `/register-file/conver-rate.${format}`));
  expect(others).toEqual(
    expect.arrayContaining([
      '/swhysc/rss.xml',
      '/swhysc/data/conver-rate/rss.xml',
      '/swhysc/news/company/rss.xml',
      '/swhysc/publicList/rss.xml',
      '/sitemap.xml',
    ]),
  );
  // each is there as it says
  for (const path of others!) {
    const { statusCode, headers } = await site.app.inject({ url: path });
    const [type] = Object.keys(document.paths[path].get.responses[200].content);
    expect([statusCode, headers['content-type']], path).toEqual([200, `${type}; charset=utf-8`]);
  }
  const { get } = document.paths['/register-file/conver-rate.json'];
  const preflight = get.parameters.map(({ name }: { name: string }) => name);
  expect(preflight).toEqual(
    expect.arrayContaining(['fuzzyItem', 'converRateFrom', 'sort', 'row', 'asOf', 'pageNum', 'pageSize']),
  );
  const { rows } = get.responses[200].content['application/json'].schema.properties;
  expect(rows.items.properties.converRate).toMatchObject({ type: ['number', 'null'] });
});

test('[RG34] /data lists them with page and files, and a page that shows a register tells machines where they are', async () => {
  const { html, status } = await site.get('/swhysc/data');
  expect(status).toBe(200);
  for (const format of ['xlsx', 'csv', 'json', 'datapackage.json'])
    expect(html).toContain(`href="/register-file/conver-rate.${format}"`);
  const answered = await site.app.inject({ url: CALL_BASE + paths.dataSets });
  const { data } = JSON.parse(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(answered.body));
  expect(data.items).toMatchObject([{ register: 'conver-rate', rows: 3, dataDate: '2026-11-20' }]);
  const page = (await site.get(`/swhysc${data.items[0].path}`)).html;
  const graphs = [...page.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, text]) =>
    JSON.parse(text!),
  );
  expect(graphs.find((one) => one['@type'] === 'Dataset')).toMatchObject({
    dateModified: '2026-11-20',
    distribution: expect.arrayContaining([
      expect.objectContaining({ contentUrl: expect.stringMatching(/\/register-file\/conver-rate\.json$/) }),
    ]),
  });
});

const updates = async (query = '') => {
  const answer = await site.app.inject({ url: `${CALL_BASE}${paths.register}/conver-rate/updates${query}` });
  return JSON.parse(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(answer.body));
};

test('[RG35] the updates of a register tell of each publication what came, changed and went, and never of what is hidden', async () => {
  const current = await definition();
  const { data } = await updates();
  expect(data).toMatchObject({ title: current.title, path: '/publicChannel/rates', hasFiles: true, total: 2 });
  expect(data.dates).toEqual(['2026-11-20', '2026-11-19']);
  const counts = ({ dataDate, rows, added, changed, removed }: Record<string, unknown>) => [
    dataDate,
    rows,
    added,
    changed,
    removed,
  ];
  expect(data.items.map(counts)).toEqual([
    ['2026-11-20', 3, 2, 1, 0],
    ['2026-11-19', 1, 1, 0, 0],
  ]);
  expect(Object.keys(data.items[0]).toSorted()).toEqual([
    'added',
    'at',
    'changed',
    'dataDate',
    'removed',
    'rewritten',
    'rows',
  ]);
  expect((await updates('?pageNum=2&pageSize=1')).data.items.map(counts)).toEqual([['2026-11-19', 1, 1, 0, 0]]);

  // a column that visitors do not see changes: the publication is told, and no row as changed
  const hidden = { ...current, columns: current.columns.filter((name) => name !== 'secuClass') };
  await site.publish('隐藏一列', [{ kind: 'register', document: hidden }]);
  await site.publish('改隐藏的列', [
    {
      kind: 'rows',
      document: {
        definition: hidden,
        dataDate: '2026-11-20',
        department: '融资融券部',
        rows: [
          { ...row('990001', '示例股份', '0.65000000'), secuClass: 'B' },
          row('990002', '=示例"控股"', null),
          row('990003', '示例科技', '0.70000000'),
        ],
      },
    },
  ]);
  expect((await updates()).data.items.map(counts)[0]).toEqual(['2026-11-20', 3, 0, 0, 0]);
});

test('[RG35] the page of a register leads to its updates, with the comparison of two dates; of no register it is 404', async () => {
  const page = await site.get('/swhysc/publicChannel/rates');
  expect(page.html).toContain('href="/swhysc/data/conver-rate"');
  const beyond = await site.get('/swhysc/data/conver-rate?pageNum=999');
  expect([beyond.status, beyond.html.includes('本列表共 1 页')]).toEqual([404, true]);
  const { status, html } = await site.get('/swhysc/data/conver-rate?changes.from=2026-11-19&changes.to=2026-11-20');
  expect([status, html.includes(`<h1 class="article__title">${(await definition()).title}更新记录</h1>`)]).toEqual([
    200,
    true,
  ]);
  expect(html).toContain('?changes.from=2026-11-19&amp;changes.to=2026-11-20#block-changes');
  expect(html).toMatch(/id="block-changes".*示例股份.*<del>/s);
  for (const name of ['nothing', 'constructor', 'fund-referrer'])
    expect((await site.get(`/swhysc/data/${name}`)).status, name).toBe(404);
});

test('[RG37] a register has a feed of its publications, with counts and no name', async () => {
  const answer = await site.app.inject({ url: '/swhysc/data/conver-rate/rss.xml' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  expect(answer.body).toContain('2026-11-19：新增 1、修改 0、移出 0，公示 1 只');
  expect(answer.body).not.toMatch(/示例股份|9900/);
  // each leads to what it changed
  expect(answer.body).toContain(
    '/swhysc/data/conver-rate?changes.from=2026-11-19&amp;changes.to=2026-11-20#block-changes',
  );
  const { html } = await site.get('/swhysc/data/conver-rate');
  expect(html).toContain('href="/swhysc/data/conver-rate/rss.xml"');
  for (const name of ['nothing', 'stock'])
    expect((await site.app.inject({ url: `/swhysc/data/${name}/rss.xml` })).statusCode, name).toBe(404);
});

test('[RG37] a list of articles and a register say where their feed is, to machines too, and a page without one does not', async () => {
  for (const [path, feed] of [
    ['/news/company', '/news/company'],
    ['/publicList', '/publicList'],
    ['/publicChannel/rates', '/data/conver-rate'],
  ] as const) {
    const { html } = await site.get(`/swhysc${path}`);
    expect(html, path).toContain(`<link rel="alternate" type="application/rss+xml" href="/swhysc${feed}/rss.xml">`);
    expect(html, path).toMatch(new RegExp(`href="/swhysc${feed}/rss.xml"[^>]*>订阅`));
  }
  expect((await site.get('/swhysc/sitemap')).html).not.toContain('订阅');
});

test('[RG34] the examples of the page and of the how-to run as they stand', async () => {
  const env = { ...process.env, SITE: origin, no_proxy: '127.0.0.1' };
  const guide = readFileSync('docs/how-to/read-public-data.md', 'utf8');
  const [page] = JSON.parse(readFileSync('page-schemas/fixed/data.json', 'utf8')).blocks;
  const [curl, python] = (page.props.examples as { code: string }[]).map(({ code }) => ({
    code: code.replaceAll('<register>', 'conver-rate').replaceAll('<site>', origin),
  }));
  const inGuide = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(guide)![1]!;
  for (const code of [curl!.code.replace(/^SITE=.*\n/, ''), inGuide('sh')]) {
    rmSync(join(folder, 'conver-rate.csv'), { force: true });
    rmSync(join(folder, 'conver-rate.etag'), { force: true });
    await run('bash', ['-c', code], { env, cwd: folder });
    const first = readFileSync(join(folder, 'conver-rate.csv'), 'utf8');
    expect(first).toContain('990001');
    // the second time nothing is sent, and the file stays
    await run('bash', ['-c', code], { env, cwd: folder });
    expect(readFileSync(join(folder, 'conver-rate.csv'), 'utf8')).toBe(first);
  }
  for (const code of [python!.code, inGuide('python')]) {
    const { stdout } = await run('python3', ['-c', code], { env });
    expect(stdout.trim()).toBe(`${(await definition()).title} 2026-11-20 3`);
  }
});
