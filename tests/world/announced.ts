import { isListed } from '#page/public-content.ts';
import type { Position } from '#page/site-map.ts';
import { channelPath } from '#rules/addresses/channel-tree.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import type { AddressAnswer, ChannelPlan } from '#wire/channel-answers.ts';
import { findOldAddress, oldAddressIndex } from '#rules/addresses/old-addresses.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths, REGISTER_FILE, SITE_BASE } from '#wire/paths.ts';
import type { Hand } from './editions.ts';
import { WIRE_KEY, type TestSite } from './site.ts';

/** ED9: what a running site answers of all that 将会改变 tells, and what an announcement makes of it. */

const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));

/** pages of addresses alone that show what channels and registers have */
const FIXED = ['/', '/sitemap', '/data', '/verify', '/serve/professionalInvestor'];

/** Answer to a visitor: a page by its title, without the site's name. */
type Answer = { kind: 'page'; title: string } | { kind: 'redirect'; to: string } | { kind: 'gone' | 'nothing' };

export interface Table {
  title: string;
  headings: string[];
  csv: string[];
  template: string[];
  file: boolean;
  page: boolean;
  /** cells of the file */
  rows: string[][];
}

export interface Seen {
  siteName: string;
  addresses: Map<string, Answer>;
  /** lines for addresses of a former site at the root: where each leads */
  former: Map<string, string>;
  /** names by the title of the menu's row */
  menus: Map<string, string[]>;
  /** ids of the channels in menus */
  listed: string[];
  /** parts of the home page, and the checks that it offers */
  parts: Map<string, string[]>;
  tables: Map<string, Table>;
}

/**
 * Asks a site. @param also addresses besides those of its channels and public articles @param who reads import templates
 * @param registers whose tables are looked at
 */
export async function look(
  site: TestSite,
  { also, who, registers }: { also: Iterable<string>; who: Hand; registers: readonly string[] },
): Promise<Seen> {
  const now = await site.deps.siteAt('now');
  const articles = await site.database.db
    .selectFrom('article')
    .select(['article_id', 'channel_id'])
    .where('public_to', 'is', null)
    .execute();
  const all = new Set([
    ...FIXED,
    ...[...now.map.byUrl.keys()].map(channelPath),
    ...articles.map((one) => now.articlePath(one.channel_id, one.article_id)),
    ...[...now.oldAddresses.to.keys()].map((key) =>
      key.startsWith(`${SITE_BASE}/`) ? key.slice(SITE_BASE.length) : key,
    ),
    ...also,
  ]);
  const siteName = now.shell.brand.name;
  const addresses = new Map<string, Answer>();
  const views: Views = new Map();
  for (const path of all) addresses.set(path, await answerOf(site, path, views));
  return {
    siteName,
    addresses,
    former: new Map([...now.oldAddresses.to].filter(([key]) => isFormer(key)).map(([key, to]) => [key, siteOf(to)])),
    ...(await menusOf(site)),
    parts: await partsOf(site),
    tables: new Map(
      await Promise.all(
        registers.map(async (name) => [name, await tableOf(site, name, views.get(name), who)] as const),
      ),
    ),
  };
}

async function call<T>(site: TestSite, path: string): Promise<T | null> {
  const { body } = await site.app.inject({ url: CALL_BASE + path });
  const { code, data } = JSON.parse(suite.decrypt(body)) as { code: string | number; data: T };
  return String(code) === '0' ? data : null;
}

type PageAnswer = {
  title: string;
  blocks: { heading?: string; tab?: string }[];
  redirect?: string;
  registers: Record<string, { title: string; columns: { title: string }[] }>;
};

/** Registers as the first page that shows them has them. */
type Views = Map<string, PageAnswer['registers'][string]>;

const pageOf = (site: TestSite, path: string): Promise<PageAnswer | null> =>
  call<PageAnswer>(site, `${paths.sitePage}?path=${encodeURIComponent(path)}`);

/** Whether it is an address of a former site, which stands at the root and not below this site's base (OA1). */
export const isFormer = (path: string): boolean => path.startsWith('/old/');

