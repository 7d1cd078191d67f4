import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { COMPANY_ROOT, isExternal, MAIN_ROOT } from '#rules/channel-tree.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths as calls, SITE_BASE } from '#wire/paths.ts';
import { sitemapAddresses } from '../crawl/crawl-site.ts';
import { UNLISTED } from '../crawl/list-routes.ts';
import { differenceOf, pageLines } from './page-lines.ts';

const USAGE = `npm run check -- site --save FILE [--pictures FOLDER] [--url http://host:port]
npm run check -- site --against FILE [--pictures FOLDER] [--url http://host:port]

Before an upgrade, --save writes what every page of a running site says and how it is built. After it, --against compares:
pages that say something else, fail or are gone are listed with the first lines that differ, and it ends with code 1.
With --pictures each page is photographed, too, where Chromium is: at 1440 and 375 pixels, some two seconds a picture. What
looks otherwise is told with the part of the page, and both pictures stay in the folder.
Without --url the site is the one at 127.0.0.1 and PORT (8080).`;

/** pages that are asked for at one time, and lines of a difference that are printed */
const SIDE_BY_SIDE = 4;
const MOST_LINES = 6;
const FORMAT = 1;

interface SavedPage {
  status: number;
  lines: string[];
}

interface Saved {
  format: typeof FORMAT;
  savedAt: string;
  pages: Record<string, SavedPage>;
}

const { values } = parseArgs({
  options: {
    save: { type: 'string' },
    against: { type: 'string' },
    pictures: { type: 'string' },
    url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT ?? '8080'}` },
    help: { type: 'boolean' },
  },
});
if (values.help || (values.save === undefined) === (values.against === undefined)) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else process.exitCode = await main(new URL(values.url).origin, values);

interface Wanted {
  save?: string | undefined;
  against?: string | undefined;
  pictures?: string | undefined;
}

async function main(origin: string, { save, against, pictures }: Wanted): Promise<number> {
  const before = against === undefined ? null : readSaved(await readFile(against, 'utf8'));
  const listed = await sitemapAddresses(origin).catch(() => null);
  if (!listed || listed.length === 0) {
    console.error(`No site with pages answers at ${origin}. Start it (npm start), or name another one: --url`);
    return 2;
  }
  const paths = new Set([
    ...listed.map((address) => decodeURIComponent(new URL(address).pathname).slice(SITE_BASE.length) || '/'),
    ...(await channelPaths(origin)),
    ...UNLISTED,
    ...Object.keys(before?.pages ?? {}),
  ]);
  const pages = await readPages(origin, [...paths]);
  if (save !== undefined) {
    await writeFile(save, JSON.stringify({ format: FORMAT, savedAt: new Date().toISOString(), pages } satisfies Saved));
    console.log(`${Object.keys(pages).length} pages are written to ${save}`);
    if (hasChromium(pictures))
      for (const fault of await (await camera()).takePictures(origin, pictures, pages)) console.log(fault);
    return 0;
  }
  const told = [
    ...report(before!.pages, pages),
    ...(hasChromium(pictures) ? await (await camera()).comparePictures(origin, pictures, before!.pages) : []),
  ];
  for (const line of told) console.log(line);
  // one page may differ in words and in pictures
  const others = new Set(told.flatMap((line) => (line.startsWith(' ') ? [] : line.split(': ', 1)))).size;
  console.log(`${Object.keys(before!.pages).length} pages of ${before!.savedAt}: ${others} differ`);
  return others === 0 ? 0 : 1;
}

/** Takes pictures: loaded only where they are asked for, because a lean copy has no package that drives a browser (UP4). */
const camera = () => import('./pictures.ts');

/** Pictures are only where Chromium is (check.mjs names it). */
function hasChromium(folder: string | undefined): folder is string {
  if (folder !== undefined && !process.env.CHROMIUM)
    console.log('There is no Chromium here: pages are not photographed.');
  return folder !== undefined && process.env.CHROMIUM !== undefined;
}

/** Addresses of all channels of the site that are not hidden: those without content are in no site map (SU16). */
async function channelPaths(origin: string): Promise<string[]> {
  const [, key = ''] = /"wireKey":"([^"]*)"/.exec(await (await fetch(`${origin}${SITE_BASE}/`)).text()) ?? [];
  if (key === '') return [];
  const suite = nodeSuite(Buffer.from(key, 'base64'));
  const lists = await Promise.all(
    [MAIN_ROOT, COMPANY_ROOT].map(async (channelId) => {
      const answer = await fetch(`${origin}${CALL_BASE}${calls.channelList}?channelId=${channelId}`);
      const { data } = JSON.parse(suite.decrypt(await answer.text())) as { data: { url: string }[] | null };
      return data ?? [];
    }),
  );
  return lists.flat().flatMap(({ url }) => (isExternal(url) ? [] : `/${url}`));
}

/** @throws Error saying what the file is not */
function readSaved(text: string): Saved {
  const saved = JSON.parse(text) as Partial<Saved>;
  if (saved.format !== FORMAT || !saved.pages)
    throw new Error(`The file was written in another format (${String(saved.format)}); save the pages again.`);
  return saved as Saved;
}

async function readPages(origin: string, paths: readonly string[]): Promise<Record<string, SavedPage>> {
  const pages: Record<string, SavedPage> = {};
  const waiting = [...paths];
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const answer = await fetch(origin + SITE_BASE + encodeURI(path), { redirect: 'manual' });
        pages[path] = { status: answer.status, lines: pageLines(await answer.text()) };
      }
    }),
  );
  return pages;
}

function report(before: Record<string, SavedPage>, after: Record<string, SavedPage>): string[] {
  return Object.entries(before).flatMap(([path, was]) => {
    const now = after[path]!;
    if (was.status !== now.status) return [`${path}: answers ${now.status}, and answered ${was.status}`];
    const difference = differenceOf(was.lines, now.lines);
    if (!difference) return [];
    const { at, before: gone, after: come } = difference;
    const shown = (sign: string, lines: readonly string[]) => [
      ...lines.slice(0, MOST_LINES).map((line) => `  ${sign} ${line.slice(0, 160)}`),
      ...(lines.length > MOST_LINES ? [`  ${sign} … ${lines.length - MOST_LINES} more lines`] : []),
    ];
    return [`${path}: differs from line ${at}`, ...shown('-', gone), ...shown('+', come)];
  });
}
