import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { TRACE_HEADER } from '#wire/paths.ts';
import { joined, withNote, type DocumentBytes } from '../draw/document.ts';
import type { PageHeaders } from '../../http/security-headers.ts';
import type { TouchedThings } from '../../store/publication/touched-things.ts';
import type { Mode } from '../address/modes.ts';
import type { Address } from '../draw/render.ts';

/**
 * Finished pages in memory. Keyed by mode and parsed address (never by raw headers), with the publication number that
 * each was rendered at; only complete anonymous 200 pages come in. Hits are answered before Fastify's hooks, from
 * prebuilt header lists.
 */
export type Encoding = 'identity' | 'gzip' | 'br';

interface Variant {
  /** parts in the order they are sent */
  body: readonly Buffer[];
  etag: string;
  headers: string[];
}

export interface CachedPage {
  key: string;
  publication: number;
  /** number of the newest publication of which it is known that it, and none since `publication`, touched the page */
  goodFor: number;
  /** absent: it may be made of anything */
  madeOf: ReadonlySet<string> | undefined;
  /** data for drawing it again */
  origin: PageOrigin | undefined;
  /** US13: milliseconds since 1970 until which it may be served; Infinity where publications alone end it */
  until: number;
  /** number of its requests, with half of those before each publication */
  asked: number;
  html: DocumentBytes;
  hash: string;
  /** bytes that it alone takes of the memory */
  bytes: number;
  variants: Map<Encoding, Variant>;
  preparing: Map<Encoding, Promise<Variant>>;
  /** the same page with its date, made when the database went away */
  standIn?: CachedPage;
}

/** Address and mode that a page was drawn for. */
export interface PageOrigin {
  address: Address;
  mode: Mode;
}

/** A page that can be drawn again. */
export interface Redrawable {
  key: string;
  origin: PageOrigin;
}

/** A page as it outlives the process. */
export interface StoredPage {
  key: string;
  html: DocumentBytes;
  madeOf: readonly string[] | null;
  origin: PageOrigin | null;
  asked: number;
  /** mode and raw addresses that lead to it */
  addresses: readonly string[];
}

/** State of publications that finding a page in the cache needs (site/publication-watch.ts). */
export interface Freshness {
  current(): number;
  away(): boolean;
  /** milliseconds since 1970 of the last answer of the database */
  seenAt(): number;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** bytes of kept pages; the stylesheet that all of them share is not counted */
const LIMIT = 12 * 1024 * 1024;
const ADDRESS_LIMIT = 10_000;
/** characters; a longer raw address is parsed each time, so that junk queries cannot fill the memory */
const LONGEST_ADDRESS = 512;
/** number of no publication */
const NEVER = -1;
/** age at which nothing is served any more while the database is away (trust.md) */
const STALE_LIMIT = 24 * 3_600_000;

export class PageCache {
  hits = 0;
  /** pages that were sent while the database was away */
  stale = 0;
  private readonly pages = new Map<string, CachedPage>();
  /** the last of `pages` */
  private newest: CachedPage | null = null;
  /** mode and raw address → key, so that a hit need not parse; bounded, and rebuilt from parsed addresses only */
  private readonly addresses = new Map<string, string>();
  private readonly rendering = new Map<string, { result: Promise<unknown>; readers: number; left: AbortController }>();
  private bytes = 0;
  private readonly headers: PageHeaders;
  private readonly freshness: Freshness;

  /** @param headers sent with every page @param freshness the publication watch */
  constructor(headers: PageHeaders, freshness: Freshness) {
    this.headers = headers;
    this.freshness = freshness;
  }

  /** The page to serve for a raw address with its mode's prefix (modes.ts), if it is known and fresh. */
  findByAddress(address: string): CachedPage | undefined {
    const key = this.addresses.get(address);
    return key === undefined ? undefined : this.find(key);
  }

  find(key: string): CachedPage | undefined {
    const page = this.pages.get(key);
    if (!page || !this.isFresh(page)) return undefined;
    if (page.until !== Infinity && Date.now() >= page.until) {
      this.drop(key);
      return undefined;
    }
    // most recently used last
    if (page !== this.newest) {
      this.pages.delete(key);
      this.pages.set(key, page);
      this.newest = page;
    }
    this.hits += 1;
    page.asked += 1;
    return page;
  }

  private isFresh(page: CachedPage): boolean {
    if (!this.freshness.away()) return page.publication === this.freshness.current();
    // the newest publication known still rules (PD8): withdrawn pages stay withdrawn, untouched ones stay
    return page.goodFor === this.freshness.current() && Date.now() - this.freshness.seenAt() < STALE_LIMIT;
  }