async function answerOf(site: TestSite, path: string, views: Views): Promise<Answer> {
  if (!path.includes('/detail/') && !isFormer(path)) {
    const page = await pageOf(site, path);
    for (const [name, view] of Object.entries(page?.registers ?? {})) if (!views.has(name)) views.set(name, view);
    if (page) return page.redirect === undefined ? { kind: 'page', title: page.title } : redirect(page.redirect);
  }
  const { status, html, headers } = await site.get(isFormer(path) ? path : SITE_BASE + path);
  if (status === 301 || status === 302) return redirect(String(headers.location));
  if (status !== 200) return { kind: status === 410 ? 'gone' : 'nothing' };
  return { kind: 'page', title: /<title>(.*?) - [^<]*<\/title>/.exec(html)?.[1] ?? '' };
}

const siteOf = (to: string): string => (to.startsWith(`${SITE_BASE}/`) ? to.slice(SITE_BASE.length) : to);
const redirect = (to: string): Answer => ({ kind: 'redirect', to: siteOf(to) });

/** The header as it is drawn, and what is below each channel as its section says. */
async function menusOf(site: TestSite): Promise<Pick<Seen, 'menus' | 'listed'>> {
  const now = await site.deps.siteAt('now');
  const { html } = await site.get(`${SITE_BASE}/nowhere-at-all`);
  const header = (now.shell.menu ?? []).map(({ title, children }) => {
    const drawn = [title, ...children.map((child) => child.title)].every((name) => html.includes(name));
    return drawn ? { title, children } : { title: `not drawn: ${title}`, children: [] };
  });
  const menus = new Map([['页眉菜单', header.map(({ title }) => title)]]);
  for (const { title, children } of header)
    if (children.length > 0)
      menus.set(
        `页眉“${title}”的下拉菜单`,
        children.map((child) => child.title),
      );
  const listed: string[] = [];
  const below = async ({ channel: { channelId } }: Position, line: string): Promise<void> => {
    listed.push(channelId);
    const found = await call<{ list: { newsId: string; title: string }[] }>(
      site,
      `${paths.sectionOverview}?channelId=${channelId}`,
    );
    const list = found?.list ?? [];
    if (list.length > 0)
      menus.set(
        `栏目菜单：${line}`,
        list.map(({ title }) => title),
      );
    for (const { newsId, title } of list) await below(now.map.byId.get(newsId)!, `${line} / ${title}`);
  };
  for (const position of now.map.tree.filter((one) => isListed(one, now.map)))
    await below(position, position.channel.name);
  return { menus, listed: listed.toSorted() };
}

async function partsOf(site: TestSite): Promise<Map<string, string[]>> {
  const home = await pageOf(site, '/');
  const isOffered = async (kind: string) =>
    (await site.get(`${SITE_BASE}/verify?kind=${kind}`)).html.includes('verify__scope');
  const checks = [(await isOffered('staff')) && '人员核验', (await isOffered('product')) && '产品核验'];
  return new Map([
    ['首页的内容', (home?.blocks ?? []).flatMap(({ heading, tab }) => [heading, tab].filter(Boolean).join('：') || [])],
    ['核验', checks.filter((name) => name !== false)],
  ]);
}

