import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { join } from 'node:path';
import { SITE_BASE } from '#wire/paths.ts';
import type { Shot } from './plan.ts';

/** Pixels. The full page of a long register would make a picture that no program opens. */
const TALLEST = 6_000;
/** timeout in milliseconds for each stage of a page */
const PATIENCE = 10_000;
const LAUNCH = [
  '--no-sandbox',
  '--disable-gpu',
  '--hide-scrollbars',
  '--disable-background-networking',
  '--no-first-run',
];

/** storage of a visitor who has agreed to the texts of whatever version */
const AGREED = [
  { name: 'agreement', value: 'true' },
  { name: 'agreementVersion', value: JSON.stringify({ privacy: '9999-12-31', agreement: '9999-12-31', at: '' }) },
];

export interface Camera {
  /**
   * Writes the picture of an address into the folder.
   * @returns warnings and errors of the browser
   */
  take: (shot: Shot) => Promise<string[]>;
  close: () => Promise<void>;
}

/**
 * A browser with one context for each mode and width, so that each starts like the browser of a new visitor. Signals
 * are left to the caller.
 */
export async function openCamera(origin: string, folder: string): Promise<Camera> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: LAUNCH,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const contexts = new Map<string, Promise<BrowserContext>>();
  const contextOf = ({ mode, width }: Shot) => {
    const key = `${mode} ${width}`;
    const known = contexts.get(key) ?? openContext(browser, origin, mode, width);
    contexts.set(key, known);
    return known;
  };
  return {
    take: async (shot) => takeShot(await contextOf(shot), shot, origin, folder),
    close: () => browser.close(),
  };
}

async function openContext(
  browser: Browser,
  origin: string,
  mode: Shot['mode'],
  width: number,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 812 : 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage: AGREED }] },
  });
  if (mode === 'traditional') await context.addCookies([{ name: 'zh_choose', value: 't', url: origin }]);
  if (mode === 'elder') await context.addCookies([{ name: 'elder', value: '1', url: origin }]);
  return context;
}

async function takeShot(
  context: BrowserContext,
  { path, kind, mode, file }: Shot,
  origin: string,
  folder: string,
): Promise<string[]> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type()) && kind !== '404') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  try {
    await page.goto(origin + SITE_BASE + path, { waitUntil: 'load' });
    await page.evaluate(waitUntilAlive, PATIENCE);
    // the server-side setting would have to be published on the site that is photographed
    if (mode === 'grey') await page.evaluate(() => document.documentElement.classList.add('grey'));
    const { width, height } = await page.evaluate(() => ({
      width: document.documentElement.clientWidth,
      height: document.documentElement.scrollHeight,
    }));
    await page.evaluate(readThrough, PATIENCE);
    // requests of the page itself once it is hydrated
    await page.waitForLoadState('networkidle', { timeout: PATIENCE });
    await page.screenshot({
      path: join(folder, file),
      fullPage: true,
      clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST) },
    });
  } catch (error) {
    faults.push(String(error));
  }
  await page.close();
  return faults;
}

/**
 * Runs in the page, because its content security policy blocks the waiting functions of the browser driver. Waits until
 * the page is hydrated; returns at once where there is nothing to hydrate.
 */
async function waitUntilAlive(patience: number): Promise<void> {
  for (const end = Date.now() + patience; document.getElementById('state') && history.scrollRestoration !== 'manual';) {
    if (Date.now() > end) throw new Error('The page was not hydrated');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs in the page: scrolls through it once, and waits until its lazy images are loaded. */
async function readThrough(patience: number): Promise<void> {
  for (let at = 0; at < document.documentElement.scrollHeight && at < 20_000; at += innerHeight) {
    window.scrollTo(0, at);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  window.scrollTo(0, 0);
  // an image that is not visible is never loaded
  const awaited = () =>
    [...document.images].some(
      (one) => !one.complete && one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true }),
    );
  for (const end = Date.now() + patience; awaited();) {
    if (Date.now() > end) throw new Error('Not all pictures of the page were loaded');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
