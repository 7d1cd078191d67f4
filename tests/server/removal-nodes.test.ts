import { readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Change } from '#kinds/index.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { storeFile } from '#server/files/store.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '#tests/world/editions.ts';
import { readWhole } from '#tests/world/sheets.ts';
import { article, channel, SECTION, smallWorld, startSite, type TestSite } from '#tests/world/site.ts';
import { until } from '#tests/world/stores.ts';

const ORIGIN = 'http://localhost';
const LIST = `${SECTION}0003`;
const LIST_PAGE = '/swhysc/publicChannel/lossStatement';
/** milliseconds within which each node has forgotten it */
const SOON = 10_000;
/** texts that must not have been public, in an article with its file, and in a cell */
const LEAK = '李某某住在和平路甲壹号楼';
const CELL = '备注里误写的家庭住址丙巷';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'open-places',
  title: '开放日地点',
  endpoints: [],
  department: '办公室',
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'text', required: true },
    name: { title: '地点', type: 'text', required: true },
    note: { title: '备注', type: 'text' },
  },
  columns: ['no', 'name', 'note'],
  filters: [{ name: 'name', title: '地点', fuzzy: ['name', 'note'] }],
  order: ['no'],
  history: { compare: [] },
};
const rowsOf = (dataDate: string, note: string): Change =>
  ({
    kind: 'rows',
    document: {
      definition,
      rows: [
        { no: 'P1', name: '北楼', note },
        { no: 'P2', name: '南楼', note: '无' },
      ],
      dataDate,
      department: '办公室',
    },
  }) as Change;
const world = (): Change[] => [
  ...smallWorld(),
  channel(`${SECTION}0055`, 'publicChannel/places', '开放日', { type: 2, classOrder: 55 }),
  { kind: 'register', document: definition },
  {
    kind: 'page',
    id: 'open-places',
    document: {
      schemaVersion: 1,
      page: 'open-places',
      for: { channel: `${SECTION}0055` },
      layout: 'channel',
      blocks: [
        {
          id: 'rows',
          place: 'main',
          widget: 'register-table',
          source: { name: 'register', params: { register: 'open-places' } },
        },
      ],
    },
  },
];

const nodes: TestSite[] = [];
let [writer, reviewer, publisher]: Hand[] = [];
const first = () => nodes[0]!;
const db = () => first().database.db;

beforeAll(async () => {
  const settings = { siteUrl: ORIGIN, timers: true };
  nodes.push(await startSite({ ...settings, changes: world(), at: new Date('2026-11-01T00:00:00Z') }));
  nodes.push(await startSite({ ...settings, changes: [], database: first().database }));
  const grants = (role: 'editor' | 'reviewer' | 'publisher' | 'auditor') => [{ role, channelId: '' }];
  writer = await hand(first(), '撰写甲', [...grants('editor'), ...grants('auditor')]);
  reviewer = await hand(first(), '审核乙', grants('reviewer'));
  publisher = await hand(first(), '发布丙', grants('publisher'));
});
afterAll(async () => {
  await nodes[1]!.close();
  await first().end();
});

async function publish(changes: readonly Change[]): Promise<void> {
  const edition = await approvedBy(first(), writer!, reviewer!, changes);
  await publishEdition(publishContextOf(first()), publisher!, edition);
}

let clients = 0;
/** Text of an answer of a node, each for a client of its own; of an xlsx its cells. */
async function textOf(node: TestSite, path: string, cookie: string): Promise<string> {
  const answer = await node.app.inject({
    url: path,
    headers: { host: 'localhost', ...(cookie !== '' && { cookie }) },
    remoteAddress: `10.7.${clients >> 8}.${++clients & 255}`,
  });
  if (!path.includes('.xlsx')) return answer.body.replaceAll('<wbr>', '');
  const sheet = await readWhole(answer.rawPayload, 'a.xlsx');
  return JSON.stringify(sheet.rows);
}

