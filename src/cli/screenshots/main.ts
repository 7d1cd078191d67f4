import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SITE_BASE } from '#wire/paths.ts';
import { listRoutes } from '../crawl/list-routes.ts';
import { startDemonstration } from '../demonstration.ts';
import { planShots, type Shot } from './plan.ts';
import { writeIndex } from './write-index.ts';

const USAGE = `npm run screenshots -- [--url http://host:port] [--out folder] [--only /research]

Pictures of every route at 1440, 768 and 375 px, of every kind of page in the elder-friendly version, of the home page in
grey, and an index.html over them. Of a small demonstration started for it, or of the site at --url. --only takes the
routes whose path begins so.`;

/** pixels; a full page of a long register would be a picture that nothing can open */
const TALLEST = 6_000;
const TABS = 3;
const LAUNCH = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--disable-background-networking', '--no-first-run'];

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, out: { type: 'string' }, only: { type: 'string', default: '/' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const out = values.out === undefined ? await mkdtemp(join(tmpdir(), 'site-screenshots-')) : resolve(values.out);
  await mkdir(out, { recursive: true });
  const demonstration = values.url === undefined ? await startDemonstration('small', { whole: true }) : null;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: LAUNCH });
  try {
    const origin = demonstration?.origin ?? new URL(values.url!).origin;
    const shots = planShots((await listRoutes(origin, SITE_BASE)).filter(({ path }) => path.startsWith(values.only)));
    const faults = await takeAll(browser, shots, origin, out);
    await writeFile(join(out, 'index.html'), writeIndex(shots, faults, origin));
    console.log(`${shots.length} pictures: ${join(out, 'index.html')}`);
    for (const [file, told] of faults) console.log(`${file}: ${told.join('; ')}`);
    return 0;
  } finally {
    await browser.close();
    await demonstration?.end();
  }
}

/** One context a mode and width, so that each begins as a visitor does. @returns what the browser complained of, by file */
async function takeAll(browser: Browser, shots: readonly Shot[], origin: string, out: string): Promise<Map<string, string[]>> {
  const faults = new Map<string, string[]>();
  let done = 0;
  for (const [, group] of Map.groupBy(shots, ({ mode, width }) => `${mode} ${width}`)) {
    const { mode, width } = group[0]!;
    const context = await browser.newContext({ viewport: { width, height: width < 600 ? 812 : 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce', storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'agreement', value: 'true' }] }] } });
    if (mode === 'elder') await context.addCookies([{ name: 'elder', value: '1', url: origin }]);
    const waiting = [...group];
    const worker = async () => {
      for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
        const told = await take(context, shot, origin, out);
        if (told.length > 0) faults.set(shot.file, told);
        done += 1;
        if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${shots.length} `);
      }
    };
    await Promise.all(Array.from({ length: TABS }, worker));
    await context.close();
  }
  if (process.stdout.isTTY) process.stdout.write('\r');
  return faults;
}

async function take(context: BrowserContext, { path, kind, mode, file }: Shot, origin: string, out: string): Promise<string[]> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type()) && kind !== '404') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  try {
    await page.goto(origin + SITE_BASE + path, { waitUntil: 'networkidle' });
    // the server's parameter would have to be published in the site that is looked at
    if (mode === 'grey') await page.evaluate(() => document.documentElement.classList.add('grey'));
    const { width, height } = await page.evaluate(() => ({ width: document.documentElement.clientWidth, height: document.documentElement.scrollHeight }));
    // everything has been in the window once: what loads late is loaded
    await page.evaluate(async () => {
      for (let at = 0; at < document.documentElement.scrollHeight && at < 20_000; at += innerHeight) {
        window.scrollTo(0, at);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      window.scrollTo(0, 0);
    });
    await page.screenshot({ path: join(out, file), fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST) } });
  } catch (error) {
    faults.push(String(error));
  }
  await page.close();
  return faults;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