  /** PD8: pages that no publication after number `after` touched are good for the newest of them, too. */
  touch(after: number, { no, all, things }: Omit<TouchedThings, 'removed'>): void {
    for (const page of this.pages.values()) {
      page.asked /= 2;
      if (page.goodFor < after || page.goodFor >= no) continue;
      const isTouched =
        page.madeOf === undefined ? all || things.size > 0 : all || [...page.madeOf].some((thing) => things.has(thing));
      if (!isTouched) page.goodFor = no;
    }
  }

  /**
   * Pages from before the newest publication known: those of these paths, then the most visited ones in descending
   * order.
   */
  old(most: number, paths: ReadonlySet<string>): Redrawable[] {
    const current = this.freshness.current();
    const isFirst = ({ address }: PageOrigin): boolean => paths.has(address.path) && address.search === '';
    const old = [...this.pages.values()].flatMap(({ key, publication, asked, origin }) =>
      publication === current || !origin ? [] : { key, origin, asked, isFirst: isFirst(origin) },
    );
    return old
      .filter(({ asked, isFirst }) => isFirst || asked >= 1)
      .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.asked - a.asked)
      .slice(0, most);
  }

  /** Whether a page is kept as of the newest publication known. */
  isCurrent(key: string): boolean {
    return this.pages.get(key)?.publication === this.freshness.current();
  }

  /** Pages that are good for the newest publication known. */
  kept(): StoredPage[] {
    const addresses = Map.groupBy(this.addresses, ([, key]) => key);
    return [...this.pages.values()]
      .filter(({ goodFor, until }) => goodFor === this.freshness.current() && until === Infinity)
      .map(({ key, html, madeOf, origin, asked }) => ({
        key,
        html,
        madeOf: madeOf ? [...madeOf] : null,
        origin: origin ?? null,
        asked,
        addresses: addresses.get(key)?.map(([address]) => address) ?? [],
      }));
  }

  /** Takes over pages that were good for publication number `goodFor`: they are served while the database is away. */
  restore(pages: readonly StoredPage[], goodFor: number): void {
    for (const { key, html, madeOf, origin, asked, addresses } of pages) {
      // drawn by another process: never taken for the public page of now
      const page = this.store(key, NEVER, html, {
        madeOf: madeOf ? new Set(madeOf) : undefined,
        origin: origin ?? undefined,
      });
      Object.assign(page, { goodFor, asked });
      for (const address of addresses) this.remember(address, key);
    }
  }

  store(
    key: string,
    publication: number,
    html: DocumentBytes,
    {
      madeOf,
      origin,
      until = Infinity,
    }: { madeOf?: ReadonlySet<string> | undefined; origin?: PageOrigin | undefined; until?: number } = {},
  ): CachedPage {
    const page = this.finished(key, publication, html);
    Object.assign(page, { madeOf, origin, until, asked: this.pages.get(key)?.asked ?? 0 });
    this.drop(key);
    this.pages.set(key, page);
    this.newest = page;
    this.bytes += page.bytes;
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= LIMIT) break;
      this.drop(oldest);
    }
    return page;
  }

  private finished(key: string, publication: number, html: DocumentBytes): CachedPage {
    const page: CachedPage = {
      key,
      publication,
      goodFor: publication,
      madeOf: undefined,
      origin: undefined,
      until: Infinity,
      asked: 0,
      html,
      hash: hashOf(html),
      bytes: html.head.length + html.rest.length,
      variants: new Map(),
      preparing: new Map(),
    };
    page.variants.set('identity', this.variant([html.head, html.css, html.rest], 'identity', page));
    return page;
  }

  /** Page with the note 数据截至 (trust.md); it lasts as long as the database is away, and is not counted. */
  private standInFor(page: CachedPage): CachedPage {
    page.standIn ??= this.finished(page.key, page.publication, withNote(page.html));
    return page.standIn;
  }

  /** Lets later requests of the same raw address hit without parsing. */
  remember(address: string, key: string): void {
    if (address.length > LONGEST_ADDRESS) return;
    if (this.addresses.size >= ADDRESS_LIMIT) this.addresses.clear();
    this.addresses.set(address, key);
  }

  private drop(key: string): void {
    const page = this.pages.get(key);
    if (!page) return;
    this.pages.delete(key);
    if (page === this.newest) this.newest = null;
    this.bytes -= page.bytes;
  }

  clear(): void {
    this.pages.clear();
    this.newest = null;
    this.addresses.clear();
    this.bytes = 0;
  }

  /**
   * Runs one render at a time for a key: requests that come meanwhile wait for it.
   * @param render gets a signal when the last of those that wait has gone
   * @param gone aborted when this one has gone
   */
  async once<T>(key: string, render: (allGone: AbortSignal) => Promise<T>, gone: AbortSignal): Promise<T> {
    let under = this.rendering.get(key);
    if (!under) {
      const left = new AbortController();
      const result = render(left.signal).finally(() => this.rendering.delete(key));
      this.rendering.set(key, (under = { result, readers: 0, left }));
    }
    const { result, left } = under;
    const leave = (): void => {
      under.readers -= 1;
      if (under.readers === 0) left.abort();
    };
    under.readers += 1;
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave, { once: true });
    return result as Promise<T>;
  }

  /**
   * Answers from a finished page; compresses a variant the first time it is wanted, and never again.
   * @param requestId of this answer alone (PD14)
   */
  send(cached: CachedPage, request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const away = this.freshness.away();
    if (away) this.stale += 1;
    else delete cached.standIn;
    const page = away ? this.standInFor(cached) : cached;
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const variant = page.variants.get(encoding);
    if (variant) return write(variant, request, response, requestId);
    void this.prepare(page, encoding)
      .catch(() => page.variants.get('identity')!)
      .then((ready) => write(ready, request, response, requestId))
      // one answer that cannot be written must not end the server
      .catch(() => response.destroy());
  }

  private prepare(page: CachedPage, encoding: Encoding): Promise<Variant> {
    let preparing = page.preparing.get(encoding);
    if (!preparing) {
      preparing = compress(joined(page.html), encoding, 'kept').then((body) => {
        const variant = this.variant([body], encoding, page);
        page.variants.set(encoding, variant);
        page.bytes += body.length;
        if (this.pages.get(page.key) === page) this.bytes += body.length;
        return variant;
      });
      page.preparing.set(encoding, preparing);
    }
    return preparing;
  }

  private variant(
    body: readonly Buffer[],
    encoding: Encoding,
    { hash, html }: Pick<CachedPage, 'hash' | 'html'>,
  ): Variant {
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
    const headers = [
      ...this.headers(html),
      'ETag',
      etag,
      'Content-Length',
      String(body.reduce((sum, part) => sum + part.length, 0)),
    ];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    return { body, etag, headers };
  }
}

