import { registryOf } from '#page/registry.ts';
import { pageOfToday, propsVersionOf } from '#page/upgrade-props.ts';
import { sql } from 'kysely';
import { PLACES, type PageSchema } from '#page/page-schema.ts';
import { CLAIM_KINDS, CLAIM_WORDS, claimParts } from '#page/page-structure.ts';
import { pageName } from '#rules/addresses/page-name.ts';
import { sources } from '#sources/index.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { PageFacts, PageLine, PageSchemaAnswer } from '#wire/console-answers.ts';
import { widgets } from '#widgets/index.ts';
import { listPageEditions } from '../../store/documents/list-page-editions.ts';
import type { Db } from '../../db/tables.ts';
import { wordsOfPageProblem } from '../review/check-edition.ts';
import { publicRevisions } from '../publish/public-revisions.ts';
import { loadPages, type LoadedPages } from '../../site/page-store.ts';
import { listOpenEditions } from '../settings/open-editions.ts';
import type { Site } from '../../site/site.ts';

/** The room `server/editions/page-schemas` is what the console asks of page schemas besides editions. */

interface Facts {
  db: Db;
  site: Pick<Site, 'map' | 'registers' | 'channelPath'>;
  /** page-schemas/ */
  pagesDir: string;
}

async function load({ db, pagesDir }: Facts) {
  const all = await listPageEditions(db, 'now');
  // a register's definition may have the name of a page
  const editions = all.filter(({ document }) => Object(document).register === undefined);
  return { all, editions, loaded: loadPages({ dir: pagesDir, editions: all, widgets, sources }) };
}

