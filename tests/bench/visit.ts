import type { Browser, Page } from '@playwright/test';
import { pause } from './product.ts';

/** What one visit of a page was like for the browser. Times in milliseconds. */
export interface Visit {
  largestPaint: number;
  /** lengths of tasks of 50 ms and more, from the beginning */
  tasks: number[];
  /** total blocking time as the metric is defined: what tasks take beyond 50 ms each after the first contentful paint */
  blocking: number;
  shift: number;
  /** what moved, by tag and class */
  moved: string[];
  /** requests for the page's own address */
  documents: number;
  /** requests for data */
  calls: number;
  /** paths of scripts that were fetched */
  scripts: string[];
  /** warnings and errors of the console */
  messages: string[];
}

interface Seen {
  firstPaint: number;
  paint: number;
  tasks: { start: number; length: number }[];
  shift: number;
  moved: string[];
}

/** A phone's browser with nothing in its cache, on a slow line and a slow processor. */
export async function visit(browser: Browser, address: string, { consent }: { consent: boolean }): Promise<Visit> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(observe, consent);
    const requested: string[] = [];
    const messages: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => ['warning', 'error'].includes(message.type()) && messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    // hydration follows the last script
    await pause(700);
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    const paths = requested.map((url) => new URL(url).pathname);
    return {
      largestPaint: seen.paint,
      tasks: seen.tasks.map(({ length }) => length),
      blocking: blockingTime(seen),
      shift: seen.shift,
      moved: seen.moved,
      documents: requested.filter((url) => url === address).length,
      calls: paths.filter((path) => path.startsWith('/swhy/') || path.startsWith('/swhyscywbl/')).length,
      scripts: [...new Set(paths.filter((path) => path.endsWith('.js')))],
      messages,
    };
  } finally {
    await context.close();
  }
}

function blockingTime({ firstPaint, tasks }: Seen): number {
  return tasks.reduce((sum, { start, length }) => sum + Math.max(0, start + length - Math.max(start, firstPaint) - 50), 0);
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (1.6 * 1e6) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Runs in the page, before anything of the page. */
function observe(consent: boolean): void {
  const seen: Seen = { firstPaint: 0, paint: 0, tasks: [], shift: 0, moved: [] };
  (window as unknown as { seen: Seen }).seen = seen;
  if (consent) localStorage.setItem('agreement', 'true');
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.paint = entry.startTime;
  });
  watch('longtask', (entry) => {
    seen.tasks.push({ start: entry.startTime, length: entry.duration });
  });
  watch('layout-shift', (entry) => {
    const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    seen.shift += value;
    seen.moved.push(...sources.map(({ node }) => (node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.nodeName ?? 'something gone'))));
  });
}