/** meanings of Accept-Encoding headers; browsers send a handful of short ones, and a full memory is emptied */
const meanings = new Map<string, Encoding>();
const MOST_MEANINGS = 100;
const LONGEST_REMEMBERED = 100;

/** Brotli where the browser takes it, else gzip, else the page as it is. Called for every request. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const known = meanings.get(header);
  if (known !== undefined) return known;
  const meaning = readEncoding(header);
  if (header.length > LONGEST_REMEMBERED) return meaning;
  if (meanings.size >= MOST_MEANINGS) meanings.clear();
  meanings.set(header, meaning);
  return meaning;
}

function readEncoding(header: string): Encoding {
  const accepted = header
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [coding = '', ...params] = part.split(';').map((word) => word.trim());
      return params.some((param) => /^q=0(\.0*)?$/.test(param)) ? [] : [coding];
    });
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/**
 * Brotli quality and gzip level. A kept answer is compressed once and sent often. One that is sent once is
 * compressed in 40 % of the time, and a fifth larger (docs/bench.md).
 */
const EFFORT = { kept: { br: 7, gzip: 6 }, once: { br: 3, gzip: 1 } };

/** Compresses one answer, off the main thread. @param use how often it will be sent */
export function compress(body: Buffer, encoding: Encoding, use: keyof typeof EFFORT): Promise<Buffer> {
  // a window as large as a page: the default one costs megabytes of memory a call
  if (encoding === 'br')
    return brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: EFFORT[use].br,
        [constants.BROTLI_PARAM_LGWIN]: 17,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
  return encoding === 'gzip' ? gzipped(body, { level: EFFORT[use].gzip }) : Promise.resolve(body);
}

const hashOf = ({ head, cssHash, rest }: DocumentBytes): string =>
  createHash('sha256').update(head).update(cssHash).update(rest).digest('base64url').slice(0, 22);

function write(variant: Variant, request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const headers = [...variant.headers, TRACE_HEADER, requestId];
  const known = request.headers['if-none-match'];
  if (
    known !== undefined &&
    (known === variant.etag || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === variant.etag))
  ) {
    response.writeHead(
      304,
      headers.filter(
        (_, at, all) => !['Content-Length', 'Content-Encoding', 'Content-Type'].includes(all[at - (at % 2)]!),
      ),
    );
    response.end();
    return;
  }
  response.writeHead(200, headers);
  if (request.method === 'HEAD') return void response.end();
  const last = variant.body.length - 1;
  // head and parts leave in one call of the system
  if (last > 0) response.cork();
  for (let at = 0; at < last; at += 1) response.write(variant.body[at]);
  response.end(variant.body[last]);
}
