import { pageProblems, type PageProblem } from './page-problems.ts';
import { decode, readHtml, type Element } from './read-html.ts';
import { leadsOf } from './links.ts';
import { patientFetch } from './patient-fetch.ts';

interface CrawlProblem extends PageProblem {
  /** address of the page with the problem */
  page: string;
}

export interface Crawled {
  /** addresses of all pages read */
  pages: string[];
  /** addresses of all files requested */
  files: string[];
  problems: CrawlProblem[];
}

interface CrawlOptions {
  /** scheme and host */
  origin: string;
  /** path of the first page; the addresses in /sitemap.xml are read, too */
  start: string;
  /** maximum of concurrent requests */
  concurrency?: number;
  /** Cookie header that selects a mode of the site */
  cookie?: string;
  progress?: (done: number, known: number) => void;
}

interface Task {
  address: string;
  file: boolean;
  /** the first page found that links to this address */
  from: string;
}

/** Reads every reachable page once, asks for every file and download once, and returns all problems found. */
export async function crawlSite({ origin, start, concurrency = 4, cookie, progress }: CrawlOptions): Promise<Crawled> {
  const known = new Set<string>();
  const waiting: Task[] = [];
  const crawled: Crawled = { pages: [], files: [], problems: [] };
  const anchors: { page: string; to: string; id: string }[] = [];
  const idsOf = new Map<string, Set<string>>();
  const add = (address: string, from: string, file: boolean) => {
    const [bare = '', id] = address.split('#', 2);
    if (id && !file) anchors.push({ page: from, to: bare, id });
    if (known.has(bare)) return;
    known.add(bare);
    waiting.push({ address: bare, file, from });
  };
  add(origin + start, '', false);
  for (const address of await sitemapAddresses(origin)) add(address, `${origin}/sitemap.xml`, false);

  async function visit({ address, file, from }: Task): Promise<void> {
    const answer = await ask(address, file, cookie);
    (file ? crawled.files : crawled.pages).push(address);
    // the target of a redirect is an address of its own
    if (answer.leadsTo !== null)
      return answer.leadsTo.startsWith(`${origin}/`) ? add(answer.leadsTo, from, file) : undefined;
    if (answer.status !== 200)
      return void crawled.problems.push({
        page: from,
        code: 'dead-link',
        what: `${address} answers ${answer.status || answer.html}`,
      });
    if (file || !answer.html) return;
    const elements = readHtml(answer.html);
    idsOf.set(address, idsIn(elements));
    crawled.problems.push(...pageProblems(answer.html, elements).map((problem) => ({ page: address, ...problem })));
    const leads = leadsOf(elements, address, origin);
    for (const to of leads.pages) add(to, address, false);
    for (const to of leads.files) add(to, address, true);
    progress?.(crawled.pages.length + crawled.files.length, known.size);
  }

  while (waiting.length > 0) {
    const wave = waiting.splice(0);
    const worker = async () => {
      for (let task = wave.shift(); task; task = wave.shift()) await visit(task);
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }
  const dead = anchors.filter(({ to, id }) => idsOf.has(to) && !idsOf.get(to)!.has(decodeURIComponent(id)));
  crawled.problems.push(
    ...dead.map(({ page, to, id }) => ({ page, code: 'dead-anchor' as const, what: `${to}#${id}` })),
  );
  return crawled;
}

/** The ids in a page that a link can target; browsers accept #top without an element of that id. */
const idsIn = (elements: readonly Element[]): Set<string> =>
  new Set(['top', ...elements.flatMap(({ attributes }) => attributes.id ?? [])]);

interface Answer {
  /** 0 when there was no response; `html` then holds the reason */
  status: number;
  /** where a redirect leads; null: it is none */
  leadsTo: string | null;
  /** '' for other media types */
  html: string;
}

async function ask(address: string, file: boolean, cookie: string | undefined): Promise<Answer> {
  try {
    const response = await patientFetch(address, { method: file ? 'HEAD' : 'GET', headers: cookie ? { cookie } : {} });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
    return {
      status: response.status,
      leadsTo: location === null ? null : new URL(location, address).href,
      html: !file && isPage ? await response.text() : (await response.arrayBuffer(), ''),
    };
  } catch (error) {
    return { status: 0, leadsTo: null, html: String(error) };
  }
}

/** All addresses of the site map and its parts, with their origin replaced by `origin`. */
export async function sitemapAddresses(origin: string): Promise<string[]> {
  const locations = async (path: string): Promise<string[]> => {
    const response = await patientFetch(origin + path);
    if (!response.ok) return [];
    return [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, address]) => new URL(decode(address!)).pathname,
    );
  };
  const listed = await locations('/sitemap.xml');
  const parts = listed.filter((path) => path.endsWith('.xml'));
  return [...listed.filter((path) => !parts.includes(path)), ...(await Promise.all(parts.map(locations))).flat()].map(
    (path) => origin + path,
  );
}
