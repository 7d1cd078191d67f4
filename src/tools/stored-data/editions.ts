/** Editions of a stored store: one or more in each state, written by the staff of its console. */
import { USUAL } from '#wire/bases.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { addPerson, signIn, useLink, type ConsoleClient } from './console-client.ts';
import * as content from './content.ts';
import { seen, type Account, type Seen, type StoredEdition, type StoredFacts } from './facts.ts';
import type { Product } from './product.ts';
import type { Change } from './spelling.ts';

export const NEWS_PAGE = `${USUAL.siteBase}/news/company`;
export const SECTION_PAGE = `${USUAL.siteBase}/publicChannel`;

/** Invented accounts; their passwords are no secret. */
const PEOPLE = {
  admin: { account: 'stored.admin', password: '夜雨剪春韭-2026-li' },
  editor: { account: 'stored.editor', password: '新炊间黄粱-2026-shen' },
  channels: { account: 'stored.channels', password: '主称会面难-2026-gu' },
  reviewer: { account: 'stored.reviewer', password: '一举累十觞-2026-lu' },
  publisher: { account: 'stored.publisher', password: '十觞亦不醉-2026-jiang' },
} satisfies Record<string, Account>;

/** Confirms what the other administrator asks for, where the product wants that. */
const SECOND: Account = { account: 'stored.second', password: '明日隔山岳-2026-wang' };

const ROLES = [
  [PEOPLE.editor, '沈若川', 'editor'],
  [PEOPLE.channels, '顾知远', 'channel-admin'],
  [PEOPLE.reviewer, '陆清和', 'reviewer'],
  [PEOPLE.publisher, '江望舒', 'publisher'],
] as const;

/** The steps of an edition, in order; each edition is left in the state after one of them. */
const WAY = ['submit', 'approve', 'publish'] as const;
const STATES = ['draft', 'in-review', 'approved', 'published'] as const;
type Reached = (typeof STATES)[number];

export interface Desk {
  product: Product;
  words: content.PatternWords;
  clients: Record<'editor' | 'channels' | 'reviewer' | 'publisher', ConsoleClient>;
  editions: StoredEdition[];
}

/** Creates the staff, ends setting up, and signs them in. */
export async function openDesk(product: Product, words: content.PatternWords): Promise<Desk> {
  const { origin } = product;
  await useLink(origin, await product.createAdmin(PEOPLE.admin.account, '李敏'), PEOPLE.admin.password);
  const admin = await signIn(origin, PEOPLE.admin);
  let second: Promise<ConsoleClient> | undefined;
  const secondAdmin = () => (second ??= makeSecondAdmin(product));
  for (const [{ account, password }, name, role] of ROLES) {
    const grants = [{ role, channelId: '' }];
    await useLink(origin, await addPerson(admin, secondAdmin, { account, name, grants }), password);
  }
  // a new site publishes nothing before a second person has opened it; earlier versions had no opening
  const { status, data: opening } = await admin.ask('GET', '/opening');
  if (status === 200 && !opening.isOpened) await (await secondAdmin()).done('POST', '/opening', {});
  const clientOf = (name: keyof Desk['clients']) => signIn(origin, PEOPLE[name]);
  return {
    product,
    words,
    clients: {
      editor: await clientOf('editor'),
      channels: await clientOf('channels'),
      reviewer: await clientOf('reviewer'),
      publisher: await clientOf('publisher'),
    },
    editions: [],
  };
}

/** Ids of the articles that are public under their first titles. */
export const idsOf = async ({ clients }: Desk): Promise<Partial<content.ArticleIds>> =>
  content.listedIds((await clients.editor.done('GET', '/articles?pageSize=100')).list);

/** Publishes an act as an edition: written, reviewed and published by three people. */
export async function publishBy(desk: Desk, act: content.StoredAct, files?: Record<string, Uint8Array>): Promise<void> {
  const editionId = await desk.product.save(act, PEOPLE.channels.account, files);
  await take(desk, 'channels', 'published', { editionId });
}

/**
 * Writes the editions.
 * @returns the staff's accounts, and the editions in their final states
 */
