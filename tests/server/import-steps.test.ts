import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { storeArticles, storeArticleSet } from '#kinds/article-import/server/article-sets.ts';
import { articleImport, type SetArticle } from '#kinds/article-import/index.ts';
import type { Change } from '#kinds/index.ts';
import { oldAddressesSetting } from '#page/settings/old-addresses.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { removeUnnamed } from '#server/editions/cleaning/remove-unnamed.ts';
import { getDraft, getEdition } from '#server/editions/edition-row.ts';
import { endImport, resumeImport } from '#server/editions/draft/halted-import.ts';
import { continueImports } from '#server/editions/publish/publish-import.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish/publish-edition.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { newsOf } from '#features/alerts/server/news.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import type { FolderFiles } from '#features/moving-in/server/folder-files.ts';
import { readState, writeState } from '#features/moving-in/server/state.ts';
import { sealRecord } from '#server/record/seal.ts';
import { verifyEditions } from '#server/record/verify-editions.ts';
import { verifySeals } from '#server/record/verify-seals.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { storeFile } from '#server/files/store.ts';
import { listPublications } from '#server/people/staff/publications.ts';
import {
  approvedBy,
  codeOf,
  consoleOf,
  draftBy,
  hand,
  publishContextOf,
  saveBy,
  type Hand,
} from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';
import { temporaryFolder } from '../world/stores.ts';

vi.setConfig({ testTimeout: 60_000 });

const ORIGIN = 'http://localhost';
let site: TestSite;
let [writer, reviewer, publisher]: Hand[] = [];
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  [writer, reviewer, publisher] = [
    await hand(site, '撰写甲', [{ role: 'editor', channelId: '' }]),
    await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]),
    await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]),
  ];
});
afterAll(() => site.end());

const db = () => site.database.db;
const NEWS = '00010002000100020001';
const OTHER = '00010002000100020002';
/** articles of a step; it is a thousand otherwise */
const STEP = 20;
/** articles of two steps and a part of a third */
const COUNT = 45;

const context = () => ({ ...publishContextOf(site), stepSize: STEP });

/** Articles of which each leads to the one at the other end. */
const many = (count: number, mark: string): SetArticle[] =>
  Array.from({ length: count }, (_, at) => ({
    document: {
      channelId: NEWS,
      title: `迁入${mark} ${at + 1}`,
      content: `<p>第 ${at + 1} 篇，<a href="/${encodeURI(mark)}/${count - at - 1}.html?a=1&amp;b=2#end">另一篇</a></p>`,
      contentTime: '2020-01-05T09:30:00+08:00',
    },
    oldAddress: `/${mark}/${at + 1}.html?b=2&a=1`,
  }));

const withTopic = ({ document, ...more }: SetArticle): SetArticle => ({
  ...more,
  document: { ...document, topic: 'macro' },
});

const published = async (changes: Change[]): Promise<{ no: number }> =>
  publishEdition(publishContextOf(site), publisher!, await approvedBy(site, writer!, reviewer!, changes));

async function importOf(name: string, articles: readonly SetArticle[]): Promise<Change> {
  const articleSet = await storeArticleSet(db(), await storeArticles(db(), articles));
  return { kind: articleImport.name, id: name, document: { title: '旧网站', articleSet } };
}

const stateOf = async (editionId: number) => {
  const { state, published_in } = await getEdition(db(), editionId);
  const steps = await db()
    .selectFrom('edition_step')
    .select(['act', 'note'])
    .where('edition_id', '=', editionId)
    .orderBy('step_id')
    .execute();
  return { state, published: published_in !== null, steps: steps.map(({ act }) => act), last: steps.at(-1)!.note };
};
const publicArticles = async (title: string) =>
  await db()
    .selectFrom('article')
    .select(['article_id', 'content', 'title'])
    .where('public_to', 'is', null)
    .where('title', 'like', `${title}%`)
    .orderBy('article_id')
    .execute();

