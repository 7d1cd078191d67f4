import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import puppeteer, { type Browser } from 'puppeteer-core';
import { startDemonstration } from '../demonstration.ts';
import { journeys } from './journeys.ts';

const USAGE = `npm run firefox -- [--url http://host:port] [--only words]

Journeys of visitors and editors in Firefox, by WebDriver BiDi: a small demonstration is started for them, or --url names
a site with demonstration data. --only runs those whose name contains the words. Firefox is found at FIREFOX, or where
Debian's firefox-esr is (apt-get install firefox-esr). It ends with code 1 where a journey fails.`;

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
/** milliseconds for one journey */
const PATIENCE = 90_000;

const { values } = parseArgs({
  options: { url: { type: 'string' }, only: { type: 'string', default: '' }, help: { type: 'boolean' } },
});
if (values.help) console.log(USAGE);
else process.exitCode = await main(values.url, values.only);

async function main(url: string | undefined, only: string): Promise<number> {
  const executablePath = process.env.FIREFOX ?? PLACES.find((place) => existsSync(place));
  if (!executablePath) {
    console.error('No Firefox was found. Install firefox-esr, or name one: FIREFOX=/path/to/firefox npm run firefox');
    return 2;
  }
  if (url === undefined) console.log('starting a small demonstration');
  const demonstration = url === undefined ? await startDemonstration('small', { whole: true }) : null;
  let browser: Browser | undefined;
  try {
    browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
    console.log(await browser.version());
    const site = { origin: demonstration?.origin ?? new URL(url!).origin, folder: demonstration?.folder ?? null };
    const chosen = journeys.filter(({ name }) => name.includes(only));
    let failed = 0;
    for (const { name, walk } of chosen) {
      const began = Date.now();
      const context = await browser.createBrowserContext();
      const complaints: string[] = [];
      try {
        const page = await context.newPage();
        page.setDefaultTimeout(20_000);
        await page.setViewport({ width: 1440, height: 900 });
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(String(error)));
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error(`took longer than ${PATIENCE / 1000} s`)), PATIENCE);
        });
        await Promise.race([walk(page, site), late]).finally(() => clearTimeout(timer));
        if (complaints.length > 0) throw new Error(`the browser complains: ${complaints.join('; ')}`);
        console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed += 1;
        console.log(`failed  ${name}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await context.close();
      }
    }
    console.log(`${chosen.length - failed} of ${chosen.length} journeys passed`);
    return failed === 0 && chosen.length > 0 ? 0 : 1;
  } finally {
    await browser?.close();
    await demonstration?.end();
  }
}
