import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OldAddresses } from '#page/settings/old-addresses.ts';
import { makePdf } from '#demo/files/pdf.ts';
import type { MovingInMap } from '#features/moving-in/wire.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { removeOldImports } from '#features/moving-in/server/stored-import.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { hand, publishContextOf, type Hand } from '../world/editions.ts';
import { gb18030 } from '../world/gb18030.ts';
import { buildZip } from '../world/office-files.ts';
import { SECTION, startSite, type TestSite } from '../world/site.ts';
import { until } from '../world/stores.ts';

vi.setConfig({ testTimeout: 60_000 });

const ORIGIN = 'http://localhost';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = makePdf({ title: '公告', paragraphs: [], signature: [] });
const NEWS = '00010002000100020001';

let site: TestSite;
let writer: Hand;
let ask: Asking;
const importsDir = () => join(dirname(site.filesDir), 'imports');
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  writer = await hand(site, '编辑甲', [
    { role: 'editor', channelId: NEWS },
    { role: 'channel-admin', channelId: '' },
  ]);
  ask = await askingAs(writer);
});
afterAll(() => site.end());

type Asking = Awaited<ReturnType<typeof askingAs>>;

/** Calls of the console by this person; bytes are sent as a file. */
async function askingAs(person: Hand) {
  const cookie = `console=${await beginSession(site.database.db, person.staffId, '10.0.0.1')}`;
  return async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const isFile = body instanceof Buffer;
    const answer = await site.app.inject({
      method,
      url: `/console/api/moving-in${path}`,
      headers: {
        host: 'localhost',
        origin: ORIGIN,
        cookie,
        ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { payload: isFile ? body : JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json; charset');
    const json = isJson
      ? (answer.json() as { code: string; msg: string; data: any })
      : { code: '', msg: '', data: null };
    return { status: answer.statusCode, headers: answer.headers, body: answer.body, raw: answer.rawPayload, ...json };
  };
}

const begun = async (upload: 'folder' | 'zip', by = ask) =>
  (await by('POST', '', { name: '旧网站', upload })).data.importId as string;

/** Waits until the work on an import has ended, and returns what it ended with. */
async function ended(id: string) {
  let job: { state: string; message: string } | undefined;
  await until(
    'work on the import',
    async () => (job = (await ask('GET', `/${id}`)).data.job) !== null && job!.state !== 'running',
    30_000,
  );
  return job!;
}

async function uploaded(files: Record<string, Buffer | string>): Promise<string> {
  const id = await begun('folder');
  for (const [path, content] of Object.entries(files)) {
    const { status, msg } = await ask(
      'POST',
      `/${id}/files?path=${encodeURIComponent(path)}`,
      Buffer.from(content as string),
    );
    expect([status, msg]).toEqual([200, '']);
  }
  await ask('POST', `/${id}/uploaded`, {});
  expect(await ended(id)).toMatchObject({ state: 'done' });
  return id;
}

async function formed(id: string, read: object, map: MovingInMap, root = '导出') {
  const { status, msg } = await ask('POST', `/${id}/form`, { root, read, map });
  expect([status, msg]).toEqual([200, '']);
}

const LIST = 'BT,LMMC,FBSJ,NRWJ,FJLJ,WZ';
const MAP: MovingInMap = {
  columns: { title: 'BT', channel: 'LMMC', date: 'FBSJ', html: 'NRWJ', attachments: 'FJLJ', address: 'WZ' },
  channels: { 要闻: '/news/company' },
  hosts: ['www.old.example'],
};

test('[MI11] [MI12] [MI13] a folder with a GB18030 list goes from upload to drafts, and its old addresses into the setting', async () => {
  const id = await uploaded({
    '导出/list.csv': gb18030(
      [
        LIST,
        '第一篇,要闻,2020年1月5日,html/1.html,files/公告.pdf,http://www.old.example/main/a.jsp?id=1',
        '第二篇,要闻,2020-13-05,<p>二</p>,,/main/a.jsp?id=2',
        '第三篇,没有的,2020-01-07,<p>三</p>,,/main/a.jsp?id=1',
      ].join('\r\n'),
    ),
    '导出/html/1.html': gb18030(
      '<p onclick="x()">正文<img src="../img/图.png"><a href="/main/a.jsp?id=2">二</a></p><script>1</script>',
    ),
    '导出/img/图.png': PNG,
    '导出/files/公告.pdf': PDF,
  });
  const view = (await ask('GET', `/${id}`)).data;
  expect(view).toMatchObject({
    root: '导出',
    folder: { files: 4, top: '导出', lists: [{ path: '导出/list.csv' }], pages: [{ folder: '导出/html', count: 1 }] },
  });

  await formed(id, { list: 'list.csv' }, {});
  const columns = (await ask('GET', `/${id}/columns`)).data;
  expect(columns).toMatchObject({ encoding: 'GB18030', rows: 3, hosts: ['www.old.example'] });
  expect(columns.columns.map(({ title, guess }: any) => [title, guess])).toEqual([
    ['BT', 'title'],
    ['LMMC', 'channel'],
    ['FBSJ', 'date'],
    ['NRWJ', 'html'],
    ['FJLJ', 'attachments'],
    ['WZ', 'address'],
  ]);
  expect(columns.columns[0].samples).toEqual(['第一篇', '第二篇', '第三篇']);
  expect(columns.channels).toEqual([
    { word: '要闻', count: 2, channelId: '' },
    { word: '没有的', count: 1, channelId: '' },
  ]);

  await formed(id, { list: 'list.csv' }, MAP);
  expect(JSON.parse((await ask('GET', `/${id}/map.json`)).body)).toEqual(MAP);
  const [first] = (await ask('GET', `/${id}/trial`)).data.articles;
  expect(first).toMatchObject({
    place: 'list.csv 第 2 行',
    title: '第一篇',
    channelId: NEWS,
    contentTime: '2020-01-05T00:00:00+08:00',
    losses: '去掉了脚本 1 处、脚本事件 1 处',
    attachments: [{ name: '公告.pdf', path: 'files/公告.pdf' }],
    links: 1,
    oldAddress: '/main/a.jsp?id=1',
  });
  const shown = /src="([^"]+)"/.exec(first.html)![1]!.replaceAll('&amp;', '&').replace('/console/api/moving-in', '');
  const picture = await ask('GET', shown);
  expect([picture.headers['content-type'], picture.raw.equals(PNG)]).toEqual(['image/png', true]);

  await ask('POST', `/${id}/job`, { work: 'check' });
  expect(await ended(id)).toMatchObject({ state: 'done', done: 3, of: 3 });
  expect((await ask('GET', `/${id}`)).data.check).toMatchObject({ articles: 3, errors: 3, isOld: false });
  const problems = (await ask('GET', `/${id}/problems?pageSize=10`)).data;
  expect(problems.list).toEqual([
    {
      kind: 'unreadable-date',
      file: 'list.csv',
      line: '第 3 行',
      message: '“2020-13-05”不是日期，应如 2020-01-31 或 2020-01-31 09:30',
    },
    {
      kind: 'unknown-channel',
      file: 'list.csv',
      line: '第 4 行',
      message: expect.stringContaining('没有“没有的”这个栏目'),
    },
    {
      kind: 'same-address',
      file: 'list.csv',
      line: '第 4 行',
      message: '旧地址 /main/a.jsp?id=1 与 list.csv 第 2 行相同',
    },
    { kind: 'lost-html', file: 'html/1.html', line: '', message: '去掉了脚本 1 处、脚本事件 1 处' },
  ]);
  expect((await ask('GET', `/${id}/problems.csv`)).body.split('\r\n')[1]).toMatch(
    /^错误,日期无法识别,list\.csv,第 3 行,/,
  );
  await ask('POST', `/${id}/job`, { work: 'save' });
  expect(await ended(id)).toMatchObject({ state: 'failed', message: expect.stringContaining('还有 3 处错误') });
  expect((await ask('GET', `/${id}`)).data.editions).toEqual([]);
});

test('[MI14] [MI15] wrong articles are left out by name and come again, or the list alone is given again, in the same import', async () => {
  const lines = ['第一篇,要闻,2020-01-05,<p>一</p>,,/c.jsp?id=1', '第二篇,要闻,坏,html/2.html,,/c.jsp?id=2'];
  const third = '第三篇,没有的,2020-01-07,<p><a href=/c.jsp?id=2>二</a></p>,,/c.jsp?id=1';
  const id = await uploaded({
    '导出/list.csv': [LIST, ...lines, third].join('\n'),
    '导出/html/2.html': '<p>二<img src="gone.png"></p>',
  });
  await formed(id, { list: 'list.csv' }, MAP);
  const checked = async () => {
    await ask('POST', `/${id}/job`, { work: 'check' });
    expect(await ended(id)).toMatchObject({ state: 'done' });
    return (await ask('GET', `/${id}`)).data.check;
  };
  const named = async (which: string) => (await ask('GET', `/${id}/articles?which=${which}`)).data;
  const first = await checked();
  expect(first).toMatchObject({ articles: 3, errors: 3, wrong: 2, left: 0 });
  expect((await named('wrong')).list).toEqual([
    {
      place: 'list.csv 第 3 行',
      title: '第二篇',
      channel: '要闻',
      date: '坏',
      address: '/c.jsp?id=2',
      reasons: '“坏”不是日期，应如 2020-01-31 或 2020-01-31 09:30',
    },
    expect.objectContaining({
      place: 'list.csv 第 4 行',
      reasons: expect.stringMatching(/没有“没有的”这个栏目.*；旧地址 \/c\.jsp\?id=1 与 list\.csv 第 2 行相同$/),
    }),
  ]);
  const leave = (body: object) => ask('POST', `/${id}/left-out`, body);
  expect((await leave({ checkedAt: '2020-01-01T00:00:00.000Z' })).msg).toContain('已重新检查过');
  expect((await leave({ checkedAt: first.at, place: 'list.csv 第 3 行' })).status).toBe(200);
  expect((await ask('GET', `/${id}`)).data.check.isOld).toBe(true);
  expect([(await named('wrong')).total, (await named('left')).total]).toEqual([1, 1]);
  expect((await leave({ checkedAt: first.at })).status).toBe(200);
  const csv = (await ask('GET', `/${id}/articles.csv?which=left`)).body.split('\r\n');
  expect([csv[0], csv.length]).toEqual(['\ufeff位置,标题,栏目,日期,旧地址,问题', 4]);
  expect(await checked()).toMatchObject({ articles: 1, errors: 0, wrong: 0, left: 2, kinds: [] });
  expect((await ask('GET', `/${id}/trial`)).data.total).toBe(1);
  await ask('POST', `/${id}/job`, { work: 'save' });
  expect(await ended(id)).toMatchObject({ state: 'done' });
  expect((await ask('GET', `/${id}`)).data.editions).toMatchObject([{ articles: 1 }]);

  expect((await ask('DELETE', `/${id}/left-out?place=${encodeURIComponent('list.csv 第 4 行')}`)).status).toBe(200);
  expect(await checked()).toMatchObject({ articles: 2, errors: 2, wrong: 1, left: 1 });

  const again = (name: string, text: string) =>
    ask('POST', `/${id}/list?name=${encodeURIComponent(name)}`, Buffer.from(text));
  for (const name of ['list.json', 'list.xlsx'])
    expect((await again(name, '[]')).msg).toBe('请选择 CSV 文件：原来的列表是“list.csv”');
  const mended = [
    LIST,
    lines[0]!,
    lines[1]!.replace('坏', '2020-01-06'),
    third.replace('没有的', '要闻').replace('id=1', 'id=3'),
  ];
  expect((await again('改正.csv', mended.join('\n'))).msg).toBe('');
  expect((await ask('GET', `/${id}`)).data).toMatchObject({ check: { isOld: true }, folder: { files: 2 } });
  expect((await named('left')).total).toBe(0);
  expect(await checked()).toMatchObject({ articles: 3, present: 1, errors: 0, left: 0 });
  await ask('POST', `/${id}/job`, { work: 'save' });
  expect(await ended(id)).toMatchObject({ state: 'done' });
  expect((await ask('GET', `/${id}`)).data.editions).toMatchObject([{ articles: 1 }, { articles: 2 }]);
  const acts = await site.database.db
    .selectFrom('audit')
    .select('act')
    .where('subject', '=', `moving-in:${id}`)
    .orderBy('no')
    .execute();
  expect(acts.map(({ act }) => act).filter((act) => /leave|take|list/.test(act))).toEqual([
    'moving-in.leave-out',
    'moving-in.leave-out',
    'moving-in.take-back',
    'moving-in.list',
  ]);
  await ask('DELETE', `/${id}`);
});

test('[MI9] [MI13] what is sound is saved once as a draft of whoever saves, and its publication proposes the old addresses', async () => {
  const id = await uploaded({
    'list.csv': `${LIST}\n第一篇,要闻,2020-01-05,<p>一</p>,公告.pdf,/main/b.jsp?id=1\n第二篇,要闻,2020-01-06,<p>二</p>,,/main/b.jsp?id=2\n`,
    '公告.pdf': PDF,
  });
  await formed(id, { list: 'list.csv' }, MAP, '');
  await ask('POST', `/${id}/job`, { work: 'save' });
  expect(await ended(id)).toMatchObject({ state: 'done', done: 2, of: 2 });
  const { editions, check } = (await ask('GET', `/${id}`)).data;
  expect(check).toMatchObject({ articles: 2, present: 2, isOld: false });
  expect(editions).toEqual([{ editionId: expect.any(Number), articles: 2, state: 'draft' }]);
  await ask('POST', `/${id}/job`, { work: 'save' });
  expect(await ended(id)).toMatchObject({ state: 'done' });
  expect((await ask('GET', `/${id}`)).data.editions).toEqual(editions);
  const version = await site.database.db
    .selectFrom('edition_version')
    .select(['staff_id', 'changes'])
    .where('edition_id', '=', editions[0].editionId)
    .executeTakeFirstOrThrow();
  expect(version.staff_id).toBe(writer.staffId);
  expect(version.changes).toMatchObject([{ document: { articleSet: { count: 2 } } }]);

  const edition = { editionId: editions[0].editionId as number, version: 1 };
  await submitEdition(publishContextOf(site), writer, edition);
  await approveEdition(site.database.db, await hand(site, '审核', [{ role: 'reviewer', channelId: '' }]), edition);
  await publishEdition(
    publishContextOf(site),
    await hand(site, '发布', [{ role: 'publisher', channelId: '' }]),
    edition,
  );
  const setting = await site.database.db
    .selectFrom('edition_version')
    .innerJoin('edition', 'edition.edition_id', 'edition_version.edition_id')
    .select('changes')
    .where('edition.title', 'like', '旧地址：%')
    .executeTakeFirstOrThrow();
  const [{ document }] = setting.changes as [{ document: OldAddresses }];
  expect(document.lines).toEqual(
    [1, 2].map((one) => expect.stringMatching(new RegExp(`^/main/b\\.jsp\\?id=${one} /news/company/detail/\\d+$`))),
  );
});

test('[MI11] a zip is unpacked as work that is told, saved pages are tried one by one, and what is no zip is told', async () => {
  const id = await begun('zip');
  const zip = await buildZip({
    'www/news/a.html': '<h1>甲</h1><i>发布 2020-01-05</i><div id="c"><p>一</p></div>',
    'www/news/b.html': '<h1>乙</h1><i>2020-01-06</i><p>没有正文的元素</p>',
  });
  expect((await ask('POST', `/${id}/zip`, zip)).status).toBe(200);
  expect(await ended(id)).toMatchObject({ state: 'done' });
  const map = { selectors: { title: 'h1', date: 'i', body: '#c' }, folders: { news: '/news/company' } };
  await formed(id, { pages: '*.html' }, map, 'www');
  const tried = async (file: string) =>
    (await ask('GET', `/${id}/trial?file=${encodeURIComponent(file)}`)).data.articles[0];
  expect(await tried('news/a.html')).toMatchObject({ title: '甲', html: '<p>一</p>', problems: [] });
  expect((await tried('news/b.html')).problems).toEqual([
    { kind: 'unreadable-html', message: '正文的选择器“#c”没有找到内容' },
  ]);
  await formed(id, { pages: '*.html' }, { selectors: { title: 'h1[', date: 'i', body: '#c' }, folders: {} }, 'www');
  expect(await ask('GET', `/${id}/trial`)).toMatchObject({
    status: 422,
    msg: expect.stringContaining('“h1[”不是正确的 CSS 选择器'),
  });
  const bad = await begun('zip');
  await ask('POST', `/${bad}/zip`, Buffer.from('Rar!'));
  expect(await ended(bad)).toMatchObject({ state: 'failed', message: expect.stringContaining('不是 zip 压缩包') });
});

test('[MI11] an import is its owner’s: others see that it is there, and nobody writes outside of it or where they may not', async () => {
  const id = await uploaded({ 'list.csv': `${LIST}\n甲,要闻,2020-01-05,<p>一</p>,,\n` });
  const other = await askingAs(await hand(site, '编辑乙', [{ role: 'editor', channelId: SECTION }]));
  const line = (await other('GET', '')).data.find((one: any) => one.importId === id);
  expect(line).toMatchObject({ by: '编辑甲', isOwn: false });
  for (const path of ['', '/files', '/map.json', '/problems'])
    expect([path, (await other('GET', `/${id}${path}`)).status]).toEqual([path, 403]);
  expect((await other('DELETE', `/${id}`)).status).toBe(403);
  expect((await ask('GET', '/..%2f..%2fx')).status).toBe(404);
  const open = await begun('folder');
  for (const path of ['../x.html', '/etc/x', 'a/../../x', 'C:/x', 'a//b'])
    expect([path, (await ask('POST', `/${open}/files?path=${encodeURIComponent(path)}`, PDF)).code]).toEqual([
      path,
      '2041',
    ]);
  expect((await ask('GET', `/${id}/file?path=${encodeURIComponent('../import.json')}`)).status).toBe(404);

  const own = await begun('folder', other);
  await other('POST', `/${own}/files?path=list.csv`, Buffer.from(`${LIST}\n甲,要闻,2020-01-05,<p>一</p>,,\n`));
  await other('POST', `/${own}/uploaded`, {});
  const job = async () => (await other('GET', `/${own}`)).data.job;
  await until('unpacked', async () => (await job()).state === 'done', 30_000);
  await other('POST', `/${own}/form`, { root: '', read: { list: 'list.csv' }, map: MAP });
  await other('POST', `/${own}/job`, { work: 'save' });
  await until('saved', async () => (await job()).state !== 'running', 30_000);
  expect(await job()).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('您不能在这些栏目撰写内容：公司新闻'),
  });
  expect((await other('DELETE', `/${own}`)).status).toBe(200);
  expect(existsSync(join(importsDir(), own))).toBe(false);
});