const nameOf = (file: string): string =>
  file
    .replace(/^edition:/, '')
    .replace(/^.*\//, '')
    .replace(/\.json$/, '');

const isRegister = (file: string): boolean => file.startsWith('registers/');

const problemsOf = (loaded: LoadedPages, page: string, document: unknown): PageSchemaAnswer['problems'] =>
  loaded.problems
    .filter(({ file }) => file !== undefined && !isRegister(file) && nameOf(file) === page)
    .map((problem) => ({
      pointer: problem.pointer,
      code: problem.code,
      message: wordsOfPageProblem({ page, document }, problem),
    }));

/** Every page schema, by name: where it comes from, what it is for, what is wrong with it, what is under way. */
export async function listPageSchemas(facts: Facts): Promise<PageLine[]> {
  const { editions, loaded } = await load(facts);
  const since = new Map(
    editions
      .toReversed()
      .filter(({ page }) => loaded.pages.has(page))
      .map(({ page, publicFrom }) => [page, publicFrom.toISOString()]),
  );
  const shipped = new Set([...loaded.documents.keys()].filter((file) => !isRegister(file)).map(nameOf));
  const { rows } = await sql<{
    page: string;
    count: number;
  }>`select substr(subject, 6) as page, count(*)::int as count from edition, jsonb_object_keys(base) as subject
    where state not in ('published', 'discarded') and subject like 'page:%' group by subject`.execute(facts.db);
  const open = new Map(rows.map(({ page, count }) => [page, count]));
  return [...loaded.pages.values()]
    .map((page) => ({
      page: page.page,
      title: titleOf(page, facts.site),
      layout: page.layout,
      blocks: page.blocks.length,
      from: since.has(page.page)
        ? ('edition' as const)
        : shipped.has(page.page)
          ? ('file' as const)
          : ('built-in' as const),
      since: since.get(page.page) ?? '',
      claims: claimsInWords(page, facts.site),
      problems: problemsOf(loaded, page.page, page).length,
      editions: open.get(page.page) ?? 0,
    }))
    .toSorted((a, b) => (a.page < b.page ? -1 : 1));
}

/** A page or a register of which a published or shipped document is refused, so that a former one stands in (PS1). */
interface RefusedDocument {
  name: string;
  isRegister: boolean;
  title: string;
  /** its first problem */
  message: string;
  problems: number;
}

/** WB5: documents that are refused, each once. */
export async function listRefusedDocuments(facts: Facts): Promise<RefusedDocument[]> {
  const { all, editions, loaded } = await load(facts);
  const byFile = Map.groupBy(
    loaded.problems.filter(({ file }) => file !== undefined),
    ({ file }) => file!,
  );
  return [...byFile].map(([file, problems]) => {
    const name = nameOf(file);
    const page = loaded.pages.get(name);
    const isOfRegister =
      isRegister(file) || (file.startsWith('edition:') && !editions.some((edition) => edition.page === name));
    const document = all.find((edition) => file === `edition:${edition.page}`)?.document ?? loaded.documents.get(file);
    return {
      name,
      isRegister: isOfRegister,
      title: isOfRegister ? (facts.site.registers.get(name)?.title ?? name) : page ? titleOf(page, facts.site) : name,
      message: wordsOfPageProblem({ page: name, document }, problems[0]!),
      problems: problems.length,
    };
  });
}

/** Pages in whose document a text stands, by name. */
export async function pagesWith(facts: Facts, text: string): Promise<{ page: string; title: string }[]> {
  const { loaded } = await load(facts);
  return [...loaded.pages.values()]
    .filter((page) => JSON.stringify(page).includes(text))
    .map((page) => ({ page: page.page, title: titleOf(page, facts.site) }));
}

/** Every page with its name for people, and its document: what a search of the console looks through. */
export async function listPageDocuments(
  facts: Facts,
): Promise<{ page: string; title: string; document: PageSchema }[]> {
  const { loaded } = await load(facts);
  return [...loaded.pages.values()].map((page) => ({
    page: page.page,
    title: titleOf(page, facts.site),
    document: page,
  }));
}

/** RG18. An address that is no channel's says more than a technical name does. */
export function titleOf(page: PageSchema, site: Facts['site']): string {
  const channels = () => [...site.map.byId.values()].map(({ channel }) => channel);
  return pageName(page, channels) ?? claimsInWords(page, site)[0]?.name ?? page.page;
}

const KINDS_OF_CONTENT: Readonly<Record<string, string>> = {
  list: '多篇文章的栏目',
  html: '一篇文章的栏目',
  htmlFile: '一篇文章和附件的栏目',
  downList: '只有附件的栏目',
  empty: '没有内容的栏目',
  detail: '文章的详情',
};

function claimsInWords({ for: claims }: PageSchema, { map, channelPath }: Facts['site']): PageLine['claims'] {
  const channels = [...map.byId.values()].map(({ channel }) => channel);
  return [claims].flat().map((claim) => {
    const { kind, value } = claimParts(claim);
    const channel = channels.find((one) =>
      kind === 'channel'
        ? one.channelId === value
        : kind === 'idEnds'
          ? one.channelId.endsWith(value)
          : kind === 'url' && one.url === value.replace(/\/detail$/, ''),
    );
    const name = channel
      ? `${channel.name}${kind === 'url' && value.endsWith('/detail') ? '的详情' : ''}`
      : kind === 'default'
        ? '其余栏目'
        : kind === 'contentKind'
          ? (KINDS_OF_CONTENT[value] ?? value)
          : value;
    const path =
      kind === 'path' && !value.includes('{')
        ? value
        : channel && !value.endsWith('/detail')
          ? channelPath(channel.channelId)
          : '';
    return { kind, value, name, path: path && SITE_BASE + path };
  });
}

/**
 * One page schema as it was written, with the file that ships under its name. @param reach of editions
 * (open-editions.ts) @returns undefined: there is none
 */
export async function findPageSchema(
  facts: Facts,
  page: string,
  reach: readonly string[] | null,
): Promise<PageSchemaAnswer | undefined> {
  const { editions, loaded } = await load(facts);
  const edition = editions.find((one) => one.page === page);
  const file = [...loaded.documents].find(([name]) => nameOf(name) === page && !isRegister(name))?.[1];
  const document = edition?.document ?? file ?? loaded.pages.get(page);
  if (document === undefined) return undefined;
  const subject = `page:${page}`;
  const [revisions, open] = await Promise.all([
    publicRevisions(facts.db, [subject]),
    listOpenEditions(facts.db, subject, reach),
  ]);
  const good = loaded.pages.get(page);
  const path = good && claimsInWords(good, facts.site).find((claim) => claim.path !== '')?.path;
  return {
    page,
    from: edition ? 'edition' : file !== undefined ? 'file' : 'built-in',
    since: edition?.publicFrom.toISOString() ?? '',
    // the editor's form knows the props of today
    document: ofToday(document),
    ...(file !== undefined && { file: ofToday(file) }),
    mark: revisions[subject] ?? '',
    editions: open,
    problems: problemsOf(loaded, page, document),
    path: path?.slice(SITE_BASE.length) ?? '',
  };
}

/** PS7: documents of pages, of whatever age, as this program writes them. */
export const pagesOfToday = (documents: readonly unknown[]): unknown[] => documents.map(ofToday);

const ofToday = (document: unknown): unknown => pageOfToday(document, registryOf('widget', widgets));

/** Parts that a page can be made of, from the code: layouts with their places, claims, widgets, sources, registers. */
export function pageFacts({ registers }: Pick<Site, 'registers'>): PageFacts {
  return {
    layouts: PLACES,
    claims: CLAIM_KINDS.map((kind) => ({ kind, title: CLAIM_WORDS[kind].title })),
    widgets: widgets
      .map((widget) => {
        const { name, title, accepts, props } = widget;
        return { name, title, accepts, schema: props, propsVersion: propsVersionOf(widget) };
      })
      .toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    sources: sources.map(({ name, title, gives, params, takesRegisterFilters = false }) => ({
      name,
      title,
      gives,
      params: params as PageFacts['sources'][number]['params'],
      takesRegisterFilters,
    })),
    registers: [...registers.values()].map(({ register, title, filters }) => ({
      register,
      title,
      filters: filters
        .map((filter) =>
          'name' in filter && typeof filter.name === 'string'
            ? filter.name
            : 'field' in filter
              ? String(filter.field)
              : '',
        )
        .filter((name) => name !== ''),
    })),
  };
}
