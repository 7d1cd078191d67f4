import { defineConfig } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headlessShell } from './world/chromium.ts';

/**
 * The built product with small demonstration data on an empty data folder: what a first `npm start` shows. The
 * console's journeys have a server of their own: what they publish would change what those of visitors count on.
 */
const firstPort = Number((process.env.JOURNEY_PORT ??= String(20_000 + (process.pid % 20_000))));
// workers inherit it: they publish into the same stores
const folder = (process.env.JOURNEY_DATA_DIR ??= temporaryFolder());
const sites = ['visitors', 'console'].map((name, number) => ({
  name,
  port: firstPort + number,
  dataDir: join(folder, name),
}));

/** Made by the first process of a run, which ends after the server and takes it away. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-journey-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results/journeys',
  // one more than the two cores have: a journey waits for its server
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // a general failure is reported at once, before a limit of the machine that runs this ends it without a word
  maxFailures: process.env.CI ? 10 : 0,
  globalTimeout: process.env.CI ? 3_000_000 : 0,
  // told by how slow a machine may be that is still right, not by how long a journey takes
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  projects: sites.flatMap(({ name, port }) => {
    const testMatch = name === 'console' ? 'console-*.spec.ts' : '*.spec.ts';
    const testIgnore = name === 'console' ? [] : ['console-*.spec.ts'];
    const use = {
      baseURL: `http://127.0.0.1:${port}`,
      // a first-time visitor is asked to agree (consent.spec.ts); everybody else has done so
      storageState: {
        cookies: [],
        origins: [{ origin: `http://127.0.0.1:${port}`, localStorage: [{ name: 'agreement', value: 'true' }] }],
      },
    };
    // further tries of what other tests show have a tag (`npm run test:slow`)
    return [
      { name, testMatch, testIgnore, use, grepInvert: /@slow/ },
      { name: `${name}-slow`, testMatch, testIgnore, use, grep: /@slow/ },
    ];
  }),
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    launchOptions: headlessShell,
  },
  webServer: sites.map(({ name, port, dataDir }) => ({
    name,
    // ends with this process, also where that is killed: the shell gives way to a program that watches its parent
    command: `exec "${process.execPath}" src/cli/run.mjs src/server/main.ts`,
    cwd: join(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'on',
      DEMO_SIZE: 'small',
      DEMO_TODAY: '2026-11-20',
      LOG_LEVEL: 'error',
      // not Shanghai's on purpose: nothing shown may depend on the server's time zone (TA2)
      TZ: 'America/New_York',
      // each journey is a client of its own to the limits of logins and searches (world/browser.ts)
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })),
});
