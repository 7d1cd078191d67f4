import type { RegisterDefinition } from '#page/register-schema.ts';
import { choicesOf } from '#page/register-view.ts';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import { paths } from '#wire/paths.ts';
import type { Answered, Gateway, Upstreams } from '../http/gateway.ts';
import type { Site } from '../site/site.ts';
import { askUpstream, type UpstreamQuery } from '../site/upstream/ask-upstream.ts';
import { createFilenames, type Filenames } from '../site/upstream/filenames.ts';
import { createPreviousCalls, type PreviousCalls } from '../site/upstream/previous-calls.ts';
import { createIgnoredBefore, type IgnoredBefore } from '../site/upstream/ignored-before.ts';
import { createHtmlCleaner, type HtmlCleaner } from '../site/upstream/cleaned-html.ts';
import { innerHosts, type InnerAddresses } from '../site/upstream/inner-addresses.ts';
import type { Places } from '../site/upstream/read-articles.ts';

/** Tools with which answers of other systems are read, besides the site itself. */
export interface UpstreamReading {
  inner: InnerAddresses;
  cleaned: HtmlCleaner;
  filenames: Filenames;
  previousCalls: PreviousCalls;
  before: IgnoredBefore;
}

/** @param siteUrl the origin as visitors type it, which is no inner address even where an upstream shares it */
export const createReading = (upstreams: Upstreams = {}, siteUrl = ''): UpstreamReading => ({
  inner: {
    files: upstreams.content?.files ?? '',
    hosts: innerHosts(
      Object.values(upstreams).flatMap(({ address, files }) => [address, files]),
      siteUrl,
    ),
  },
  cleaned: createHtmlCleaner(),
  filenames: createFilenames(),
  previousCalls: createPreviousCalls(),
  before: createIgnoredBefore(),
});

/** Asks another system a call, and gives its answer in this site's own form. @throws CallFailed */
export const askElsewhere = (
  { gateway, reading }: { gateway: Gateway; reading: UpstreamReading },
  site: Site,
  query: UpstreamQuery,
): Promise<Answered> =>
  askUpstream(
    {
      gateway,
      ...reading,
      places: placesOf(site),
      registerOf: (path, params) => registerAnswering(site, path, params),
      choicesOf: (field) => choicesOf(field, site.map.facts),
    },
    query,
  );

/** US13: begins what a page was made of before; whoever draws it finds the answers under way, or kept. */
export function beginAsking(
  deps: { gateway: Gateway; reading: UpstreamReading },
  site: Site,
  page: string,
  within: number,
): void {
  for (const { path, params } of deps.reading.previousCalls.of(page))
    // an answer that is not kept would be fetched twice
    if (deps.gateway.keeps(path) > 0) askElsewhere(deps, site, { path, params, headers: {}, within }).catch(() => {});
}

/** before the codes of columns, in the addresses of their channels */
const RESEARCH = 'research/';

const known = new WeakMap<Site, Places>();

function placesOf(site: Site): Places {
  let places = known.get(site);
  if (!places) {
    const isPlace = (url: string | undefined) => url !== undefined && url !== '' && !isExternal(url);
    places = {
      hasChannel: (channelId) => isPlace(site.channel(channelId)?.url) && !site.isOwnChannel(channelId),
      articlePath: (channelId, articleId) => site.articlePath(channelId, articleId),
      columnOf: (word) => {
        const column = site.newsColumns.find(({ columnId, code }) => columnId === word || code === word);
        return (
          site.map.byUrl.get(`${RESEARCH}${column?.code ?? word}`) ??
          (column && site.map.byUrl.get('research')?.children.find(({ channel }) => channel.name === column.name))
        )?.channel.channelId;
      },
      columnIdOf: (word) => {
        const { url = '', name = '' } = site.channel(word) ?? site.map.byUrl.get(RESEARCH + word)?.channel ?? {};
        const of = (one: string) => (column: Site['newsColumns'][number]) => Object.values(column).includes(one);
        const column = site.newsColumns.find(of(word)) ?? site.newsColumns.find(of(url.slice(RESEARCH.length)));
        return (column ?? site.newsColumns.find((one) => one.name === name))?.columnId ?? word;
      },
    };
    known.set(site, places);
  }
  return places;
}

/** The register that a call with these params answers, the most particular one first. */
function registerAnswering(
  site: Site,
  path: string,
  params: Readonly<Record<string, unknown>>,
): RegisterDefinition | undefined {
  const [found] = Object.values(site.map.registers)
    .flatMap((definition) =>
      definition.endpoints.flatMap((one) =>
        one.path === path ? [{ definition, when: Object.entries(one.when ?? {}) }] : [],
      ),
    )
    .filter(({ when }) => when.every(([name, value]) => String(params[name] ?? '') === value))
    .toSorted((a, b) => b.when.length - a.when.length);
  return found?.definition;
}

/** Whether a call of content is about a channel that stays this site's own: its legal texts. */
export const isOwnContent = (site: Site, path: string, params: Readonly<Record<string, unknown>>): boolean =>
  (path === paths.infoList || path === paths.infoContent) &&
  typeof params.channelId === 'string' &&
  site.isOwnChannel(params.channelId);