export async function writeEditions(
  desk: Desk,
  stored: { paper: string; picture: string; ids: content.ArticleIds },
): Promise<Pick<StoredFacts, 'people' | 'editions'>> {
  await writeArticles(desk, stored);
  await writeChannels(desk);
  await writeRows(desk);
  await writeSettings(desk);
  await writeNewChannel(desk);
  return { people: Object.values(PEOPLE), editions: desk.editions };
}

async function makeSecondAdmin({ origin, createAdmin }: Product): Promise<ConsoleClient> {
  await useLink(origin, await createAdmin(SECOND.account, '王岚'), SECOND.password);
  return signIn(origin, SECOND);
}

async function writeArticles(
  desk: Desk,
  { paper, picture, ids }: { paper: string; picture: string; ids: content.ArticleIds },
): Promise<void> {
  const { editor, reviewer } = desk.clients;
  const news = (title: string, more?: Parameters<typeof content.article>[2]) =>
    content.article(content.NEWS, title, more);
  const listed = (title: string) => [seen(NEWS_PAGE, [title])];

  await write(desk, 'editor', 'published', {
    title: '获奖',
    changes: [news('公司获得年度奖项')],
    shows: listed('公司获得年度奖项'),
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
    shows: listed('投资者教育培训'),
  });
  await write(desk, 'editor', 'approved', {
    title: '撤下客户活动',
    changes: [content.withdrawn('article', String(ids.event), '活动取消。')],
    about: [`article:${ids.event}`],
    shows: [seen(`${NEWS_PAGE}/detail/${ids.event}`, ['活动取消。'], 410)],
  });
  await write(desk, 'editor', 'in-review', {
    title: '改专用章的声明',
    changes: [content.article(content.LOSS, '关于业务专用章遗失的更正声明', { articleId: ids.seal })],
    about: [`article:${ids.seal}`],
    shows: [seen(`${SECTION_PAGE}/lossStatement`, ['关于业务专用章遗失的更正声明'])],
  });

  const draft = await write(desk, 'editor', 'draft', { title: '志愿服务', changes: [news('志愿服务，初稿')] });
  await editor.done('POST', `/editions/${draft.editionId}`, {
    version: 1,
    title: '志愿服务',
    changes: spelled(desk, [news('志愿服务进社区')]),
  });
  draft.shows = listed('志愿服务进社区');
  await write(desk, 'editor', 'draft', { title: '还没有写完', changes: [news('还没有写完', { contentTime: '' })] });

  const returned = await write(desk, 'editor', 'in-review', { title: '电话变更', changes: [news('营业部电话变更')] });
  const reason = '请写明变更的日期。';
  await reviewer.done('POST', `/editions/${returned.editionId}/return`, { version: 1, note: reason });
  Object.assign(returned, { state: 'returned', reason, shows: listed('营业部电话变更') });

  const discarded = await write(desk, 'editor', 'draft', { title: '不用了', changes: [news('不用了')] });
  await editor.done('POST', `/editions/${discarded.editionId}/discard`, { version: 1 });
  discarded.state = 'discarded';
}

async function writeChannels(desk: Desk): Promise<void> {
  await write(desk, 'channels', 'approved', {
    title: '遗失声明的页面',
    changes: [content.lossPage('挂失请致电客服热线。')],
    about: ['page:loss-notes'],
    shows: [seen(`${SECTION_PAGE}/lossStatement`, ['挂失请致电客服热线。'])],
  });
  await write(desk, 'channels', 'approved', {
    title: '新栏目：金牌顾问',
    changes: content.adviserTable(desk.words),
    shows: [seen(`${SECTION_PAGE}/goldAdvisers`, ['金牌顾问团队公示', '滨江顾问团队', '谢临川'])],
  });
  await write(desk, 'channels', 'approved', {
    title: '栏目改名',
    changes: [content.newsChannel('公司要闻')],
    about: [`channel:${content.NEWS}`],
    shows: [seen(NEWS_PAGE, ['公司要闻'])],
  });
  await write(desk, 'channels', 'approved', {
    title: '撤下旧热线',
    changes: [content.withdrawn('channel', content.OLD_HOTLINE, '热线已经停用。')],
    about: [`channel:${content.OLD_HOTLINE}`],
    shows: [seen(`${SECTION_PAGE}/oldHotline`, ['热线已经停用。'], 410)],
  });
}

