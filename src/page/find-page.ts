import { OWN_BESIDE } from '#rules/addresses/channel-id.ts';
import { SCHEMA_VERSION, type Claim, type PageSchema } from './page-schema.ts';
import { claimParts, type ClaimKind } from './page-structure.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import type { Problem } from './problems.ts';

/** Claims of refused documents that have no earlier good version. */
export interface LostClaims {
  claims: readonly Claim[];
  unread: boolean;
  doubtful: boolean;
}

const NO_LOSS: LostClaims = { claims: [], unread: false, doubtful: false };

/** Stands where a lost page would: an address that meets it can be answered by no other page. */
const LOST: PageSchema = { schemaVersion: SCHEMA_VERSION, page: '', for: [], layout: 'channel', blocks: [] };

export const isLostPage = ({ page }: Claimed): boolean => page === LOST;

/** A page with one of its claims: what an address or a channel meets. */
export interface Claimed {
  page: PageSchema;
  claim: Claim;
  /** US11: of the system that answers the content: never for a channel of this site's own */
  isElsewhere?: true;
}

/** All claims, ready to be looked up without going through the pages. */
export interface PageIndex {
  pages: ReadonlyMap<string, PageSchema>;
  /**
   * documents were refused of which it is not known what they are for: any address that nothing else claims may be
   * theirs
   */
  unread: boolean;
  /** documents were refused that may have been for a channel: one that seems empty may not be so */
  doubtful: boolean;
  paths: PathNode;
  byChannel: Map<string, Claimed>;
  byUrl: Map<string, Claimed>;
  byEnding: Map<string, Claimed>;
  /** distinct lengths of the endings, longest first */
  endingLengths: number[];
  byContentKind: Map<string, Claimed>;
  fallback: Claimed | null;
}

/** One segment of the claimed paths; `named` stands for any text. */
interface PathNode {
  claimed: Claimed | null;
  children: Map<string, PathNode>;
  named: PathNode | null;
}

export interface ChannelQuestion {
  channelId: string;
  url: string;
  contentKind?: string | null;
}

export interface Found extends Claimed {
  /** weaker claims that would have been met, strongest first */
  over: Claimed[];
}

/**
 * Indexes checked pages. Equal claims are problems (PS3). Until they are mended the page whose name comes first has the
 * claim, so that the same page is shown on every server and after every start.
 */
export function buildPageIndex(
  pages: Iterable<PageSchema>,
  lost: LostClaims = NO_LOSS,
): { index: PageIndex; problems: Problem[] } {
  const sorted = [...pages].sort((a, b) => (a.page < b.page ? -1 : 1));
  const index: PageIndex = {
    pages: new Map(sorted.map((page) => [page.page, page])),
    unread: lost.unread,
    doubtful: lost.doubtful,
    paths: pathNode(),
    byChannel: new Map(),
    byUrl: new Map(),
    byEnding: new Map(),
    endingLengths: [],
    byContentKind: new Map(),
    fallback: null,
  };
  const problems: Problem[] = [];
  for (const page of sorted) {
    [page.for].flat().forEach((claim) => {
      const first = enter(index, { page, claim });
      if (first) problems.push(equalClaims({ page, claim }, first, first), equalClaims(first, { page, claim }, first));
    });
  }
  for (const claim of lost.claims) enter(index, { page: LOST, claim });
  index.endingLengths = lengthsOf(index.byEnding);
  if (!index.fallback)
    problems.push({ pointer: '', code: 'no-default', message: 'No page has the claim {"default": true}.' });
  return { index, problems };
}

/** Endings, the longest first. */
const lengthsOf = (byEnding: PageIndex['byEnding']): number[] =>
  [...new Set([...byEnding.keys()].map((ending) => ending.length))].sort((a, b) => b - a);

/** US11: an index in which these pages have what they claim of channels before all others. */
export function withFirstPages(index: PageIndex, pages: readonly PageSchema[]): PageIndex {
  if (pages.length === 0) return index;
  const first: PageIndex = {
    ...index,
    pages: new Map([...index.pages, ...pages.map((page): [string, PageSchema] => [page.page, page])]),
    byChannel: new Map(index.byChannel),
    byUrl: new Map(index.byUrl),
    byEnding: new Map(index.byEnding),
  };
  for (const page of pages.toSorted((a, b) => (a.page < b.page ? 1 : -1)))
    for (const claim of [page.for].flat()) {
      const { kind, value } = claimParts(claim);
      if (kind === 'channel' || kind === 'url' || kind === 'idEnds')
        mapOf(first, kind).set(value, { page, claim, isElsewhere: true });
    }
  first.endingLengths = lengthsOf(first.byEnding);
  return first;
}