test('[ED7] [ED8] [MI8] [MI9] an import is one edition with one approval, published in steps of a thousand, whose links lead to new addresses and whose old ones are proposed', async () => {
  const change = await importOf('old-site', many(COUNT, 'old'));
  const draft = await draftBy(site, writer!, [change], '迁入');
  expect(await checkEdition(context(), await getDraft(db(), draft.editionId, 1))).toEqual([]);
  const { rows: size } = await sql<{
    bytes: number;
  }>`select pg_column_size(changes) as bytes from edition_version where edition_id = ${draft.editionId}`.execute(db());
  expect(size[0]!.bytes).toBeLessThan(1_000);
  await discardEdition(db(), writer!, draft);

  const edition = await approvedBy(site, writer!, reviewer!, [change], '迁入');
  expect(await codeOf(emergencyPublish(context(), publisher!, { ...edition, note: '交易系统故障，须立即告知' }))).toBe(
    '2022',
  );
  const first = await publishEdition(context(), publisher!, edition);
  expect(await stateOf(edition.editionId)).toMatchObject({
    state: 'publishing',
    published: false,
    last: `第 ${first.no} 号发布，20 / 45 篇`,
  });
  expect(await publicArticles('迁入old')).toHaveLength(STEP);
  for (const act of [
    () => saveBy(site, writer!, edition, [change], { title: '另一个' }),
    () => publishEdition(context(), publisher!, edition),
    () => discardEdition(db(), writer!, edition),
    () => resumeImport(db(), publisher!, edition),
  ])
    expect(await codeOf(act())).toBe('2022');

  // in between somebody else publishes
  const { no } = await published([{ kind: 'setting', id: 'steps', document: 1 }]);
  expect(no).toBe(first.no + 1);

  await sealRecord(db());
  expect(await continueImports(context())).toBe(1);
  expect(await stateOf(edition.editionId)).toMatchObject({
    state: 'publishing',
    last: `第 ${no + 1} 号发布，40 / 45 篇`,
  });
  expect(await continueImports(context())).toBe(1);
  expect(await continueImports(context())).toBe(0);
  const done = await stateOf(edition.editionId);
  expect(done).toMatchObject({ state: 'published', published: true });
  expect(done.steps).toEqual(['created', 'submitted', 'approved', 'part-published', 'part-published', 'published']);

  const articles = await publicArticles('迁入old');
  expect(articles).toHaveLength(COUNT);
  const numbers = articles.map(({ article_id }) => article_id);
  expect(articles[0]!.content).toContain(`href="/swhysc/news/company/detail/${numbers[COUNT - 2]}#end"`);
  expect(articles[COUNT - 1]!.content).toContain('href="/old/0.html?a=1&amp;b=2#end"');

  // moved in, and no news
  const news = { kind: 'channel', channelId: NEWS, name: '公司新闻' } as never;
  expect(await newsOf(db(), await site.deps.siteAt('now'), '', news, { after: 0, upTo: first.no })).not.toEqual([]);
  expect(await newsOf(db(), await site.deps.siteAt('now'), '', news, { after: first.no - 1, upTo: no + 5 })).toEqual(
    [],
  );

  const [, proposed] = /第 (\d+) 号稿件/.exec(done.last)!;
  const { changes } = await getDraft(db(), Number(proposed), 1);
  expect(changes).toMatchObject([{ kind: 'setting', id: oldAddressesSetting.name }]);
  const { lines } = changes[0]!.document as { lines: string[] };
  expect([lines.length, lines[0]]).toEqual([COUNT, `/old/1.html?b=2&a=1 /news/company/detail/${numbers[0]}`]);
  expect(await stateOf(Number(proposed))).toMatchObject({ state: 'draft' });
  expect(await checkEdition(context(), { title: '旧地址', changes })).toEqual([]);

  const { list } = await listPublications(db(), { words: '迁入', reach: null, pageNum: 1, pageSize: 10 });
  expect(list.map(({ title, editionId, publishedBy }) => [title, editionId, publishedBy])).toEqual([
    ['迁入（第 41 至 45 篇，共 45 篇）', edition.editionId, '发布丙'],
    ['迁入（第 21 至 40 篇，共 45 篇）', edition.editionId, '发布丙'],
    ['迁入（第 1 至 20 篇，共 45 篇）', edition.editionId, '发布丙'],
  ]);
  expect(await verifyEditions(db())).toEqual([]);
  expect(await verifyLog(db())).toEqual([]);
  expect((await verifySeals(db())).problems).toEqual([]);
});

