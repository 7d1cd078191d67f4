import { pageProblems, type PageProblem } from './page-problems.ts';
import { leadsOf } from '../walk/links.ts';
import { patientFetch } from '../walk/patient-fetch.ts';
import { readHtml, type Element } from '../walk/read-html.ts';
import { sitemapAddresses } from '../walk/site-pages.ts';
import { walk } from '../walk/walk.ts';

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
  const crawled: Crawled = { pages: [], files: [], problems: [] };
  const anchors: { page: string; to: string; id: string }[] = [];
  const idsOf = new Map<string, Set<string>>();
  const taskOf = (to: string, from: string, file: boolean): Task => {
    const [address = '', id] = to.split('#', 2);
    if (id && !file) anchors.push({ page: from, to: address, id });
    known.add(address);
    return { address, file, from };
  };

  async function visit({ address, file, from }: Task, find: (task: Task) => void): Promise<void> {
    const answer = await ask(address, file, cookie);
    (file ? crawled.files : crawled.pages).push(address);
    // the target of a redirect is an address of its own
    if (answer.leadsTo !== null)
      return answer.leadsTo.startsWith(`${origin}/`) ? find(taskOf(answer.leadsTo, from, file)) : undefined;
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
    for (const to of leads.pages) find(taskOf(to, address, false));
    for (const to of leads.files) find(taskOf(to, address, true));
    progress?.(crawled.pages.length + crawled.files.length, known.size);
  }

  const listed = await sitemapAddresses(origin);
  await walk(
    [taskOf(origin + start, '', false), ...listed.map((address) => taskOf(address, `${origin}/sitemap.xml`, false))],
    visit,
    { atOnce: concurrency, keyOf: ({ address }) => address },
  );
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
  /** target of a redirect; null: it is none */
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
