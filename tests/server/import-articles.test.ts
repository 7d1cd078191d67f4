import { buildDocx } from '../world/office-files.ts';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { oldAddressesSetting } from '#page/settings/old-addresses.ts';
import { LOCKS } from '#server/db/locks.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { runCommand, startCommand } from '../world/command.ts';
import { hand, publishContextOf, type Hand } from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';
import { temporaryFolder } from '../world/stores.ts';

vi.setConfig({ testTimeout: 60_000 });

const outer = temporaryFolder();
const folder = join(outer.path, 'export');
const program = join(import.meta.dirname, '../../src/features/moving-in/cli/import-articles.ts');
let site: TestSite;
let writer: Hand;
beforeAll(async () => {
  site = await startSite();
  writer = await hand(site, '编辑甲', [{ role: 'editor', channelId: '' }]);
});
afterAll(async () => {
  await site.end();
  outer.remove();
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

const put = (name: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
};
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** a picture of its own content */
const picture = (mark: number): Buffer => Buffer.concat([PNG, Buffer.from([mark])]);
/** 中文 in GB18030 */
const GB = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);

const settings = () => ({ DATA_DIR: dirname(site.filesDir), DATABASE_URL: site.database.url });
const command = (...args: string[]) => runCommand(program, [folder, ...args], settings());

const start = (...args: string[]) => startCommand(program, [folder, ...args], settings());
const saved = (...args: string[]) => command(...args, '--save', '--by', writer.account);

/** Editions by the writer, each with its articles. */
async function editions(): Promise<{ id: number; state: string; articles: ArticleDocument[] }[]> {
  const { rows } = await site.database.pool.query<{
    id: number;
    state: string;
    changes: { document: ArticleDocument }[];
  }>(
    `select e.edition_id as id, e.state, (select json_agg(said order by at)
        from article_set, unnest(articles) with ordinality as member (article_hash, at) join set_article using (article_hash)
        where article_set_hash = v.changes -> 0 -> 'document' -> 'articleSet' ->> 'hash') as changes
      from edition e join edition_version v using (edition_id)
      where v.version = 1 and v.staff_id = $1 and v.changes -> 0 ->> 'kind' = 'article-import' order by 1`,
    [writer.staffId],
  );
  return rows.map(({ id, state, changes }) => ({
    id: Number(id),
    state,
    articles: changes.map((one) => one.document),
  }));
}

const storedFiles = async () =>
  (await site.database.pool.query<{ count: number }>('select count(*)::int as count from file')).rows[0]!.count;

const TITLES = '标题,栏目,发布时间,正文,附件,旧地址';

test('[MI1] [MI2] [MI3] a list with HTML in GB18030 is checked without being saved, and --try shows what articles become', async () => {
  put('a.html', Buffer.concat([Buffer.from('<p>'), GB, Buffer.from('</p><script>alert(1)</script>')]));
  put('list.csv', `${TITLES}\n公司要闻,公司新闻,2020年1月5日 9:30,a.html,,/main/a.jsp?id=1\n`);
  const tried = await start('--list', 'list.csv', '--try', '10');
  expect([tried.code, tried.err]).toEqual([0, '']);
  expect(tried.out).toBe(
    `list.csv:2: 公司要闻
  channel 00010002000100020001, 2020-01-05T09:30:00+08:00, 2 characters
  old address /main/a.jsp?id=1
  cleaning takes scripts (1)
Warning: 1 texts of which cleaning takes or changes something
  a.html: cleaning takes scripts (1)
Tried only: nothing was saved.
`,
  );
  const dry = await command('--list', 'list.csv');
  expect(dry.code).toBe(0);
  expect(dry.out).toContain(
    'Read: list.csv in UTF-8, HTML files in GB18030.\nArticles: 1, of which 0 are in editions already; files: 0; links between articles: 0; cleaning takes scripts (1).\n',
  );
  expect(dry.out).toContain('Nothing was saved: this was a check.');
  expect([await editions(), existsSync(join(folder, '.import-articles.json'))]).toEqual([[], false]);
});

test('[AC3] [MI2] what nobody sees in an attached Word file is told', async () => {
  const run = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>底价</w:t></w:r>';
  put('价目.docx', await buildDocx(`<w:p><w:r><w:t>甲</w:t></w:r>${run}</w:p>`));
  put('list.csv', `${TITLES}\n价目,公司新闻,2020-01-05,<p>正文</p>,价目.docx,\n`);
  const { code, out } = await command('--list', 'list.csv');
  expect(code).toBe(0);
  expect(out).toContain(
    'list.csv:2: 价目.docx: preview and search leave out what a download still holds: hidden texts (1: "底价")\n',
  );
});

test('[MI2] every problem is told with its line, and where there is an error nothing is saved', async () => {
  put('a.html', '<p>正文</p><img src="gone.png"><a href="/other.html">别处</a>');
  put('program.swf', 'x');
  put('false.pdf', 'no pdf');
  put(
    'list.csv',
    [
      TITLES,
      '甲,公司新闻,2020-01-05,gone.html,,www.old.example/a',
      '乙,公司新文,2020-13-05,a.html,program.swf;false.pdf;none.pdf,/b?x=1&y=2',
      '"",/news/company,2020-01-05,"<p>一\n二</p>",,/b?y=2&x=1',
    ].join('\n'),
  );
  const { code, out, err } = await saved('--list', 'list.csv');
  expect([code, err]).toEqual([1, '9 errors: nothing was saved.\n']);
  expect(out).toContain(
    `Error: 1 articles without a title
  list.csv:4: it has no title
Error: 1 dates that cannot be read
  list.csv:3: "2020-13-05" is no date; it should be like 2020-01-31 or 2020-01-31 09:30
Error: 1 channels that articles cannot be in
  list.csv:3: there is no channel "公司新文". Did you mean 00010002000100020001 (公司新闻, /news/company)?
Error: 2 files that are named and not there
  list.csv:2: there is no HTML file "gone.html" in the folder; HTML itself has a tag
  list.csv:3: there is no file "none.pdf" in the folder
`,
  );
  expect(out).toMatch(/Error: 2 attachments that are not accepted\n {2}list\.csv:3: program\.swf: “不接受 \.swf 文件/);
  expect(out).toContain(
    'list.csv:2: "www.old.example/a" should be like /main/a.jsp?id=1 or https://www.example.com/a.html\n',
  );
  expect(out).toContain(
    'list.csv:4: its old address /b?y=2&x=1 is that of list.csv:3, too\nWarning: 1 pictures that are lost\n  a.html: picture gone.png: it is not in the folder\nWarning: 1 links',
  );
  expect(await editions()).toEqual([]);
});

test('[MI2] an empty folder, an unknown map and a list without the columns it needs are told in one sentence', async () => {
  expect(await command('--list', 'list.csv')).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^--list list\.csv: there is no such file in .*export\.\n$/),
  });
  put(
    'map.json',
    '{ "selectors": { "title": "h1", "date": "time", "body": "article" }, "folders": { "": "公司新闻" } }',
  );
  expect((await command('--pages', '*.html', '--map', 'map.json')).err).toMatch(
    /^No file in .* is called \*\.html\.\n$/,
  );
  put('list.csv', '标题,日期\n甲,2020-01-05\n');
  expect((await command('--list', 'list.csv')).err).toBe(
    'No column is known for "channel", "html"; list.csv has "标题", "日期". Name it in "columns" of the map.\n',
  );
  put('wrong.json', '{ "columns": { "titel": "标题" } }');
  expect((await command('--list', 'list.csv', '--map', 'wrong.json')).err).toMatch(
    /^wrong\.json#\/columns\/titel: unknown-field: .* Did you mean "title"\?\n$/,
  );
  put('list.csv', `${TITLES}\n`);
  expect((await command('--list', 'list.csv')).err).toBe('list.csv has no articles: no line below its titles.\n');
});

