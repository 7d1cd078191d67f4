/**
 * Writes a small store by the means of a commit: publications from files (content.ts), by a program or by editions. If
 * it has a console, there are editions in each state.
 */
import { USUAL } from '#wire/bases.ts';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as content from './content.ts';
import { idsOf, NEWS_PAGE, openDesk, publishBy, SECTION_PAGE, writeEditions } from './editions.ts';
import { linesOf, seen, visit, type Seen, type StoredFacts } from './facts.ts';
import type { Product } from './product.ts';

type Story = Pick<StoredFacts, 'people' | 'pages' | 'files' | 'editions'>;

/** @returns what visitors see of the store, and its editions */
export async function writeStore(product: Product): Promise<Story> {
  const files = { 'paper.pdf': content.PAPER, 'picture.png': content.PICTURE, 'notice.txt': content.NOTICE };
  const words = product.offers.patternWords ? { patternHint: '4 位数字', example: '0101' } : {};
  const first = product.publish ? null : await openDesk(product, words);
  const publish = product.publish ?? ((act, given) => publishBy(first!, act, given));
  await publish(content.opening, files);
  const paper = storedPath(product, content.PAPER);
  const picture = storedPath(product, content.PICTURE);
  const begun = first ? await idsOf(first) : content.countedIds;
  // content published by a program was shown; a site that people set up is shown by an edition
  const later = [...content.laterActs(picture, words, begun), ...(first ? content.showingActs : [])];
  for (const act of later) await publish(act);
  const ids = (first ? { ...(await idsOf(first)), ...begun } : begun) as content.ArticleIds;
  const desk = first ?? (product.offers.console ? await openDesk(product, words) : null);
  const { people, editions } = desk ? await writeEditions(desk, { paper, picture, ids }) : { people: [], editions: [] };
  const published = editions.filter(({ state }) => state === 'published').flatMap(({ shows = [] }) => shows);
  const pages = [...publicPages(product, picture, ids), ...published];
  for (const path of TABLES) pages.push(await tableAt(product.origin, path));
  return {
    people,
    pages,
    files: [
      { path: `/static-file/${paper}`, sha256: sha256(content.PAPER) },
      { path: `/static-file/${picture}`, sha256: sha256(content.PICTURE) },
    ],
    editions,
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Path of a stored file: a folder of the month, and the hash of the bytes as its name. */
function storedPath({ dataDir }: Product, bytes: Uint8Array): string {
  const hash = sha256(bytes);
  return readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).find((path) =>
    path.includes(hash),
  )!;
}

const publicPages = (product: Product, picture: string, ids: content.ArticleIds): Seen[] => [
  seen(`${USUAL.siteBase}/`, ['示例证券', '400-555-0001']),
  seen(NEWS_PAGE, ['公司新闻', '公司召开年度工作会议', '客户活动的通知', '新营业部开业']),
  seen(`${NEWS_PAGE}/detail/${ids.meeting}`, [
    '公司召开年度工作会议的正文。',
    '会议材料.pdf',
    '会场照片.png',
    '待补的附件.docx',
  ]),
  seen(`${NEWS_PAGE}/detail/${ids.hours}`, ['通知已经失效。', NEWS_PAGE], 410),
  seen(`${NEWS_PAGE}/detail/${ids.branch}`, ['营业部开业的照片：', `/static-file/${picture}`]),
  seen(`/static-file/${storedPath(product, content.NOTICE)}`, [], 410),
  seen(`${SECTION_PAGE}/lossStatement`, [
    '挂失请联系营业网点。',
    '关于业务专用章遗失的声明',
    '关于空白合同遗失的更正声明',
  ]),
  seen(`${SECTION_PAGE}/lossStatement/detail/${ids.contract}`, ['合同编号更正为二〇二六〇一。']),
  seen(`${SECTION_PAGE}/openDay`, [NEWS_PAGE], 301),
  seen(`${SECTION_PAGE}/oldNotice`, ['通知栏目不再使用。'], 410),
  seen(`${SECTION_PAGE}/oldHotline`, ['旧热线']),
  seen(`${SECTION_PAGE}/futuresIB`, ['顾知远', 'F3010002']),
  seen(`${SECTION_PAGE}/branchManagers`, ['滨江分公司', '文昌路营业部', '湖滨营业部', '2026-11-11']),
  seen(`${USUAL.siteBase}/search?q=${encodeURIComponent('专用章')}`, ['遗失的声明']),
];

/** Registers as files: now, and as of two days with a publication. */
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
