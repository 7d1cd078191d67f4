import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONSOLE, CONSOLE_API } from '#wire/console-paths.ts';
import { startDemonstration } from '../demonstration.ts';
import { pictures, type Picture } from './plan.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PLAYWRIGHT = join(ROOT, 'node_modules/@playwright/test/cli.js');
const FOLDER = fileURLToPath(new URL('../../../docs/admin/pictures', import.meta.url));
const VIEWPORT = { width: 1200, height: 780 };
const LAUNCH = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

interface Account {
  account: string;
  password: string;
}

/** Takes every picture of the plan again. Waits for the data of each screen. */
async function main(): Promise<void> {
  console.log('starting a small demonstration');
  const demonstration = await startDemonstration('small', { whole: true });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: LAUNCH });
  try {
    const accounts = JSON.parse(await readFile(join(demonstration.folder, 'demo-accounts.json'), 'utf8')) as Account[];
    const desks = new Map<string, BrowserContext>();
    const deskOf = async (account: string): Promise<BrowserContext> => {
      const known =
        desks.get(account) ??
        (await openDesk(
          browser,
          demonstration.origin,
          accounts.find((one) => one.account === account),
        ));
      desks.set(account, known);
      return known;
    };
    const edition = await waitingEdition(await deskOf('editor'));
    await mkdir(FOLDER, { recursive: true });
    for (const picture of pictures) {
      await take(await (await deskOf(picture.account)).newPage(), {
        ...picture,
        path: picture.path.replace('{edition}', String(edition)),
      });
      console.log(picture.name);
    }
  } finally {
    await browser.close();
    await demonstration.end();
  }
}

async function openDesk(browser: Browser, baseURL: string, account: Account | undefined): Promise<BrowserContext> {
  const desk = await browser.newContext({
    baseURL,
    viewport: VIEWPORT,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  if (account) await send(desk, '/session', account);
  return desk;
}

async function send<T>(desk: BrowserContext, path: string, data: object): Promise<T> {
  const page = desk.pages()[0] ?? (await desk.newPage());
  await page.goto(`${CONSOLE}/sign-in`);
  // the page itself sends the request, so that the browser gets the session cookie
  const answer = await page.evaluate(
    async ([address, body]) =>
      (
        await fetch(address!, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: body! })
      ).json() as Promise<{ code: string; msg: string; data: unknown }>,
    [CONSOLE_API + path, JSON.stringify(data)] as const,
  );
  if (answer.code !== '0') throw new Error(`${path}: ${answer.msg}`);
  return answer.data as T;
}

/** Creates and submits an article, and returns the id of its edition. */
async function waitingEdition(desk: BrowserContext): Promise<number> {
  const content =
    '<p>为做好系统升级工作，本公司定于2026年11月28日（星期六）进行测试，期间暂停网上交易服务。</p><p>给您带来的不便，敬请谅解。</p>';
  const article = {
    channelId: '',
    title: '关于系统升级测试的公告',
    content,
    source: '示例证券',
    contentTime: '2026-11-20T09:00:00+08:00',
  };
  const channels = await desk
    .pages()[0]!
    .evaluate(
      async (address) => ((await (await fetch(address)).json()) as { data: { channelId: string; url: string }[] }).data,
      `${CONSOLE_API}/channels`,
    );
  article.channelId = channels.find(({ url }) => url === 'publicChannel/lossStatement')!.channelId;
  const { editionId, version } = await send<{ editionId: number; version: number }>(desk, '/editions', {
    title: article.title,
    changes: [{ kind: 'article', document: article }],
  });
  await send(desk, `/editions/${editionId}/submit`, { version });
  return editionId;
}

async function take(page: Page, { name, path, clicks = [] }: Picture): Promise<void> {
  await page.goto(CONSOLE + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  for (const words of clicks) await page.getByText(words, { exact: true }).first().click();
  await page.waitForTimeout(clicks.length > 0 ? 1_000 : 0);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.close();
}

/** The journey of the first day with its pictures. */
function takeFirstDay(): Promise<void> {
  const args = ['test', '--config', 'tests/playwright.config.ts', '--project', 'visitors', 'first-day.spec.ts'];
  const child = spawn(process.execPath, [PLAYWRIGHT, ...args], {
    cwd: ROOT,
    env: { ...process.env, FIRST_DAY_PICTURES: FOLDER },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error('The journey of the first day failed.'))));
  });
}

await main();
await takeFirstDay();