test('[MI5] drafts are by somebody who may write them', async () => {
  put('list.json', JSON.stringify([{ title: '甲', channel: '/news/company', date: '2020-01-05', html: '<p>一</p>' }]));
  const elsewhere = await hand(site, '编辑乙', [{ role: 'editor', channelId: '000100020001000200079999' }]);
  const { code, err } = await command('--list', 'list.json', '--save', '--by', elsewhere.account);
  expect(code).toBe(2);
  expect(err).toContain(`The account ${elsewhere.account} lacks for 00010002000100020001 (公司新闻): 撰写内容.`);
  expect((await command('--list', 'list.json', '--save', '--by', 'nobody')).err).toMatch(
    /^Nobody has the account "nobody"/,
  );
  const gone = await hand(site, '编辑丙', [{ role: 'editor', channelId: '' }]);
  await site.database.owner.query(`update staff set state = 'suspended' where staff_id = $1`, [gone.staffId]);
  expect((await command('--list', 'list.json', '--save', '--by', gone.account)).err).toBe(
    `The account ${gone.account} is suspended.\n`,
  );
  put('.import-articles.json', '{ "editions": [{}] }');
  expect((await saved('--list', 'list.json')).err).toMatch(
    /^\.import-articles\.json is not as this command wrote it\. Bring it back; /,
  );
  expect(await editions()).toEqual([]);
});