test('[MI13] what is large is worked on in a thread of its own, one work at a time, which can be cancelled and begun again', async () => {
  const id = await uploaded({
    'list.csv': `${LIST}\n甲,要闻,2020-01-05,<p>一</p>,,\n`,
    'pad.txt': Buffer.alloc(600 * 1024, 'x'),
  });
  await formed(id, { list: 'list.csv' }, MAP, '');
  expect((await ask('GET', `/${id}/columns`)).data.rows).toBe(1);
  await ask('POST', `/${id}/job`, { work: 'check' });
  expect((await ask('POST', `/${id}/job`, { work: 'check' })).code).toBe('2080');
  expect((await ask('POST', `/${id}/form`, { read: null, map: {} })).code).toBe('2080');
  expect((await ask('DELETE', `/${id}/job`)).status).toBe(200);
  expect((await ask('GET', `/${id}`)).data).toMatchObject({ job: { work: 'check', state: 'cancelled' }, check: null });
  await ask('POST', `/${id}/job`, { work: 'check' });
  expect(await ended(id)).toMatchObject({ state: 'done', done: 1, of: 1 });
  expect((await ask('GET', `/${id}`)).data.check).toMatchObject({ articles: 1, errors: 0 });
});

test('[MI11] imports of which nothing was changed for a month go', async () => {
  expect(readdirSync(importsDir()).length).toBeGreaterThan(0);
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  expect(await removeOldImports(importsDir(), days(29))).toBe(0);
  await removeOldImports(importsDir(), days(31));
  const left = (await ask('GET', '')).data;
  expect(left.map(({ stage, files }: any) => [stage, files])).toEqual([['saved', 0]]);
  expect((await ask('GET', `/${left[0].importId}`)).data.editions).toMatchObject([{ articles: 2, state: 'published' }]);
  expect(await removeOldImports(importsDir(), days(366))).toBe(1);
  expect(readdirSync(importsDir())).toEqual([]);
});