/** @returns the page that already holds an equal claim */
function enter(index: PageIndex, claimed: Claimed): Claimed | null {
  const { kind, value } = claimParts(claimed.claim);
  if (kind === 'path') {
    const node = pathNodeFor(index.paths, value);
    return node.claimed ?? ((node.claimed = claimed), null);
  }
  if (kind === 'default') return index.fallback ?? ((index.fallback = claimed), null);
  const map = mapOf(index, kind);
  return map.get(value) ?? (map.set(value, claimed), null);
}

function mapOf(index: PageIndex, kind: Exclude<ClaimKind, 'path' | 'default'>): Map<string, Claimed> {
  return { channel: index.byChannel, url: index.byUrl, idEnds: index.byEnding, contentKind: index.byContentKind }[kind];
}

/** Told to both: whichever of them was written now, its author has to know. */
function equalClaims({ page, claim }: Claimed, { page: other }: Claimed, { page: first }: Claimed): Problem {
  const pointer = Array.isArray(page.for) && page.for.length > 1 ? pointerTo('for', page.for.indexOf(claim)) : '/for';
  return {
    file: page.page,
    pointer,
    code: 'equal-claims',
    message: `The pages "${page.page}" and "${other.page}" both claim ${JSON.stringify(claim)}; "${first.page}" keeps it.`,
    other: other.page,
  };
}

/**
 * The page of a channel (PS3): by id, url, longest id ending, content kind, default. `detail` asks for the page of the
 * channel's items instead: by url with `/detail` after it, content kind `detail`, default.
 */
export function findPage(index: PageIndex, channel: ChannelQuestion, detail = false): Found | null {
  const met: Claimed[] = [];
  const isOwn = channel.channelId.startsWith(OWN_BESIDE);
  const add = (claimed: Claimed | null | undefined) => claimed && !(isOwn && claimed.isElsewhere) && met.push(claimed);
  if (!detail) {
    add(index.byChannel.get(channel.channelId));
    add(index.byUrl.get(channel.url));
    for (const length of index.endingLengths) {
      if (length <= channel.channelId.length) add(index.byEnding.get(channel.channelId.slice(-length)));
    }
  }
  if (detail) add(index.byUrl.get(`${channel.url}/detail`));
  const kind = detail ? 'detail' : channel.contentKind;
  if (kind) add(index.byContentKind.get(kind));
  add(index.fallback);
  const [first, ...over] = met;
  return first ? { ...first, over } : null;
}

/** The page of an address by its path claims; a written segment is stronger than a named one. */
export function findPageByPath(index: PageIndex, path: string): (Claimed & { names: Record<string, string> }) | null {
  const segments = segmentsOf(path);
  const values: string[] = [];
  const claimed = walk(index.paths, segments, 0, values);
  if (!claimed) return null;
  const names = [...claimParts(claimed.claim).value.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  return { ...claimed, names: Object.fromEntries(names.map((name, position) => [name, values[position]!])) };
}

function walk(node: PathNode, segments: string[], at: number, values: string[]): Claimed | null {
  const segment = segments[at];
  if (segment === undefined) return node.claimed;
  const written = node.children.get(segment);
  const claimed = written && walk(written, segments, at + 1, values);
  if (claimed) return claimed;
  if (!node.named) return null;
  values.push(segment);
  const named = walk(node.named, segments, at + 1, values);
  if (!named) values.pop();
  return named;
}

const pathNode = (): PathNode => ({ claimed: null, children: new Map(), named: null });

function pathNodeFor(root: PathNode, path: string): PathNode {
  return segmentsOf(path).reduce((node, segment) => {
    if (segment.startsWith('{')) return (node.named ??= pathNode());
    const child = node.children.get(segment) ?? pathNode();
    node.children.set(segment, child);
    return child;
  }, root);
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