test('[ED8] a step that fails says why in its edition, what was published stays, and somebody lets it go on; two servers publish a step once', async () => {
  const topics = (list: { code: string; name: string }[]): Promise<unknown> =>
    published([{ kind: 'setting', id: 'research.topics', document: list }]);
  await topics([{ code: 'macro', name: '宏观' }]);
  const articles = many(30, '二').map((one, at) => (at === 25 ? withTopic(one) : one));
  const edition = await approvedBy(site, writer!, reviewer!, [await importOf('second', articles)], '迁入二');
  await publishEdition(context(), publisher!, edition);
  await topics([]);
  const why = '文章“迁入二 26”：主题“macro”不在设置 research.topics 中';
  expect(await continueImports(context())).toBe(0);
  expect(await stateOf(edition.editionId)).toMatchObject({ state: 'publishing', last: why });
  expect((await findEdition(db(), edition.editionId, publisher!.staffId)).progress).toEqual({
    done: STEP,
    total: 30,
    halted: why,
  });
  expect(await publicArticles('迁入二')).toHaveLength(STEP);
  // the import waits, and is not tried again
  expect(await continueImports(context())).toBe(0);
  await topics([{ code: 'macro', name: '宏观' }]);
  await resumeImport(db(), publisher!, edition);
  const done = await Promise.all([continueImports(context()), continueImports(context())]);
  expect(done.toSorted()).toEqual([0, 1]);
  expect((await stateOf(edition.editionId)).steps.slice(-4)).toEqual([
    'part-published',
    'halted',
    'resumed',
    'published',
  ]);
  expect(await publicArticles('迁入二')).toHaveLength(30);
  expect(await verifyEditions(db())).toEqual([]);
});

test('[ED8] [MI5] [MI9] an import whose step failed is ended: old addresses are proposed of what is public, and the rest comes anew from its folder', async () => {
  const topics = (list: { code: string; name: string }[]): Promise<unknown> =>
    published([{ kind: 'setting', id: 'research.topics', document: list }]);
  await topics([{ code: 'macro', name: '宏观' }]);
  const articles = many(30, '七').map((one, at) => (at === 25 ? withTopic(one) : one));
  const edition = await approvedBy(site, writer!, reviewer!, [await importOf('seventh', articles)], '迁入七');
  const { no } = await publishEdition(context(), publisher!, edition);
  // while it goes on by itself nobody ends it
  expect(await codeOf(endImport(db(), publisher!, edition))).toBe('2022');
  await topics([]);
  expect(await continueImports(context())).toBe(0);
  await endImport(db(), publisher!, edition);
  const { published_in, content_hash } = await getEdition(db(), edition.editionId);
  const { state, last } = await stateOf(edition.editionId);
  expect([state, published_in, last]).toEqual([
    'published',
    no,
    expect.stringMatching(/^就此结束：发布到第 20 篇，其余 10 篇没有发布；旧地址 20 条已列入第 \d+ 号稿件/),
  ]);
  expect(await continueImports(context())).toBe(0);
  expect(await publicArticles('迁入七')).toHaveLength(STEP);
  expect(await verifyEditions(db())).toEqual([]);
  const folder = temporaryFolder();
  const files = { pathOf: (path: string) => `${folder.path}/${path}` } as FolderFiles;
  const saved = articles.map((_, at) => ({ key: String(at), digest: '' }));
  writeState(files, { editions: [{ editionId: edition.editionId, hash: content_hash, articles: saved }] });
  expect((await readState(files, db())).editions[0]!.articles).toEqual(saved.slice(0, STEP));
  folder.remove();
});