async function writeRows(desk: Desk): Promise<void> {
  const { clients, words } = desk;
  const table = (name: string, text: string) => [seen(`/register-file/${name}.csv`, [text])];
  const branches = content.branchDefinition(words);
  if (desk.product.offers.imports) {
    await take(desk, 'editor', 'approved', await importBranches(clients.editor), table('branch-manager', '新港营业部'));
    await take(desk, 'editor', 'draft', await changeBrokers(clients.editor), table('ib-staff', '谢临川'));
  } else {
    // at this commit, rows were part of the edition
    await write(desk, 'editor', 'approved', {
      title: '分支机构负责人',
      changes: [content.branchesOn(DATA_DATE, content.BRANCHES_NEXT, branches)],
      about: ['rows:branch-manager'],
      shows: table('branch-manager', '新港营业部'),
    });
    const { change: brokers } = await clients.editor.done('GET', '/public-content?subject=register:ib-staff');
    await write(desk, 'editor', 'draft', {
      title: '期货IB业务人员',
      changes: [content.brokersOn(DATA_DATE, [...brokers.rows, NEW_BROKER], brokers.definition)],
      about: ['rows:ib-staff'],
      shows: table('ib-staff', '谢临川'),
    });
  }
  await write(desk, 'channels', 'approved', {
    title: '改列名',
    changes: [{ kind: 'register', document: content.withManagerCalled(branches, '负责人姓名') }],
    about: ['register:branch-manager'],
    shows: table('branch-manager', '负责人姓名'),
  });
}

const DATA_DATE = '2026-11-20';
const NEW_BROKER = content.broker('F3010009', '谢临川', 'IB专员');

async function importBranches({ upload, done }: ConsoleClient): Promise<{ editionId: number }> {
  const filename = '分支机构负责人.csv';
  const filepath = await upload(filename, new TextEncoder().encode(content.branchFile(content.BRANCHES_NEXT)));
  const { importId } = await done('POST', '/registers/branch-manager/imports', { filepath, filename });
  while ((await done('GET', `/imports/${importId}`)).state === 'running') await sleep(50);
  return done('POST', `/imports/${importId}/edition`, {
    dataDate: DATA_DATE,
    department: '人力资源部',
    confirmRemoved: 1,
  });
}

async function changeBrokers({ done }: ConsoleClient): Promise<{ editionId: number }> {
  const { mark } = await done('GET', '/registers/ib-staff');
  const changes = [{ row: NEW_BROKER }, { key: ['F3010002'] }];
  const facts = { dataDate: DATA_DATE, department: '期货IB业务部', mark };
  return done('POST', '/registers/ib-staff/row-changes', { changes, ...facts });
}

/** A new channel from a file, as the wizard of the commit proposes it, and returned. */
async function writeNewChannel({ clients: { channels, reviewer }, editions }: Desk): Promise<void> {
  const filename = '金牌顾问团队.csv';
  const filepath = await channels.upload(filename, new TextEncoder().encode(content.TEAMS));
  const file = { filepath, filename, sheet: '' };
  const { status, data } = await channels.ask('GET', `/wizard/table?${new URLSearchParams(file).toString()}`);
  // earlier commits have no wizard
  if (status !== 200) return;
  const plan = { kind: 'table', channel: content.TEAMS_CHANNEL, file, table: data.table };
  const { editionId, version } = await channels.done('POST', '/wizard/send', { plan });
  const reason = '请写全栏目名称。';
  await reviewer.done('POST', `/editions/${editionId}/return`, { version, note: reason });
  const { title } = await channels.done('GET', `/editions/${editionId}`);
  const shows = [seen(`${USUAL.siteBase}/${content.TEAMS_CHANNEL.url}`, ['浦江团队'])];
  editions.push({ editionId, title, state: 'returned', writer: PEOPLE.channels.account, reason, shows });
}

