import type { Devtools, Tab } from './devtools.ts';
import { pause } from './product.ts';

/** milliseconds without anything new after which hydration is over, and that a visit may take */
const [QUIET, PATIENCE] = [1_500, 60_000];

/** One visit of a page as the browser saw it. Times in milliseconds. */
export interface Visit {
  firstPaint: number;
  /** the dialog of consent is on the screen; 0: there was none */
  dialog: number;
  largestPaint: number;
  /** lengths of tasks of 50 ms and more, from the beginning */
  tasks: number[];
  /** total blocking time as the metric is defined: what tasks take beyond 50 ms each after the first contentful paint */
  blocking: number;
  shift: number;
  /** moved elements, by tag and class */
  moved: string[];
  /** requests for the page's own address */
  documents: number;
  /** requests for data */
  calls: number;
  /** paths of scripts that were fetched */
  scripts: string[];
  /** bytes of all answers as they came over the line, headers included */
  bytes: number;
}

interface Seen {
  firstPaint: number;
  dialog: number;
  paint: number;
  tasks: { start: number; length: number }[];
  shift: number;
  moved: string[];
}

/** A phone's browser with nothing in its cache, on a slow line and a slow processor. @throws when the page does not become quiet */
export async function visit(browser: Devtools, address: string, { consent }: { consent: boolean }): Promise<Visit> {
  const tab = await browser.open();
  try {
    await tab.send('Network.enable');
    await tab.send('Page.enable');
    await slowDown(tab);
    await tab.send('Emulation.setDeviceMetricsOverride', {
      width: 412,
      height: 823,
      deviceScaleFactor: 2,
      mobile: true,
    });
    await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await tab.send('Emulation.setLocaleOverride', { locale: 'zh-CN' });
    await tab.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Shanghai' });
    await tab.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Language': 'zh-CN' } });
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${observe.toString()})(${consent})` });
    await tab.send('Page.navigate', { url: address });
    await untilQuiet(tab, address);
    const seen = JSON.parse(await evaluate(tab, 'JSON.stringify(window.seen)')) as Seen;
    const requested = requestsOf(tab);
    const paths = requested.map((url) => new URL(url).pathname);
    return {
      firstPaint: seen.firstPaint,
      dialog: seen.dialog,
      largestPaint: seen.paint,
      tasks: seen.tasks.map(({ length }) => length),
      blocking: blockingTime(seen),
      shift: seen.shift,
      moved: seen.moved,
      documents: requested.filter((url) => url === address).length,
      calls: paths.filter((path) => path.startsWith('/swhy/') || path.startsWith('/swhyscywbl/')).length,
      scripts: [...new Set(paths.filter((path) => path.endsWith('.js')))],
      bytes: tab
        .events('Network.loadingFinished')
        .reduce((sum, { encodedDataLength }) => sum + Number(encodedDataLength), 0),
    };
  } finally {
    await tab.close();
  }
}

/** Scripts that a browser with nothing in its cache fetches for a page that is moved to from another one. */
export async function firstClick(browser: Devtools, from: string, path: string): Promise<string[]> {
  const tab = await browser.open();
  try {
    await tab.send('Network.enable');
    await tab.send('Page.enable');
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${observe.toString()})(true)` });
    await tab.send('Page.navigate', { url: from });
    await untilQuiet(tab, from);
    const before = requestsOf(tab).length;
    await evaluate(tab, `document.querySelector('a[href="${path}"]').click(), ''`);
    await untilQuiet(tab, path);
    const moved = await evaluate(tab, `location.pathname + (window.seen ? '' : ' by a new document')`);
    if (moved !== path) throw new Error(`The link to ${path} on ${from} led to ${moved}.`);
    const paths = requestsOf(tab)
      .slice(before)
      .map((url) => new URL(url).pathname);
    return [...new Set(paths.filter((one) => one.endsWith('.js')))];
  } finally {
    await tab.close();
  }
}

const requestsOf = (tab: Tab): string[] =>
  tab
    .events('Network.requestWillBeSent')
    .map(({ request }) => (request as { url: string }).url)
    .filter((url) => url.startsWith('http'));

/** Loaded, every request answered, and nothing new for a while: hydration follows the last script. */
async function untilQuiet(tab: Tab, address: string): Promise<void> {
  const ended = () => tab.events('Network.loadingFinished').length + tab.events('Network.loadingFailed').length;
  const end = Date.now() + PATIENCE;
  let quiet = 0;
  for (let before = -1; Date.now() < end; await pause(100)) {
    const sent = tab.events('Network.requestWillBeSent').length;
    quiet = tab.events('Page.loadEventFired').length > 0 && sent === before && ended() >= sent ? quiet + 100 : 0;
    before = sent;
    if (quiet >= QUIET) return;
  }
  throw new Error(`${address} was not quiet within ${PATIENCE / 1000} s.`);
}

async function evaluate(tab: Tab, expression: string): Promise<string> {
  const { result } = (await tab.send('Runtime.evaluate', { expression, returnByValue: true })) as {
    result: { value: string };
  };
  return result.value;
}

function blockingTime({ firstPaint, tasks }: Seen): number {
  return tasks.reduce(
    (sum, { start, length }) => sum + Math.max(0, start + length - Math.max(start, firstPaint) - 50),
    0,
  );
}

async function slowDown(tab: Tab): Promise<void> {
  const bytesPerSecond = (1.6 * 1e6) / 8;
  await tab.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await tab.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Runs in the page, before anything of the page. */
function observe(consent: boolean): void {
  const seen: Seen = { firstPaint: 0, dialog: 0, paint: 0, tasks: [], shift: 0, moved: [] };
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
  const looking = new MutationObserver(() => {
    if (!document.querySelector('dialog.consent[open]')) return;
    looking.disconnect();
    // the frame after the one that is about to be drawn
    requestAnimationFrame(() => requestAnimationFrame((time) => (seen.dialog = time)));
  });
  looking.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  watch('longtask', (entry) => {
    seen.tasks.push({ start: entry.startTime, length: entry.duration });
  });
  watch('layout-shift', (entry) => {
    const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    seen.shift += value;
    seen.moved.push(
      ...sources.map(({ node }) =>
        node instanceof Element
          ? `${node.tagName.toLowerCase()}.${node.className}`
          : (node?.nodeName ?? 'something gone'),
      ),
    );
  });
}