test('[ED7] what is wrong with any article is told with its place before it is submitted, and a set that was tampered with is not published', async () => {
  const articles = many(30, '三');
  articles[0]!.document.title = ' ';
  articles[27]!.document.channelId = '9';
  const change = await importOf('third', articles);
  const draft = await draftBy(site, writer!, [change], '迁入三');
  const problems = await checkEdition(context(), await getDraft(db(), draft.editionId, 1));
  expect(problems).toEqual([
    { change: 0, message: '第 1 篇，文章“”：标题不能为空' },
    { change: 0, message: expect.stringContaining('第 28 篇，文章“迁入三 28”：栏目 9 不存在') },
  ]);
  expect(await codeOf(submitEdition(context(), writer!, draft))).toBe('2024');

  const good = await approvedBy(site, writer!, reviewer!, [await importOf('fourth', many(3, '四'))], '迁入四');
  await sql`alter table set_article disable trigger user`.execute(site.database.ownerDb);
  await sql`update set_article set said = replace(said::text, '第 3 篇', '另一篇')::json where said::text like '%迁入四 3%'`.execute(
    site.database.ownerDb,
  );
  await sql`alter table set_article enable trigger user`.execute(site.database.ownerDb);
  expect(await codeOf(publishEdition(context(), publisher!, good))).toBe('2022');
  expect(await stateOf(good.editionId)).toMatchObject({ state: 'approved' });
  expect(await publicArticles('迁入四')).toEqual([]);
});

test('[ED7] who may not write in all channels of an import may not draft it; its articles are read page by page, and their files by who may read it', async () => {
  const { filepath } = await storeFile(
    { db: db(), dir: site.filesDir },
    { bytes: Buffer.from('只在迁入的文章里'), extension: 'txt' },
  );
  const articles = many(25, '五');
  articles[20]!.document.attachments = [{ filename: '说明.txt', filepath }];
  const change = await importOf('fifth', articles);
  const [ask, other] = [
    await consoleOf(site, writer!, ORIGIN),
    await consoleOf(site, await hand(site, '他人', [{ role: 'editor', channelId: OTHER }]), ORIGIN),
  ];
  expect(await other('POST', '/editions', { title: '迁入五', changes: [change] })).toMatchObject({ status: 403 });
  const { data } = await ask('POST', '/editions', { title: '迁入五', changes: [change] });
  const page = `/editions/${data.editionId}/articles`;
  const list = await ask('GET', `${page}?pageNum=2&pageSize=20`);
  expect([list.data.total, list.data.list.length, list.data.list[0]]).toEqual([
    25,
    5,
    {
      title: '迁入五 21',
      channelId: NEWS,
      contentTime: '2020-01-05T09:30:00+08:00',
      oldAddress: '/五/21.html?b=2&a=1',
      articleId: null,
      characters: expect.any(Number),
    },
  ]);
  const single = await ask('GET', `${page}/20`);
  expect(single.data).toMatchObject({
    document: { title: '迁入五 21' },
    files: { [filepath]: { mediaType: 'text/plain' } },
  });
  expect((await other('GET', page)).status).toBe(403);
  const preview = await ask('GET', `/editions/${data.editionId}/page`);
  expect([preview.status, preview.body.includes('<h1 class="article__title">迁入五 1')]).toEqual([200, true]);
  expect((await ask('GET', `/files/${filepath}?filename=a.txt`)).status).toBe(200);
  expect((await other('GET', `/files/${filepath}?filename=a.txt`)).status).toBe(403);

  const unnamed = await storeArticleSet(db(), await storeArticles(db(), many(2, '六')));
  for (const table of ['file', 'article_set', 'set_article'])
    await sql`update ${sql.table(table)} set ${sql.ref(table === 'file' ? 'brought_at' : 'made_at')} = '2020-01-01'`.execute(
      site.database.ownerDb,
    );
  expect(await removeUnnamed(db(), new Date())).toMatchObject({ articleSets: 1, setArticles: 2 });
  const left = await db().selectFrom('article_set').select('article_set_hash').execute();
  expect(left.map(({ article_set_hash }) => article_set_hash)).not.toContain(unnamed.hash);
  expect(await db().selectFrom('file').select('filepath').where('filepath', '=', filepath).execute()).toHaveLength(1);
});
