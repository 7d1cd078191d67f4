import type { Cell, Hit, HitRow } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registerView } from '#page/register-view.ts';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import { paths } from '#wire/paths.ts';
import { pathOfRegister, pathOfRow, shownRegisters } from '../site/register-places.ts';
import type { Site } from '../site/site.ts';
import { shownFields } from '../store/rows/list-register-rows.ts';
import { markHits } from '../store/search/mark-hits.ts';
import { foldSearch } from '../store/search/search-pieces.ts';
import type { CallContext } from './define-call.ts';
import { factOf } from './row-facts.ts';
import { channelsBelow } from './search-places.ts';

type Asking = Pick<CallContext, 'site' | 'elsewhere'>;
type Row = Readonly<Record<string, Cell>>;

/** rank of another system's answers, beside channels: that of a row and a title that hold the words */
const ROW_RANK = 9;
const TITLE_RANK = 8;
const MOST_FACTS = 5;
/** rows asked of each register */
const OF_EACH = 5;
/** articles that are looked at */
const MOST_ARTICLES = 100;
/** characters of a list of channels in a call */
const LONGEST_LIST = 1_900;

/** US5: registers that another system answers and looks through by words. */
export const searchedElsewhere = (site: Site): RegisterDefinition[] =>
  Object.values(site.map.registers).filter(
    (definition) =>
      site.isElsewhere(definition) &&
      shownRegisters(site).has(definition.register) &&
      fuzzyOf(definition) !== undefined,
  );

const fuzzyOf = ({ filters }: RegisterDefinition): string | undefined =>
  filters.flatMap((filter) => ('fuzzy' in filter ? filter.name : []))[0];

/**
 * US5: rows of such a register that hold the words; a system that does not know them answers others, which are left out.
 * @throws CallFailed
 */
export async function findElsewhere(
  { elsewhere }: Pick<Asking, 'elsewhere'>,
  definition: RegisterDefinition,
  words: string,
  most: number,
): Promise<{ data: Row; exact: boolean }[]> {
  const { endpoint, when, answer } = registerView(definition);
  const query = { ...when, [fuzzyOf(definition)!]: words };
  const data = await elsewhere(endpoint, answer.bare ? query : { ...query, pageNum: 1, pageSize: most });
  const rows = (answer.bare ? data : (data as Record<string, unknown>)[answer.list]) as Row[];
  const typed = foldSearch(words);
  return rows.slice(0, most).flatMap((row) => {
    const cells = shownFields(definition).map((field) => foldSearch(String(row[field] ?? '')));
    return cells.some((cell) => cell.includes(typed)) ? [{ data: row, exact: cells.includes(typed) }] : [];
  });
}

export interface FoundElsewhere {
  rows: HitRow[];
  list: (Omit<Hit, 'originalTime'> & { publishTime: string })[];
  /** the parts that were not searched, in words for visitors; '' where all were */
  limits: string;
}

interface Narrowed {
  section: string;
  since: Date | null;
  kind: 'article' | 'file' | 'register' | undefined;
}

/** US5: what other systems have of some words: rows by the call of each register, articles by their titles. */
export async function searchElsewhere(context: Asking, words: string, narrowed: Narrowed): Promise<FoundElsewhere> {
  const { site } = context;
  const isNarrow = narrowed.section !== '' || narrowed.since !== null;
  const registers =
    isNarrow || [...words].length < 2 ? [] : searchedElsewhere(site).filter(({ onDemand }) => !onDemand);
  const [rows, articles] = await Promise.all([
    Promise.allSettled(registers.map(async (one) => rowsOf(context, one, words))),
    site.contentElsewhere && narrowed.kind !== 'register' && narrowed.kind !== 'file'
      ? articlesOf(context, words, narrowed).catch(() => null)
      : [],
  ]);
  const failed = registers.filter((_, at) => rows[at]!.status === 'rejected').map(({ title }) => title);
  return {
    rows:
      narrowed.kind === undefined || narrowed.kind === 'register'
        ? rows.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
        : [],
    list: articles ?? [],
    limits: [
      ...(site.contentElsewhere ? [articles === null ? '文章暂时无法查找' : '文章只按标题查找'] : []),
      ...(failed.length > 0 ? [`${failed.join('、')}暂时无法查找`] : []),
    ].join('；'),
  };
}

async function rowsOf({ site, elsewhere }: Asking, definition: RegisterDefinition, words: string): Promise<HitRow[]> {
  const found = await findElsewhere({ elsewhere }, definition, words, OF_EACH);
  return found.flatMap(({ data, exact }) => {
    const path = pathOfRow(site, definition, data) || pathOfRegister(site, definition.register);
    if (path === '') return [];
    const facts = definition.columns.flatMap((field) => factOf(site, definition, field, data[field] ?? null));
    return {
      register: definition.register,
      title: definition.title,
      path,
      exact,
      rank: ROW_RANK + Number(exact),
      facts: facts.slice(0, MOST_FACTS),
    };
  });
}

async function articlesOf({ site, elsewhere }: Asking, words: string, { section, since }: Narrowed) {
  const channelIds = listChannels(site, section === '' ? null : new Set(channelsBelow(site, section)));
  if (channelIds === '') return [];
  const data = (await elsewhere(paths.latestInfo, {
    channelIds,
    title: words,
    pageNum: 1,
    pageSize: MOST_ARTICLES,
  })) as { list: { newsId: string; title: string; publishTime: string; channelId: string; path: string }[] };
  const parts = words.split(/\s+/).map(foldSearch).filter(Boolean);
  return data.list
    .filter(
      ({ title, publishTime }) =>
        parts.every((part) => foldSearch(title).includes(part)) &&
        (since === null || Date.parse(publishTime) >= since.getTime()),
    )
    .map(({ newsId, title, publishTime, channelId, path }) => ({
      id: newsId,
      kind: 'article' as const,
      rank: TITLE_RANK,
      title: markHits(title, parts),
      excerpt: [],
      publishTime,
      channel: {
        title: site.channel(channelId)?.name ?? '',
        path: channelId === '' ? '' : site.channelPath(channelId),
      },
      path,
      file: null,
      article: null,
    }));
}

/** Channels that may have articles, those without channels below them first; as many as a call can name. */
function listChannels(site: Site, only: ReadonlySet<string> | null): string {
  const positions = [...site.map.byId.values()]
    .filter(
      ({ channel, parent }) => parent !== null && channel.url !== '' && !isExternal(channel.url) && !channel.sameAs,
    )
    .filter(({ channel: { channelId } }) => !site.isOwnChannel(channelId) && (only === null || only.has(channelId)))
    .toSorted((a, b) => Number(a.children.length > 0) - Number(b.children.length > 0));
  let list = '';
  for (const { channel } of positions) {
    const longer = list === '' ? channel.channelId : `${list},${channel.channelId}`;
    if (longer.length > LONGEST_LIST) break;
    list = longer;
  }
  return list;
}
