import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_BASE } from '#wire/paths.ts';
import { pause, serverCommand, startProduct, untilFilled, type Running } from '../product.ts';
import type { Row } from '../report.ts';
import { signIn } from './console.ts';
import { peakMegabytes, runCommand } from './import.ts';
import { visit } from './large-register.ts';
import { newDataFolder } from './start.ts';

const GROUP = 'Articles';
/** seconds for checking, saving and publishing together */
const LIMIT = 900;
/** the smallest picture */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** bytes of a file */
const SIZE = 10_000;

/**
 * `import-articles` as a program beside a filled server: articles with a picture and an attachment each, checked, saved
 * as one edition, and published in steps by the console.
 */
export async function articleRows(count: number): Promise<Row[]> {
  const folder = newDataFolder();
  const dataDir = join(folder, 'data');
  try {
    writeExport(join(folder, 'export'), count);
    const site = await startProduct(dataDir, serverCommand as [string, ...string[]], { DEMO_SIZE: 'small' });
    try {
      await untilFilled(site);
      // accounts are made after the first page
      while (!existsSync(join(dataDir, 'demo-accounts.json'))) await pause(100);
      return await measure(site, dataDir, join(folder, 'export'), count);
    } finally {
      await site.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ origin, pid }: Running, dataDir: string, folder: string, count: number): Promise<Row[]> {
  const articles = count.toLocaleString('en');
  const given = [folder, '--list', 'list.csv'];
  const dry = await runCommand('../features/moving-in/cli/import-articles.ts', dataDir, given);
  const saved = await runCommand('../features/moving-in/cli/import-articles.ts', dataDir, [
    ...given,
    '--save',
    '--by',
    'editor',
  ]);
  const editionId = Number(/Edition (\d+): a draft/.exec(saved.said)?.[1]);
  const [editor, reviewer, publisher] = [
    await signIn(origin, dataDir, 'editor'),
    await signIn(origin, dataDir, 'reviewer'),
    await signIn(origin, dataDir, 'publisher'),
  ];
  const visitors = visit(`${origin}${SITE_BASE}/`);
  const step = { version: 1 };
  const submitted = await seconds(() => editor('POST', `/editions/${editionId}/submit`, step));
  await reviewer('POST', `/editions/${editionId}/approve`, step);
  const inSubmission = visitors.worst;
  visitors.worst = 0;
  const published = await seconds(async () => {
    await publisher('POST', `/editions/${editionId}/publish`, step);
    while ((await publisher<{ state: string }>('GET', `/editions/${editionId}`)).state !== 'published')
      await pause(200);
  });
  visitors.end();
  const row = (id: string, title: string, value: number, note: string, limit: Row['limit'] = null): Row => ({
    group: GROUP,
    id: `articles-${id}`,
    title: `${articles} articles with ${(count * 2).toLocaleString('en')} files: ${title}`,
    value,
    unit: 's',
    limit,
    note,
  });
  const resident = (peak: number): string => `at most ${Math.round(peak)} MB resident`;
  const waited = (worst: number): string => `a visitor waited at most ${Math.round(worst)} ms`;
  return [
    row('dry-run', 'checked', dry.seconds, resident(dry.peak)),
    row('save', 'saved as one edition', saved.seconds, `${resident(saved.peak)}; includes the check`),
    row('submit', 'checked by the console and submitted', submitted, waited(inSubmission)),
    row(
      'publish',
      'published in steps',
      published,
      `${waited(visitors.worst)}; the server ${resident(peakMegabytes(pid))}`,
    ),
    row('all', 'all of it', dry.seconds + saved.seconds + submitted + published, '', { most: LIMIT }),
  ];
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

const SENTENCE = '公司董事会审议通过了有关议案，投资者可以在本网站和交易所网站查阅全文，并注意有关风险。';

function writeExport(folder: string, count: number): void {
  for (const name of ['img', 'files', 'html']) mkdirSync(join(folder, name), { recursive: true });
  const lines = ['标题,栏目,发布时间,正文,附件,旧地址'];
  for (let at = 1; at <= count; at++) {
    const filler = Buffer.alloc(SIZE, `${at} `);
    writeFileSync(join(folder, `img/${at}.png`), Buffer.concat([PNG, filler]));
    writeFileSync(join(folder, `files/${at}.csv`), `编号,说明\n${`${at},第 ${at} 个文件\n`.repeat(SIZE / 30)}`);
    const paragraphs = Array.from(
      { length: 20 },
      (_, no) => `<p>第 ${at} 篇第 ${no + 1} 段。${SENTENCE.repeat(2)}</p>`,
    );
    writeFileSync(
      join(folder, `html/${at}.html`),
      `${paragraphs.join('')}<p><a href="${(at % count) + 1}.html">下一篇</a></p><p><img src="../img/${at}.png" alt="图"></p>`,
    );
    const date = new Date(Date.UTC(2010, 0, 1) + at * 12 * 3_600_000).toISOString().slice(0, 10);
    lines.push(`第 ${at} 篇公告,/news/company,${date},html/${at}.html,files/${at}.csv,/old/html/${at}.html`);
  }
  writeFileSync(join(folder, 'list.csv'), `${lines.join('\n')}\n`);
}