/** Two saved pages that name each other, with pictures and a file. */
function putPages(): void {
  const page = (title: string, body: string) =>
    `<html><head><title>x</title></head><body><h1>${title}</h1><p class="info">发布时间：2020-03-0${title === '第一' ? 1 : 2} 来源：网站</p><div id="content">${body}</div><ul class="files"><li><a href="/upload/r1.csv">年度报告</a></li></ul></body></html>`;
  put('news/2020/1.html', page('第一', '<p>见<a href="2.html">另一篇</a></p><p><img src="../img/p.png" alt="图"></p>'));
  put(
    'news/2020/2.html',
    page(
      '第二',
      '<p>见<a href="http://www.old.example/news/2020/1.html#top">上一篇</a></p><p><img src="/news/img/p.png"><a href="https://elsewhere.example/x">外</a></p>',
    ),
  );
  put('news/img/p.png', picture(1));
  put('upload/r1.csv', '甲,乙\n1,2\n');
  put(
    'map.json',
    JSON.stringify({
      hosts: ['www.old.example'],
      selectors: { title: 'h1', date: '.info', body: '#content', attachments: '.files a' },
      folders: { news: '/news/company' },
    }),
  );
}
const PAGES = ['--pages', '*.html', '--map', 'map.json'];

test('[MI1] [MI4] [MI5] [MI6] saved pages become one draft with stored files; repeated, nothing is made twice; published, old addresses lead to them', async () => {
  putPages();
  const before = await storedFiles();
  const first = await saved(...PAGES);
  expect([first.code, first.err]).toEqual([0, '']);
  const [edition, ...more] = await editions();
  expect([edition!.state, more, (await storedFiles()) - before]).toEqual(['draft', [], 2]);
  expect(first.out).toContain(`Edition ${edition!.id}: a draft of 2 articles by ${writer.account}.`);
  const [one, two] = edition!.articles;
  expect(one).toMatchObject({
    title: '第一',
    contentTime: '2020-03-01T00:00:00+08:00',
    channelId: '00010002000100020001',
  });
  expect(one!.attachments).toEqual([
    { filename: '年度报告.csv', filepath: expect.stringMatching(/^\d{4}\/\d\d\/[0-9a-f]{64}\.csv$/) },
  ]);
  expect(one!.content).toMatch(
    /^<p>见<a href="\/news\/2020\/2\.html">另一篇<\/a><\/p><p><img src="\/static-file\/20\d\d\/\d\d\/[0-9a-f]{64}\.png" alt="图" \/><\/p>$/,
  );
  expect(two!.content).toContain('<a href="/news/2020/1.html">上一篇</a>');
  expect(two!.content).toContain('<a href="https://elsewhere.example/x">外</a>');

  // the state after an interruption between the edition and the file that remembers it
  rmSync(join(folder, '.import-articles.json'));
  expect((await saved(...PAGES)).out).toContain(`Edition ${edition!.id} has these 2 articles already.`);
  put('news/2020/3.html', readFileSync(join(folder, 'news/2020/1.html'), 'utf8').replace('第一', '第三'));
  put('news/2020/2.html', readFileSync(join(folder, 'news/2020/2.html'), 'utf8').replace('上一篇', '前一篇'));
  const again = await saved(...PAGES);
  expect(again.out).toContain('Articles: 3, of which 2 are in editions already');
  expect(again.out).toContain(`news/2020/2.html: change it in the console; edition ${edition!.id} has it as it was`);
  expect((await editions()).map(({ articles }) => articles.map(({ title }) => title))).toEqual([
    ['第一', '第二'],
    ['第三'],
  ]);

  const reviewer = await hand(site, '审核丙', [{ role: 'reviewer', channelId: '' }]);
  const id = { editionId: edition!.id, version: 1 };
  await submitEdition(publishContextOf(site), writer, id);
  await approveEdition(site.database.db, reviewer, id);
  await publishEdition(publishContextOf(site), reviewer, id);
  const { rows } = await site.database.pool.query<{ changes: { document: { lines: string[] } }[] }>(
    `select changes from edition_version where changes -> 0 ->> 'id' = $1`,
    [oldAddressesSetting.name],
  );
  const { lines } = rows[0]!.changes[0]!.document;
  expect(lines).toEqual([
    expect.stringMatching(/^\/news\/2020\/1\.html \/news\/company\/detail\/\d+$/),
    expect.stringMatching(/^\/news\/2020\/2\.html \/news\/company\/detail\/\d+$/),
  ]);
  await site.publish('旧地址', [{ kind: 'setting', id: oldAddressesSetting.name, document: { hosts: [], lines } }]);
  const old = await site.get('/news/2020/1.html');
  expect(old.status).toBe(301);
  const shown = await site.get(String(old.headers.location));
  expect([shown.status, shown.html.includes('另一篇')]).toEqual([200, true]);
});

