/** Writes a small store by the doors that a commit has: acts, and editions where there is a console. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as change from './changes.ts';
import { signIn, useLink, type ConsoleDoor } from './console-door.ts';
import * as content from './content.ts';
import { linesOf, visit, type Account, type Seen, type StoredEdition, type StoredFacts } from './facts.ts';
import type { Product } from './product.ts';

type Story = Pick<StoredFacts, 'people' | 'pages' | 'files' | 'editions'>;

/** @returns what visitors see of it, and what becomes of its editions */
export async function writeStore(product: Product): Promise<Story> {
  const files = { 'paper.pdf': content.PAPER, 'picture.png': content.PICTURE, 'notice.txt': content.NOTICE };
  await product.publish(content.opening, files);
  const paper = storedPath(product, content.PAPER);
  const picture = storedPath(product, content.PICTURE);
  const words = product.says('page-schemas/register.schema.json', '"patternHint"')
    ? { patternHint: '4 位数字', example: '0101' }
    : {};
  const branches = content.branchDefinition(words);
  for (const act of [content.second(picture, branches), content.third(branches), content.fourth(branches)])
    await product.publish(act);
  const written = product.has('src/server/console-api')
    ? await writeEditions(product, { paper, picture, words })
    : null;
  const pages = [...publicPages(product, picture), ...(written?.pages ?? [])];
  for (const path of TABLES) pages.push(await tableAt(product.origin, path));
  return {
    people: written ? Object.values(PEOPLE) : [],
    pages,
    files: [
      { path: `/static-file/${paper}`, sha256: sha256(content.PAPER) },
      { path: `/static-file/${picture}`, sha256: sha256(content.PICTURE) },
    ],
    editions: written?.editions ?? [],
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A stored file bears its hash as its name, below a folder of the month. */
function storedPath({ dataDir }: Product, bytes: Uint8Array): string {
  const hash = sha256(bytes);
  return readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).find((path) =>
    path.includes(hash),
  )!;
}

const seen = (path: string, says: string[], status = 200): Seen => ({ path, status, says });
const NEWS_PAGE = '/swhysc/news/company';
const SECTION_PAGE = '/swhysc/publicChannel';

const publicPages = (product: Product, picture: string): Seen[] => [
  seen('/swhysc/', ['示例证券', '400-555-0001']),
  seen(NEWS_PAGE, ['公司新闻', '公司召开年度工作会议', '客户活动的通知', '新营业部开业']),
  seen(`${NEWS_PAGE}/detail/1`, ['公司召开年度工作会议的正文。', '会议材料.pdf', '会场照片.png', '待补的附件.docx']),
  seen(`${NEWS_PAGE}/detail/2`, ['通知已经失效。', NEWS_PAGE], 410),
  seen(`${NEWS_PAGE}/detail/7`, ['营业部开业的照片：', `/static-file/${picture}`]),
  seen(`/static-file/${storedPath(product, content.NOTICE)}`, [], 410),
  seen(`${SECTION_PAGE}/lossStatement`, [
    '挂失请联系营业网点。',
    '关于业务专用章遗失的声明',
    '关于空白合同遗失的更正声明',
  ]),
  seen(`${SECTION_PAGE}/lossStatement/detail/4`, ['合同编号更正为二〇二六〇一。']),
  seen(`${SECTION_PAGE}/openDay`, [NEWS_PAGE], 301),
  seen(`${SECTION_PAGE}/oldNotice`, ['通知栏目不再使用。'], 410),
  seen(`${SECTION_PAGE}/oldHotline`, ['旧热线']),
  seen(`${SECTION_PAGE}/futuresIB`, ['顾知远', 'F3010002']),
  seen(`${SECTION_PAGE}/branchManagers`, ['滨江分公司', '文昌路营业部', '湖滨营业部', '2026-11-11']),
  seen(`/swhysc/search?q=${encodeURIComponent('专用章')}`, ['遗失的声明']),
];

/** Registers as files: now, and as of two days that were published. */
const TABLES = [
  '/ib-staff.csv',
  '/branch-manager.csv',
  '/branch-manager.csv?asOf=2026-11-04',
  '/branch-manager.csv?asOf=2026-11-08',
];

async function tableAt(origin: string, name: string): Promise<Seen> {
  const path = `/register-file${name}`;
  const { status, text } = await visit(origin, path);
  return { path, status, says: [], lines: linesOf(text) };
}

/** Invented, with passwords that everybody may know. */
const PEOPLE = {
  admin: { account: 'stored.admin', password: '夜雨剪春韭-2026-li' },
  editor: { account: 'stored.editor', password: '新炊间黄粱-2026-shen' },
  channels: { account: 'stored.channels', password: '主称会面难-2026-gu' },
  reviewer: { account: 'stored.reviewer', password: '一举累十觞-2026-lu' },
  publisher: { account: 'stored.publisher', password: '十觞亦不醉-2026-jiang' },
} satisfies Record<string, Account>;

const ROLES = [
  [PEOPLE.editor, '沈若川', 'editor'],
  [PEOPLE.channels, '顾知远', 'channel-admin'],
  [PEOPLE.reviewer, '陆清和', 'reviewer'],
  [PEOPLE.publisher, '江望舒', 'publisher'],
] as const;

/** An edition is taken so far on its way, and there it is left. */
const WAY = ['submit', 'approve', 'publish'] as const;
const STATES = ['draft', 'in-review', 'approved', 'published'] as const;
type Reached = (typeof STATES)[number];

interface Desk {
  product: Product;
  words: content.PatternWords;
  doors: Record<'editor' | 'channels' | 'reviewer' | 'publisher', ConsoleDoor>;
  editions: StoredEdition[];
}

async function writeEditions(
  product: Product,
  { words, ...stored }: { paper: string; picture: string; words: content.PatternWords },
): Promise<{ editions: StoredEdition[]; pages: Seen[] }> {
  const { origin } = product;
  await useLink(origin, await product.createAdmin(PEOPLE.admin.account, '李敏'), PEOPLE.admin.password);
  const admin = await signIn(origin, PEOPLE.admin);
  for (const [{ account, password }, name, role] of ROLES) {
    const grants = [{ role, channelId: '' }];
    const { link } = await admin.done('POST', '/people', { account, name, grants });
    await useLink(origin, String(link).split('#')[1]!, password);
  }
  const doorOf = (name: keyof Desk['doors']) => signIn(origin, PEOPLE[name]);
  const desk: Desk = {
    product,
    words,
    doors: {
      editor: await doorOf('editor'),
      channels: await doorOf('channels'),
      reviewer: await doorOf('reviewer'),
      publisher: await doorOf('publisher'),
    },
    editions: [],
  };
  await writeArticles(desk, stored);
  await writeChannels(desk);
  await writeRows(desk);
  await writeSettings(desk);
  return { editions: desk.editions, pages: [seen(NEWS_PAGE, ['公司获得年度奖项'])] };
}

async function writeArticles(desk: Desk, { paper, picture }: { paper: string; picture: string }): Promise<void> {
  const { editor, reviewer } = desk.doors;
  const news = (title: string, more: Parameters<typeof content.articleOf>[2] = {}) =>
    change.article(content.articleOf(content.NEWS, title, more));
  const listed = (title: string) => [seen(NEWS_PAGE, [title])];

  await write(desk, 'editor', 'published', {
    title: '获奖',
    changes: [news('公司获得年度奖项')],
    then: listed('公司获得年度奖项'),
  });
  await write(desk, 'editor', 'approved', {
    title: '培训，有附件和图片',
    changes: [
      news('投资者教育培训', {
        image: picture,
        content: `<p>培训现场：<img src="/static-file/${picture}" alt="现场"></p>`,
        attachments: [{ filename: '培训讲义.pdf', filepath: paper }],
      }),
    ],
    then: listed('投资者教育培训'),
  });
  await write(desk, 'editor', 'approved', {
    title: '撤下客户活动',
    changes: [change.withdrawn(5, '活动取消。')],
    about: ['article:5'],
    then: [seen(`${NEWS_PAGE}/detail/5`, ['活动取消。'], 410)],
  });
  await write(desk, 'editor', 'in-review', {
    title: '改专用章的声明',
    changes: [change.article({ ...content.articleOf(content.LOSS, '关于业务专用章遗失的更正声明'), articleId: 3 })],
    about: ['article:3'],
    then: [seen(`${SECTION_PAGE}/lossStatement`, ['关于业务专用章遗失的更正声明'])],
  });

  const draft = await write(desk, 'editor', 'draft', { title: '志愿服务', changes: [news('志愿服务，初稿')] });
  await editor.done('POST', `/editions/${draft.editionId}`, {
    version: 1,
    title: '志愿服务',
    changes: [news('志愿服务进社区')],
  });
  draft.then = listed('志愿服务进社区');
  await write(desk, 'editor', 'draft', { title: '还没有写完', changes: [news('还没有写完', { contentTime: '' })] });

  const returned = await write(desk, 'editor', 'in-review', { title: '电话变更', changes: [news('营业部电话变更')] });
  const reason = '请写明变更的日期。';
  await reviewer.done('POST', `/editions/${returned.editionId}/return`, { version: 1, note: reason });
  Object.assign(returned, { state: 'returned', reason, then: listed('营业部电话变更') });

  const discarded = await write(desk, 'editor', 'draft', { title: '不用了', changes: [news('不用了')] });
  await editor.done('POST', `/editions/${discarded.editionId}/discard`, { version: 1 });
  discarded.state = 'discarded';
}

async function writeChannels(desk: Desk): Promise<void> {
  await write(desk, 'channels', 'approved', {
    title: '遗失声明的页面',
    changes: [change.page(content.lossPage('挂失请致电客服热线。'))],
    about: ['page:loss-notes'],
    then: [seen(`${SECTION_PAGE}/lossStatement`, ['挂失请致电客服热线。'])],
  });
  await write(desk, 'channels', 'approved', {
    title: '新栏目：金牌顾问',
    changes: content.adviserTable(desk.words),
    then: [seen(`${SECTION_PAGE}/goldAdvisers`, ['金牌顾问团队公示', '滨江顾问团队', '谢临川'])],
  });
  await write(desk, 'channels', 'approved', {
    title: '栏目改名',
    changes: [change.channel(content.newsChannel('公司要闻'))],
    about: [`channel:${content.NEWS}`],
    then: [seen(NEWS_PAGE, ['公司要闻'])],
  });
  await write(desk, 'channels', 'approved', {
    title: '撤下旧热线',
    changes: [change.retired(content.OLD_HOTLINE, '热线已经停用。')],
    about: [`channel:${content.OLD_HOTLINE}`],
    then: [seen(`${SECTION_PAGE}/oldHotline`, ['热线已经停用。'], 410)],
  });
}

async function writeRows(desk: Desk): Promise<void> {
  const { product, words } = desk;
  const { editor } = desk.doors;
  const dataDate = '2026-11-20';
  const newBranch = [seen('/register-file/branch-manager.csv', ['新港营业部'])];
  const newBroker = [seen('/register-file/ib-staff.csv', ['谢临川'])];
  const broker = { ...content.BROKERS[1]!, staffName: '谢临川', futuresCertNo: 'F3010009' };
  if (!product.has('src/server/register-imports') && !product.has('src/server/registers')) {
    // rows came within the edition
    const { change: published } = await editor.done('GET', '/public-content?subject=register:ib-staff');
    await write(desk, 'editor', 'approved', {
      title: '分支机构负责人',
      changes: [content.branchesOn(dataDate, content.BRANCHES_NEXT, content.branchDefinition(words))],
      about: ['register:branch-manager'],
      then: newBranch,
    });
    await write(desk, 'editor', 'draft', {
      title: '期货IB业务人员',
      changes: [content.brokersOn(dataDate, [...published.rows, broker], published.definition)],
      about: ['register:ib-staff'],
      then: newBroker,
    });
    return;
  }
  const filename = '分支机构负责人.csv';
  const filepath = await editor.upload(
    filename,
    new Uint8Array(Buffer.from(content.branchFile(content.BRANCHES_NEXT))),
  );
  const { importId } = await editor.done('POST', '/registers/branch-manager/imports', { filepath, filename });
  while ((await editor.done('GET', `/imports/${importId}`)).state === 'running') await sleep(50);
  const imported = await editor.done('POST', `/imports/${importId}/edition`, {
    dataDate,
    department: '人力资源部',
    confirmRemoved: 1,
  });
  await take(desk, 'editor', 'approved', imported, newBranch);
  const changed = await editor.done('POST', '/registers/ib-staff/row-changes', {
    changes: [{ row: broker }],
    dataDate,
    department: '期货IB业务部',
    mark: (await editor.done('GET', '/registers/ib-staff')).mark,
  });
  await take(desk, 'editor', 'draft', changed, newBroker);
}

async function writeSettings(desk: Desk): Promise<void> {
  const shown = (hotline: string) => [seen('/swhysc/', [hotline])];
  const hasPlans = desk.product.has('src/server/editions/create-plan.ts');
  if (!hasPlans) {
    const changes = [change.setting('site', content.firm('400-555-0002'))];
    await write(desk, 'channels', 'approved', {
      title: '热线',
      changes,
      about: ['setting:site'],
      then: shown('400-555-0002'),
    });
    return;
  }
  const { channels } = desk.doors;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const { editionIds } = await channels.done('POST', '/settings/site/plan', {
    title: '热线',
    steps: [
      { at: inDays(1), value: content.firm('400-555-0002') },
      { at: inDays(2), value: content.firm('400-555-0003') },
    ],
    base: await marksOf(channels, ['setting:site']),
  });
  const [first, next] = editionIds as [number, number];
  await take(desk, 'channels', 'approved', { editionId: first }, shown('400-555-0002'));
  const last = await take(desk, 'channels', 'approved', { editionId: next }, shown('400-555-0003'));
  last.waits = true;
}

/** Marks of what is public of these subjects, which a draft is begun from. */
async function marksOf(door: ConsoleDoor, subjects: readonly string[]): Promise<Record<string, string>> {
  const marks: Record<string, string> = {};
  for (const subject of subjects)
    marks[subject] = (await door.done('GET', `/public-content?subject=${encodeURIComponent(subject)}`)).mark;
  return marks;
}

interface Written {
  title: string;
  changes: object[];
  /** subjects that are public already */
  about?: string[];
  then?: Seen[];
}

async function write(
  desk: Desk,
  writer: 'editor' | 'channels',
  reached: Reached,
  { title, changes, about = [], then }: Written,
): Promise<StoredEdition> {
  const door = desk.doors[writer];
  const base = await marksOf(door, about);
  return take(desk, writer, reached, await door.done('POST', '/editions', { title, changes, base }), then);
}

/** Takes an edition on its way, and notes it. */
async function take(
  { doors, editions }: Desk,
  writer: 'editor' | 'channels',
  reached: Reached,
  { editionId }: { editionId: number },
  then?: Seen[],
): Promise<StoredEdition> {
  const { version, title } = await doors[writer].done('GET', `/editions/${editionId}`);
  const hands = { submit: doors[writer], approve: doors.reviewer, publish: doors.publisher };
  for (const step of WAY.slice(0, STATES.indexOf(reached)))
    await hands[step].done('POST', `/editions/${editionId}/${step}`, { version });
  const noted: StoredEdition = {
    editionId,
    title,
    state: reached,
    writer: PEOPLE[writer].account,
    ...(then && { then }),
  };
  editions.push(noted);
  return noted;
}