/** Addresses of each node whose answer holds one of the texts, and stored files that do. */
async function holding(texts: readonly string[], paths: readonly string[], cookie: string): Promise<string[]> {
  const found: string[] = [];
  for (const [at, node] of nodes.entries()) {
    for (const path of paths) {
      const answer = await textOf(node, path, cookie);
      // a search marks what it has found
      const shown = answer.replaceAll(/<[^>]*>/g, '');
      if (texts.some((text) => answer.includes(text) || shown.includes(text))) found.push(`${at} ${path}`);
    }
    const data = dirname(node.filesDir);
    for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
      // small pictures, kept pages and files come and go while they are looked through
      const bytes = entry.isFile() ? readOr(join(entry.parentPath, entry.name)) : '';
      if (texts.some((text) => bytes.includes(text))) found.push(`${at} file ${entry.name}`);
    }
  }
  return found;
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test(
  '[RE6] [RE7] two nodes that run by themselves give the bytes nowhere within ten seconds: pages, past dates, feeds, downloads, data, previews, files',
  { timeout: 90_000 },
  async () => {
    const { filepath } = await storeFile(
      { db: db(), dir: first().filesDir },
      { bytes: Buffer.from(`附件：${LEAK}`), extension: 'txt' },
    );
    await cp(first().filesDir, nodes[1]!.filesDir, { recursive: true });
    await publish([
      article(LIST, '带附件的声明', {
        summary: LEAK,
        content: `<p>前文。${LEAK}。后文。</p>`,
        attachments: [{ filename: '名单.txt', filepath }],
      }),
    ]);
    await publish([rowsOf('2026-10-30', CELL)]);
    await publish([rowsOf('2026-10-31', `再写：${CELL}`)]);
    const { article_id: articleId } = await db()
      .selectFrom('article')
      .select('article_id')
      .where('title', '=', '带附件的声明')
      .executeTakeFirstOrThrow();
    const changes = [article(LIST, '草稿', { content: `<p>${LEAK}</p>` }), rowsOf('2026-11-01', CELL)];
    const draft = await draftBy(first(), writer!, changes);
    const ask = await consoleOf(first(), writer!, ORIGIN);
    const cookie = `console=${await beginSession(db(), writer!.staffId, '10.0.0.1')}`;
    const share = await ask('POST', `/editions/${draft.editionId}/shares`, { ...draft, days: 7, forWhom: '律师' });
    const link = (share.data.link as string).slice(ORIGIN.length);
    const { data: preview } = await ask('POST', '/previews', { changes: JSON.parse(JSON.stringify(changes)) });
    const shared = [...(await textOf(first(), link, '')).matchAll(/<li><a href="(\/preview\/shared\?[^"]+)">/g)].map(
      ([, href]) => href!.replaceAll('&amp;', '&'),
    );
    expect(shared.length).toBeGreaterThan(2);
    const framed = (path: string) => `path=${encodeURIComponent(path)}`;

    const open = [
      `${LIST_PAGE}/detail/${articleId}`,
      `${LIST_PAGE}/rss.xml`,
      '/swhysc/rss.xml',
      `/swhysc/search?q=${encodeURIComponent('和平路甲')}`,
      `/static-file/${filepath}`,
      '/swhysc/publicChannel/places',
      '/swhysc/publicChannel/places?asOf=2026-10-30',
      '/register-file/open-places.json',
      '/register-file/open-places.csv',
      '/register-file/open-places.csv?asOf=2026-10-30',
      '/register-file/open-places.xlsx',
      '/swhysc/data/open-places?changes.from=2026-10-30&changes.to=2026-10-31',
    ];
    const inside = [
      ...shared.filter((path) => /places|detail/.test(path)),
      `/console/api/editions/${draft.editionId}/page?${framed('/publicChannel/places')}`,
      `/console/api/previews/${preview.previewId}/page?${framed('/publicChannel/places')}`,
    ];
    const paths = [...open, ...inside];
    const texts = [LEAK, '李某某', CELL];
    let seen: string[] = [];
    await until(
      'both nodes give it',
      async () => {
        seen = await holding(texts, paths, cookie);
        return seen.length >= paths.length * 2;
      },
      30_000,
    ).catch(() => {});
    expect(seen).toEqual(expect.arrayContaining(paths.flatMap((path) => [`0 ${path}`, `1 ${path}`])));

    for (const question of [
      { texts: [LEAK], files: [filepath] },
      { cell: { register: 'open-places', key: ['P1'], field: 'note' } },
    ]) {
      const { data, msg } = await ask('POST', '/removals', { reason: '误公开了个人信息', ...question });
      expect(msg).toBe('');
      const edition = { editionId: data.editionId as number, version: 1 };
      await approveEdition(db(), reviewer!, edition);
      await publishEdition(publishContextOf(first()), publisher!, edition);
    }
    await until('no node gives it', async () => (seen = await holding(texts, paths, cookie)).length === 0, SOON).catch(
      () => {},
    );
    expect(seen).toEqual([]);
    expect(await textOf(nodes[1]!, '/swhysc/publicChannel/places?asOf=2026-10-30', '')).toContain('［已按规定移除］');
  },
);
