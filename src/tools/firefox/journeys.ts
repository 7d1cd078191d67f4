import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { SITE_BASE } from '#wire/paths.ts';

interface Walked {
  origin: string;
  /** DATA_DIR of the server; null: not known, so nobody signs in to the console */
  folder: string | null;
}

interface Journey {
  name: string;
  walk: (page: Page, site: Walked) => Promise<void>;
}

const address = ({ origin }: Walked, path: string): string => origin + SITE_BASE + path;

/** A page as somebody sees it who has agreed to the legal texts; alive when its scripts run. */
async function open(page: Page, site: Walked, path: string): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    try {
      localStorage.setItem('agreement', 'true');
    } catch {
      // the empty page before has no store
    }
  });
  await page.goto(address(site, path));
  await alive(page);
}

const alive = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer')),
  );

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (one) => (one as HTMLElement).innerText.trim());

const textsOf = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (all) => all.map((one) => (one as HTMLElement).innerText.trim()));

/** @param selector as puppeteer reads it: ::-p-text(…), ::-p-aria(…) */
const click = (page: Page, selector: string): Promise<void> => page.locator(selector).click();

const heading = (page: Page, words: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.querySelector('h1')?.textContent?.trim() === wanted, {}, words);

const addressIs = (page: Page, pattern: RegExp): Promise<unknown> =>
  page.waitForFunction((source) => new RegExp(source).test(location.href), {}, pattern.source);