test('[MI7] more than a draft may hold is one edition; an import that was cut off goes on, and a discarded one is made anew', async () => {
  const own = await hand(site, '编辑丁', [{ role: 'editor', channelId: '' }]);
  const row = (at: number) => ({
    title: `第${at}篇`,
    channel: '公司新闻',
    date: '2020-01-05',
    html: '<p>一</p>',
    url: `/n/${at}`,
    files: at % 100 === 0 ? `f${at}.csv` : '',
  });
  for (const at of [100, 200]) put(`f${at}.csv`, `甲\n${at}\n`);
  put('list.json', JSON.stringify(Array.from({ length: 201 }, (_, at) => row(at + 1))));
  const args = ['--list', 'list.json', '--save', '--by', own.account];
  const first = await command(...args);
  expect(first.out).toContain('Editions to make: 1.');
  const made = () =>
    site.database.pool
      .query<{ title: string; id: number }>(
        `select e.title, e.edition_id as id from edition e join edition_version v using (edition_id)
          where v.staff_id = $1 and state <> 'discarded' order by 2`,
        [own.staffId],
      )
      .then(({ rows }) => rows);
  const [edition] = await made();
  expect(edition!.title).toBe('迁入文章（第 1 至 201 篇，共 201 篇）');
  expect((await command(...args)).out).toContain('Editions to make: 0');
  await site.database.owner.query(`update edition set state = 'discarded' where edition_id = $1`, [edition!.id]);
  const uploads = async () =>
    Number(
      (
        await site.database.pool.query<{ count: string }>(
          `select count(*) from audit where act = 'file.upload' and staff_id = $1`,
          [own.staffId],
        )
      ).rows[0]!.count,
    );
  expect(await uploads()).toBe(2);
  // a line that was cut off, and a file that became another since
  const journal = join(folder, '.import-articles.files.jsonl');
  writeFileSync(journal, readFileSync(journal, 'utf8').split('\n')[0] + '\n["f200.csv",1');
  const again = await command(...args);
  expect(again.out).toContain('Editions to make: 1.');
  expect(await made()).toHaveLength(1);
  expect(await uploads()).toBe(3);
});

test('[MI5] while articles are imported into a store, nobody else imports there', async () => {
  putPages();
  const other = await site.database.connect();
  await other.query('select pg_advisory_lock($1)', [LOCKS.movingIn]);
  const before = (await editions()).length;
  expect(await saved(...PAGES)).toEqual({
    code: 2,
    out: '',
    err: 'Articles are being imported into this store already. Wait until that has ended.\n',
  });
  await other.end();
  expect((await editions()).length).toBe(before);
});

test('[MI2] an article whose title and summary are damaged is counted once, and its text is not told as empty', async () => {
  put(
    'articles.csv',
    '标题,栏目,发布时间,正文,摘要\n控制\u001d字,/news/company,2026-01-05 10:00,<p>正文一二三</p>,摘\ufffd要\n',
  );
  const checked = await command('--list', 'articles.csv');
  expect(checked.out).toContain('Error: 1 articles that could not be published');
  expect(checked.out).not.toContain('nothing of its text is left');
  expect((await command('--list', 'articles.csv', '--try', '1')).out).toContain(', 5 characters');
});
