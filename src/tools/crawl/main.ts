import { parseArgs } from 'node:util';
import { SITE_BASE } from '#wire/paths.ts';
import { startDemonstration } from '../demonstration.ts';
import { crawlSite, type Crawled } from './crawl-site.ts';

const USAGE = `npm run crawl -- [--url http://host:port] [--size small|full] [--elder] [--traditional]

Reads every page that can be reached, of the full demonstration (started for it) or of the site at --url. Reports dead
links, missing titles, descriptions, canonical addresses, lang, h1, alt and names, doubled ids, pages beyond the size
limit, and of traditional pages words that are still simplified. Ends with code 1 when it finds any.`;

/** Limit of printed problems of one kind; the others are only counted. */
const MOST_LINES = 40;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      size: { type: 'string', default: 'full' },
      elder: { type: 'boolean' },
      traditional: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || (values.size !== 'full' && values.size !== 'small')) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const demonstration = values.url === undefined ? await startDemonstration(values.size, { whole: true }) : null;
  try {
    const origin = demonstration?.origin ?? new URL(values.url!).origin;
    const began = performance.now();
    const crawled = await crawlSite({
      origin,
      start: `${SITE_BASE}/`,
      progress,
      cookie: [values.elder && 'elder=1', values.traditional && 'zh_choose=t'].filter(Boolean).join('; '),
    });
    if (process.stdout.isTTY) process.stdout.write('\r');
    console.log(report(crawled, origin));
    console.log(
      `${crawled.pages.length} pages and ${crawled.files.length} files in ${((performance.now() - began) / 1000).toFixed(1)} s: ${crawled.problems.length} problems`,
    );
    return crawled.problems.length === 0 ? 0 : 1;
  } finally {
    await demonstration?.end();
  }
}

function progress(done: number, known: number): void {
  if (process.stdout.isTTY && done % 50 === 0) process.stdout.write(`\r${done} of ${known} known addresses`);
}

function report({ problems }: Crawled, origin: string): string {
  const groups = Map.groupBy(problems, ({ code }) => code);
  return [...groups]
    .flatMap(([code, all]) => [
      `${code}: ${all.length}`,
      ...all
        .slice(0, MOST_LINES)
        .map(({ page, what }) => `  ${page.replace(origin, '')}  ${what.replaceAll(origin, '')}`),
      ...(all.length > MOST_LINES ? [`  … and ${all.length - MOST_LINES} more`] : []),
    ])
    .join('\n');
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