/** px that the page is wider than its window */
const tooWide = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Each needs nothing of the others. */
export const journeys: readonly Journey[] = [
  {
    name: 'the first visit agrees to the legal texts by keyboard',
    walk: async (page, site) => {
      await page.goto(address(site, '/'));
      await page.waitForSelector('dialog[open]');
      for (let pressed = 0; pressed < 12 && (await page.$('dialog[open]')); pressed += 1) {
        await page.evaluate(() => {
          const text = document.querySelector('dialog[open] [tabindex="0"]');
          text?.scrollTo(0, text.scrollHeight);
        });
        const button = await page.$('dialog[open] button:not([disabled]):last-of-type');
        await button?.focus();
        await page.keyboard.press('Enter');
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      assert.equal(await page.evaluate(() => localStorage.getItem('agreement')), 'true');
      await page.reload();
      await alive(page);
      assert.equal(await page.$('dialog[open]'), null);
    },
  },
  {
    name: 'a click within the site loads no document, and Back leads home',
    walk: async (page, site) => {
      await open(page, site, '/');
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await click(page, `header nav a[href="${SITE_BASE}/publicChannel"]`);
      await addressIs(page, /\/publicChannel$/);
      await page.waitForSelector('.columns');
      assert.equal(await page.evaluate(() => 'sameDocument' in window), true);
      await page.goBack();
      await addressIs(page, new RegExp(`${SITE_BASE}/$`));
    },
  },
  {
    name: 'a list is paged by addresses, and Back undoes it',
    walk: async (page, site) => {
      await open(page, site, '/news/company');
      const first = await textsOf(page, 'main li:has(time) a');
      await click(page, 'nav[aria-label="分页"] a[aria-label="第 2 页"]');
      await addressIs(page, /pageNum=2$/);
      await page.waitForFunction((text) => !document.querySelector('main')?.innerText.includes(text), {}, first[0]!);
      await page.goBack();
      await page.waitForFunction((text) => document.querySelector('main')?.innerText.includes(text), {}, first[0]!);
    },
  },
  {
    name: 'a register is asked, says how many it found, and is cleared',
    walk: async (page, site) => {
      await open(page, site, '/publicChannel/fundSaleStaff');
      const [name] = await textsOf(page, 'main table [data-label="姓名"]');
      await page.type('main form input', name!);
      await page.keyboard.press('Enter');
      await addressIs(page, /fuzzyItem=/);
      await page.waitForSelector('::-p-text(查询到)');
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll<HTMLElement>('main table [data-label="姓名"]')].every(
            (cell) => cell.innerText.trim() === wanted,
          ),
        {},
        name!,
      );
      await click(page, '::-p-text(清除条件)').catch(() => click(page, '::-p-text(重置)'));
      await page.waitForFunction(() => !location.search.includes('fuzzyItem=%'));
    },
  },
  {
    name: 'the file of a register is downloaded as it is shown',
    walk: async (page, site) => {
      await open(page, site, '/publicChannel/bondInvestment');
      const [name] = await textsOf(page, 'main table [data-label="姓名"]');
      const path = await page.$eval('a[href*="/register-file/"][href*=".csv"]', (link) => link.getAttribute('href')!);
      const answer = await fetch(new URL(path, site.origin));
      assert.equal(answer.status, 200);
      assert.ok((await answer.text()).includes(name!));
    },
  },
  {
    name: 'the search finds, suggests while one types, and its address is the question',
    walk: async (page, site) => {
      await open(page, site, '/search');
      await page.type('main input[type="search"]', '公告');
      await page.waitForSelector('main [role="listbox"] [role="option"]');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await addressIs(page, /\/search\?q=/);
      await page.waitForSelector('main mark');
    },
  },
  {
    name: 'traditional script, the elder-friendly version and larger text are remembered',
    walk: async (page, site) => {
      const root = () => page.$eval('html', (one) => `${one.lang} ${one.className}`.trim());
      await open(page, site, '/publicChannel/lossStatement');
      await page.goto(`${site.origin}/view/traditional?back=${SITE_BASE}/publicChannel/lossStatement`);
      assert.equal(await root(), 'zh-Hant');
      await heading(page, '遺失聲明');
      await page.goto(`${site.origin}/view/text-3?back=${SITE_BASE}/publicChannel/lossStatement`);
      assert.equal(await root(), 'zh-Hant text-3');
      assert.ok((await tooWide(page)) <= 0);
      await page.goto(`${site.origin}/view/elder?back=${SITE_BASE}/publicChannel/lossStatement`);
      assert.equal(await root(), 'zh-Hant elder');
    },
  },
  {
    name: 'on a phone the menu opens, and nothing is wider than 320 px',
    walk: async (page, site) => {
      await page.setViewport({ width: 320, height: 700 });
      for (const path of ['/', '/publicChannel/bondInvestment', '/publicChannel/openFund', '/branch', '/search']) {
        await open(page, site, path);
        assert.ok((await tooWide(page)) <= 0, path);
      }
      await click(page, '.drawer summary');
      await page.waitForSelector('.drawer[open] nav a');
    },
  },
  {
    name: 'an article is read, its title has the focus, and its neighbour is one click away',
    walk: async (page, site) => {
      await open(page, site, '/news/company');
      await click(page, 'main li:has(time) a');
      await addressIs(page, /\/detail\/\d+$/);
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      const first = page.url();
      await click(page, 'nav[aria-label="上一篇与下一篇"] a');
      await page.waitForFunction((left) => location.href !== left && location.href.includes('/detail/'), {}, first);
    },
  },
  {
    name: 'two funds are compared, and the values of a day are told by keyboard',
    walk: async (page, site) => {
      await open(page, site, '/publicChannel/openFund?tab=net-values');
      const [one, other] = [
        ...new Set(
          await page.$$eval('main table tbody tr td:first-child, main table tbody tr th', (all) =>
            all.map((cell) => (cell as HTMLElement).innerText.trim()).filter((code) => /^[A-Z0-9]{6}$/.test(code)),
          ),
        ),
      ];
      assert.ok(one && other, 'two products are listed');
      await open(page, site, `/publicChannel/openFund?tab=net-values&fundCode=${one}&compare=${other}`);
      await page.waitForSelector('::-p-text(不再比较)');
      const reading = () => textOf(page, '.chart__reading');
      const newest = await reading();
      await page.focus('.chart__range input');
      for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(
        (words) => document.querySelector<HTMLElement>('.chart__reading')?.innerText.trim() !== words,
        {},
        newest,
      );
    },
  },
  {
    name: 'a customer logs in, is greeted, and logs out',
    walk: async (page, site) => {
      await open(page, site, '/');
      await click(page, 'header ::-p-text(登录)');
      await heading(page, '演示登录');
      await click(page, 'form.login button');
      await addressIs(page, new RegExp(`${SITE_BASE}/$`));
      await alive(page);
      await page.waitForSelector('::-p-text(退出登录)');
      await click(page, '.side__bar ::-p-text(退出登录)');
      await page.waitForSelector('.side__bar ::-p-text(未登录)');
    },
  },
  {
    name: 'an editor signs in to the console and finds the work, under its Content-Security-Policy',
    walk: async (page, site) => {
      if (site.folder === null) return;
      const file = await readFile(join(site.folder, 'demo-accounts.json'), 'utf8');
      const [{ account, password }] = JSON.parse(file) as [{ account: string; password: string }];
      await page.goto(`${site.origin}/console/`);
      await page.waitForSelector('input[autocomplete="username"]');
      await page.type('input[autocomplete="username"]', account);
      await page.type('input[type="password"]', password);
      await page.keyboard.press('Enter');
      await page.waitForSelector('nav[aria-label="主菜单"]');
      await click(page, 'nav[aria-label="主菜单"] ::-p-text(登记表)');
      await heading(page, '登记表');
      await page.waitForSelector('tbody tr.ant-table-row');
    },
  },
];