async function tableOf(
  site: TestSite,
  register: string,
  shown: PageAnswer['registers'][string] | undefined,
  who: Hand,
): Promise<Table> {
  const now = await site.deps.siteAt('now');
  const known = now.registers.has(register);
  // each look is another visitor to the limits of downloads
  looks += 1;
  const remoteAddress = `10.9.${Math.floor(looks / 250)}.${looks % 250}`;
  const file = await site.app.inject({ url: `${REGISTER_FILE}/${register}.csv`, remoteAddress });
  if (file.statusCode === 429 || file.statusCode >= 500) throw new Error(`${register}.csv: ${file.statusCode}`);
  const lines =
    file.statusCode === 200
      ? file.body
          .replace(/^\uFEFF/, '')
          .trim()
          .split(/\r?\n/)
      : [];
  const [csv = [], ...rows] = lines.map((line) => line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1')));
  return {
    title: now.registers.get(register)?.title ?? '',
    headings: shown?.columns.map(({ title }) => title) ?? [],
    csv,
    template: known ? await templateOf(site, register, who) : [],
    file: file.statusCode === 200,
    page: shown !== undefined,
    rows,
  };
}

let looks = 0;

const sessions = new Map<number, string>();

async function templateOf(site: TestSite, register: string, who: Hand): Promise<string[]> {
  const session = sessions.get(who.staffId) ?? (await beginSession(site.database.db, who.staffId, '10.0.0.1'));
  sessions.set(who.staffId, session);
  const { rawPayload, statusCode } = await site.app.inject({
    url: `/console/api/registers/${register}/template.xlsx`,
    headers: { host: new URL(site.deps.siteUrl).host, cookie: `console=${session}` },
  });
  if (statusCode !== 200) return [`status ${statusCode}`];
  const sheet = await readSheet(rawPayload, 'template.xlsx');
  await sheet.close();
  return sheet.header.cells.map(({ text }) => text);
}

/** The former state with the changes of an announcement. @param newIds numbers of its new articles, in order */
export function announced(
  before: Seen,
  plan: ChannelPlan,
  newIds: readonly number[],
): Omit<Seen, 'tables' | 'former'> & {
  tables: Map<string, Omit<Table, 'rows'>>;
} {
  const addresses = new Map(before.addresses);
  const ids = [...newIds];
  for (const { path, before: was, after } of plan.addresses) {
    const named = path.endsWith('/…') ? path.replace('…', String(ids.shift())) : path;
    const known = before.addresses.get(named);
    if (known && JSON.stringify(known) !== JSON.stringify(answerIn(was)))
      addresses.set(`${named} before`, { kind: 'page', title: JSON.stringify([known, was]) });
    addresses.set(named, answerIn(after));
  }
  // OA3: a line that names fewer params leads on what no line names any more, or not yet
  const announcedPaths = new Set(plan.addresses.map(({ path }) => path));
  const lines = new Map(before.former);
  for (const path of announcedPaths) {
    const then = isFormer(path) ? addresses.get(path)! : undefined;
    if (then?.kind === 'redirect') lines.set(path, then.to);
    else lines.delete(path);
  }
  const index = oldAddressIndex(lines);
  for (const path of addresses.keys()) {
    if (!isFormer(path) || announcedPaths.has(path)) continue;
    const key = findOldAddress(index, path);
    addresses.set(path, key === undefined ? { kind: 'nothing' } : { kind: 'redirect', to: lines.get(key)! });
  }
  const menus = new Map(before.menus);
  for (const { title, lines } of plan.menus) {
    const after = lines.flatMap(({ how, text }) => (how === 'removed' ? [] : [text]));
    if (after.length > 0) menus.set(title, after);
    else menus.delete(title);
  }
  const parts = new Map(before.parts);
  for (const { title, lines } of plan.parts)
    parts.set(
      title,
      lines.flatMap(({ how, text }) => (how === 'removed' ? [] : [text])),
    );
  const left = plan.shown.flatMap(({ channelId, how }) => (how === 'leaves' ? [channelId] : []));
  const came = plan.shown.flatMap(({ channelId, how }) => (how === 'comes' ? [channelId] : []));
  const tables = new Map(
    [...before.tables].map(([register, { rows: _rows, ...table }]) => {
      const announcedPaths = plan.tables.find((one) => one.register === register);
      return [register, announcedPaths ? tableAfter(table, announcedPaths) : table] as const;
    }),
  );
  return {
    siteName: plan.siteName?.after ?? before.siteName,
    addresses,
    menus,
    parts,
    listed: [...before.listed.filter((id) => !left.includes(id)), ...came].toSorted(),
    tables,
  };
}

const answerIn = (answer: AddressAnswer): Answer =>
  answer.kind === 'page'
    ? { kind: 'page', title: answer.name }
    : answer.kind === 'redirect'
      ? redirect(answer.to)
      : { kind: answer.kind };

function tableAfter(table: Omit<Table, 'rows'>, announcedPaths: ChannelPlan['tables'][number]): Omit<Table, 'rows'> {
  const is = (how: 'same' | 'comes' | 'leaves', was: boolean) => (how === 'same' ? was : how === 'comes');
  const partOf = (part: 'headings' | 'csv' | 'template', was: string[]) => {
    const lines = announcedPaths.parts.find((one) => one.part === part)?.lines;
    return lines ? lines.flatMap(({ how, text }) => (how === 'removed' ? [] : [text])) : was;
  };
  return {
    title: announcedPaths.title,
    headings: partOf('headings', table.headings),
    csv: partOf('csv', table.csv),
    template: partOf('template', table.template),
    file: is(announcedPaths.file, table.file),
    page: is(announcedPaths.page, table.page),
  };
}

/** Site path of a channel's articles, by which those of a moved or ended one are told. */
export const detailsOf = (url: string): string => `${channelPath(url)}/detail/`;
