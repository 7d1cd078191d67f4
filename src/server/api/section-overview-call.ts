import { randomUUID } from 'node:crypto';
import { text } from '#page/schema-words.ts';
import type { Link } from '#page/page-schema.ts';
import { hasContent, isListed, listedName } from '#page/public-content.ts';
import { exportedFields } from '#page/register-view.ts';
import type { Position } from '#page/site-map.ts';
import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/addresses/channel-id.ts';
import { MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import { paths } from '#wire/paths.ts';
import type { ChannelRow } from '../store/documents/list-channels.ts';
import { listRegisterStates, type RegisterState } from '../store/rows/list-register-rows.ts';
import { countArticlesByChannel, listNewestSummaries } from '../store/articles/section-overview.ts';
import { Refused } from '../errors.ts';
import type { Site } from '../site/site.ts';
import { defineCall } from './define-call.ts';
import { wireTime } from './wire-time.ts';

/** Ways on that a panel of a business has room for. */
const MOST_WAYS = 2;
/** Characters of a way's name. */
const LONGEST_WAY = 12;

export const sectionOverview = defineCall({
  path: paths.sectionOverview,
  ours: true,
  steady: true,
  summary: '栏目总览：有内容的下级栏目及其条数、日期、登记表、说明与链接',
  params: {
    channelId: text({ minLength: 1, maxLength: LONGEST_CHANNEL_ID, pattern: CHANNEL_ID, description: '栏目编号' }),
  },
  answers:
    'logId, list（newsId 为栏目编号, title, summary, publishTime, source, path；registers 为栏目页面的登记表：register, rows, countWord, dataDate, department, hasFiles（可以整表下载）；words 为栏目文章的摘要；ways（title, path）为下级栏目，没有时为页面上的链接，最多 2 个）',
  handle: async ({ channelId }, { db, moment, site }) => {
    if (!site.channel(channelId)) throw new Refused('unknownChannel', `栏目 ${channelId} 不存在`);
    // channels of the section's menu: the company section is below the channel that it is mounted at (CH5)
    const below = (id: string): Position[] =>
      site.map.byId
        .get(id)
        // the header's channels of the first level
        ?.children.filter((child) => (id !== MAIN_ROOT || child.channel.type === 1) && isListed(child, site.map)) ?? [];
    // channels with content come first where editors see the others, too
    const positions = below(channelId).toSorted(
      (a, b) => Number(hasContent(b, site.map)) - Number(hasContent(a, site.map)),
    );
    const children = positions.flatMap((position) => {
      const channel = site.channel(position.channel.channelId);
      return channel ? [{ ...channel, name: listedName(position, site.map) }] : [];
    });
    const ids = children.map(contentId);
    // a list says of no single article what the channel is
    const single = ids.filter((id) => site.map.byId.get(id)?.channel.contentKind === 'html');
    // US5: of what another system has nothing is counted here
    const [articles, summaries, states] = await Promise.all([
      site.contentElsewhere ? NO_ARTICLES : countArticlesByChannel(db, moment, ids),
      site.contentElsewhere ? new Map<string, string>() : listNewestSummaries(db, moment, single),
      listRegisterStates(db, moment),
    ]);
    const list = children.map((child) => {
      const registers = registersOf(site, child, states);
      const own = articles.get(contentId(child));
      const lower = below(child.channelId).map(({ channel }) => channel);
      return {
        newsId: child.channelId,
        title: child.name,
        summary: summaryOf(registers, own, lower),
        publishTime: own ? wireTime(own.newest) : '',
        source: child.department,
        path: site.channelPath(child.channelId),
        registers,
        words: summaries.get(contentId(child)) ?? '',
        ways: waysOf(site, child, lower),
      };
    });
    return { logId: randomUUID(), list };
  },
});

type Counted = Awaited<ReturnType<typeof countArticlesByChannel>>;
const NO_ARTICLES: Counted = new Map();

/** The channel whose articles a channel shows. */
const contentId = ({ sameAs, channelId }: ChannelRow): string => sameAs ?? channelId;

/** Figures of the registers that a channel's page shows, of this site's own. */
function registersOf(site: Site, { channelId }: ChannelRow, states: ReadonlyMap<string, RegisterState>) {
  return site.registersOf(channelId).flatMap((register) => {
    const definition = site.registers.get(register);
    const state = definition && !site.isElsewhere(definition) ? states.get(register) : undefined;
    if (!definition || !state) return [];
    return [
      {
        register,
        rows: state.rowCount,
        countWord: definition.countWord ?? '条',
        dataDate: state.dataDate,
        department: state.department || definition.department || site.surround.firm.department || '',
        // a register shown on demand has no file of the whole (RG8)
        hasFiles: definition.onDemand !== true && exportedFields(definition).length > 0,
      },
    ];
  });
}

/** One line about a channel: its rows and their date, its articles and theirs, or what stands below it. */
function summaryOf(
  registers: ReturnType<typeof registersOf>,
  articles: { count: number; newest: Date } | undefined,
  lower: readonly { name: string }[],
): string {
  if (registers.length > 0) {
    const counts = registers.map(({ rows, countWord }) => `${rows.toLocaleString('en-US')} ${countWord}`).join('，');
    const dataDate = registers
      .map((one) => one.dataDate)
      .sort()
      .at(-1);
    return `${counts} · 数据截至 ${dataDate}`;
  }
  if (articles)
    return `${articles.count > 1 ? `${articles.count} 条 · ` : ''}更新于 ${wireTime(articles.newest).slice(0, 10)}`;
  return lower.map(({ name }) => name).join('、');
}

/** HN8: the channels below a channel; of one without any the links of its page. */
function waysOf(site: Site, { channelId }: ChannelRow, lower: readonly { channelId: string; name: string }[]): Link[] {
  const path = site.channelPath(channelId);
  const page = lower.length > 0 || path === '' ? null : site.resolve(path);
  const ways =
    page && !('redirect' in page)
      ? page.blocks.flatMap(({ props }) => linksIn(props))
      : lower.map((one) => ({ title: one.name, path: site.channelPath(one.channelId) }));
  return ways.filter(({ title }) => [...title].length <= LONGEST_WAY).slice(0, MOST_WAYS);
}

/** Links of this site within the props of a block. */
function linksIn(value: unknown): Link[] {
  if (typeof value !== 'object' || value === null) return [];
  const { title, path } = value as { title?: unknown; path?: unknown };
  if (typeof title === 'string' && typeof path === 'string') return path.startsWith('/') ? [{ title, path }] : [];
  return Object.values(value).flatMap(linksIn);
}