async function writeSettings(desk: Desk): Promise<void> {
  const [soon, later] = ['400-555-0002', '400-555-0003'] as const;
  const home = (hotline: string) => [seen(`${USUAL.siteBase}/`, [hotline])];
  if (!desk.product.offers.imports) {
    const changes = [content.site(soon)];
    await write(desk, 'channels', 'approved', { title: '热线', changes, about: ['setting:site'], shows: home(soon) });
    return;
  }
  const { channels } = desk.clients;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const { editionIds } = await channels.done('POST', '/settings/site/plan', {
    title: '热线',
    steps: [
      { at: inDays(1), value: content.firm(soon) },
      { at: inDays(2), value: content.firm(later) },
    ],
    base: await marksOf(desk, channels, ['setting:site']),
  });
  const [first, next] = editionIds as [number, number];
  await take(desk, 'channels', 'approved', { editionId: first }, home(soon));
  (await take(desk, 'channels', 'approved', { editionId: next }, home(later))).waits = true;
}

/** Reads the mark of the public version of each subject; a draft needs them as its base. */
async function marksOf(
  { product }: Desk,
  client: ConsoleClient,
  subjects: readonly string[],
): Promise<Record<string, string>> {
  const marks: Record<string, string> = {};
  for (const subject of subjects.map(product.offers.spelling.subject))
    marks[subject] = (await client.done('GET', `/public-content?subject=${encodeURIComponent(subject)}`)).mark;
  return marks;
}

const spelled = ({ product }: Desk, changes: readonly Change[]): object[] =>
  changes.map(product.offers.spelling.change);

interface Written {
  title: string;
  changes: Change[];
  /** subjects of the changes that are public already */
  about?: string[];
  shows?: Seen[];
}

async function write(
  desk: Desk,
  writer: 'editor' | 'channels',
  reached: Reached,
  { title, changes, about = [], shows }: Written,
): Promise<StoredEdition> {
  const client = desk.clients[writer];
  const draft = { title, changes: spelled(desk, changes), base: await marksOf(desk, client, about) };
  return take(desk, writer, reached, await client.done('POST', '/editions', draft), shows);
}

/** RD6: number of rows that go, which an approval types; false where the commit does not ask for it. */
async function rowsGone({ ask }: ConsoleClient, editionId: number): Promise<{ rowsGone: number } | false> {
  const { data } = await ask('GET', `/editions/${editionId}/check`);
  return data?.redLines ? { rowsGone: data.redLines.rowsGone } : false;
}

/** PV2: the code of a refusal whose findings are answered one by one */
const FINDINGS = '2033';

/** Does a step; of commits that ask for answers to findings, such as a file that was not searched (PV3), with these. */
async function answered({ ask, done }: ConsoleClient, path: string, body: object): Promise<void> {
  const { code, data } = await ask('POST', path, body);
  if (code === '0') return;
  const keys: string[] = code === FINDINGS ? data.findings.map(({ key }: { key: string }) => key) : [];
  const reasons = Object.fromEntries(keys.map((key) => [key, '虚构的内容']));
  await done('POST', path, { ...body, ...(path.endsWith('/submit') ? { reasons } : { consents: keys }) });
}

/** Takes an edition through the steps up to `reached`, and notes it. */
async function take(
  { clients, editions }: Desk,
  writer: 'editor' | 'channels',
  reached: Reached,
  { editionId }: { editionId: number },
  shows?: Seen[],
): Promise<StoredEdition> {
  const { version, title } = await clients[writer].done('GET', `/editions/${editionId}`);
  const hands = { submit: clients[writer], approve: clients.reviewer, publish: clients.publisher };
  for (const step of WAY.slice(0, STATES.indexOf(reached))) {
    const confirmed = step === 'approve' && (await rowsGone(clients.reviewer, editionId));
    await answered(hands[step], `/editions/${editionId}/${step}`, { version, ...confirmed });
  }
  const { account } = PEOPLE[writer];
  const noted: StoredEdition = { editionId, title, state: reached, writer: account, ...(shows && { shows }) };
  editions.push(noted);
  return noted;
}
