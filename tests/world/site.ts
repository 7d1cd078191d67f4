import { createHash } from 'node:crypto';
import { markOpened } from '#server/people/staff/opening.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import type { Change } from '#kinds/index.ts';
import type { ChannelDocument } from '#kinds/channel/index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { NewPublication } from '#server/store/publication/new-publication.ts';
import { publish } from '#server/store/publication/publish.ts';
import { assemble, type Front, type Served } from '#server/serve.ts';
import * as bundle from '../../src/entry-server.tsx';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const PAGES_DIR = fileURLToPath(new URL('../../page-schemas', import.meta.url));
export const SECTION = '0001000200010008';

/** 64 bytes; the same in all tests */
export const WIRE_KEY = Buffer.alloc(64, 7).toString('base64');

export interface TestSite extends Served {
  database: TestDatabase;
  filesDir: string;
  publish: (title: string, changes: Change[], at?: Date) => ReturnType<typeof publish>;
  /** html and status of a site path */
  get: (
    path: string,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; html: string; headers: Record<string, unknown> }>;
  end: () => Promise<void>;
}

/**
 * The server's parts over a database of its own, with the sources of the widgets instead of built files.
 * @param settings of the environment that differ from a plain one's. `database`: another than one of its own, migrated.
 * `timers`: also does by itself what is due; without them a test takes each step alone.
 * `print`: takes what is logged
 */
export async function startSite({
  changes = smallWorld(),
  pagesDir = PAGES_DIR,
  at,
  isOpen = true,
  database: given,
  timers = false,
  print,
  copies,
  ...settings
}: {
  changes?: Change[];
  pagesDir?: string;
  at?: Date;
  isOpen?: boolean;
  database?: TestDatabase;
  timers?: boolean;
  print?: (text: string) => void;
  /** place of kept pages beyond the process */
  copies?: Parameters<typeof assemble>[0]['copies'];
} & Partial<Parameters<typeof assemble>[0]['env']> & { demo?: boolean } = {}): Promise<TestSite> {
  const database = given ?? (await createTestDatabase());
  if (isOpen) await markOpened(database.db);
  const dataDir = await mkdtemp(join(tmpdir(), 'swtest-data-'));
  const filesDir = join(dataDir, 'files');
  const act = (title: string, list: Change[], moment?: Date) =>
    publish(database, {
      title,
      writtenBy: '甲',
      approvedBy: '乙',
      changes: list,
      ...(moment && { at: moment }),
    } satisfies NewPublication);
  if (changes.length > 0) await act('建站', changes, at);
  const served = await assemble({
    env: {
      siteUrl: 'http://site.test',
      siteEnv: 'test',
      cookieDomain: null,
      loginConfirm: false,
      upstreams: null,
      mail: null,
      trustedProxies: [],
      logLevel: 'silent',
      logForm: 'json',
      port: 0,
      fixedHost: false,
      heads: { file: join(dataDir, 'heads.jsonl'), syslog: null, webhook: null },
      ...settings,
    },
    database,
    filesDir,
    pagesDir,
    wireKey: WIRE_KEY,
    demo: settings.demo ?? true,
    ...(copies && { copies }),
    front: sourceFront,
    timers,
    ...(print && { print }),
  });
  return {
    ...served,
    database,
    filesDir,
    publish: async (title, list, moment) => {
      const published = await act(title, list, moment);
      await served.publications.refresh();
      return published;
    },
    get: async (path, headers = {}) => {
      const answer = await served.app.inject({ url: path, headers });
      return { status: answer.statusCode, html: answer.body, headers: answer.headers };
    },
    end: async () => {
      await served.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

const sourceFront: Front = {
  renderer: bundle as unknown as Front['renderer'],
  build: async () => ({
    styleOf: (_views, _further, css = '') => ({ css: Buffer.from(css), cssHash: sha256(css), files: [] }),
    elderSheet: '/assets/site/elder.css',
    printSheet: '/assets/site/print.css',
    textSizeSheet: '/assets/site/text-size.css',
    entry: '/assets/site/entry.js',
    start: 'src="/assets/site/start.js"',
    bare: '/assets/site/bare.js',
    entryImports: [],
    views: new Map(),
    traditional: ['/assets/site/traditional.js'],
  }),
  console: async () => ({ entry: '/assets/console/entry.js', styles: [] }),
  development: null,
};

export function channel(channelId: string, url: string, name: string, more: Partial<ChannelDocument> = {}): Change {
  const parentId = more.parentId ?? (channelId.length > 12 && /^\d+$/.test(channelId) ? channelId.slice(0, -4) : '');
  return { kind: 'channel', document: { channelId, parentId, classOrder: 1, url, name, type: 1, ...more } };
}

export function article(channelId: string, title: string, more: Partial<ArticleDocument> = {}): Change {
  return {
    kind: 'article',
    document: {
      channelId,
      title,
      content: `<p>${title}的正文。</p>`,
      source: '办公室',
      contentTime: new Date('2026-11-01T08:00:00Z').toISOString(),
      ...more,
    },
  };
}

export const staffRegister: RegisterDefinition = {
  schemaVersion: 1,
  register: 'bond-investment',
  title: '债券投资交易人员',
  endpoints: [{ path: '/wscms/v1/notice/bondinvestment' }],
  key: ['employeeNo'],
  fields: {},
  columns: [],
  filters: [],
  order: [],
};

/** Both roots, one section with a list, a single article, an empty channel and a register page. */
export function smallWorld(): Change[] {
  const root = '000100020001';
  return [
    channel(root, 'root', '主站', { parentId: '' }),
    channel('000100170006', 'company', '公司信息', { parentId: '' }),
    channel(`${root}0001`, '', '首页', { type: 2 }),
    channel(`${root}0002`, 'news', '新闻资讯', { classOrder: 2 }),
    channel(`${root}00020001`, 'news/company', '公司新闻'),
    channel(`${root}0007`, 'socialDuty', '社会责任', { classOrder: 7 }),
    channel(`${root}00070001`, 'socialDuty/ESG', 'ESG报告'),
    channel(SECTION, 'publicChannel', '信息公告', { classOrder: 8 }),
    channel(`${SECTION}0003`, 'publicChannel/lossStatement', '遗失声明', { type: 2, classOrder: 3 }),
    channel(`${SECTION}0016`, 'publicChannel/complaint', '投诉与纠纷调解渠道', { type: 2, classOrder: 16 }),
    channel(`${SECTION}0018`, 'publicChannel/antiFraud', '防范非法证券活动', { type: 2, classOrder: 18 }),
    ...Array.from({ length: 23 }, (_, at) =>
      article(`${root}00020001`, `第${at + 1}条新闻`, {
        contentTime: new Date(Date.UTC(2026, 9, at + 1)).toISOString(),
      }),
    ),
    article(`${SECTION}0003`, '关于业务专用章遗失的声明'),
    article(`${SECTION}0003`, '关于空白合同遗失的声明'),
    article(`${SECTION}0016`, '投诉渠道说明'),
    {
      kind: 'setting',
      id: 'site',
      document: {
        name: '示例证券',
        englishName: 'SHILI',
        hotline: '400-555-0000',
        email: 'a@b.example',
        department: '办公室',
      },
    },
    { kind: 'setting', id: 'demo', document: true },
    { kind: 'setting', id: 'webparam.sys.skin_zq', document: 'false' },
  ];
}

/** A row of the register of bond traders. */
export const BOND_TRADER = {
  department: '自营部',
  bizLine: '自营',
  staffName: '示例甲',
  post: '交易员',
  employeeNo: '800213',
  certNo: 'S9901124030017',
  status: '在岗',
};
