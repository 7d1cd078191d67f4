/** Opens tests/wire/fixture in Chromium, built by Vite and served under the policy that the site's pages have. */
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import type { Rollup } from 'vite';
import { FixtureApp } from './fixture/FixtureApp.tsx';
import { openService } from './open-service.ts';
import type { SeenRequest, Service } from './open-service.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of Chromium, undefined where there is none: HEADLESS_SHELL, CHROMIUM, else the usual places. */
export const chromiumPath = [process.env.HEADLESS_SHELL ?? '', process.env.CHROMIUM ?? '', ...usualPlaces].find(
  (place) => place !== '' && existsSync(place),
);

/** The values of look.md that messages use. */
const tokens = ':root{--ink:#0B1F3F;--accent:#B8141B;--gold:#9A7A45;--paper:#fff;--text:#1A2028}';

const policy =
  "default-src 'none'; img-src data:; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";

export interface Fixture {
  service: Service;
  /** errors in the consoles of all pages, failed requests aside: hydration, policy, unhandled rejections */
  problems: string[];
  /** a fresh page, hydrated; the cookies and the network of the one before are gone */
  openPage(options?: { width?: number; height?: number; cookie?: string; reducedMotion?: 'reduce' }): Promise<Page>;
  close(): Promise<void>;
}

/** @param answer answers what is no part of the page itself */
export async function openFixture(
  wireKey: string,
  answer: (request: SeenRequest, response: ServerResponse) => void,
): Promise<Fixture> {
  const files = await buildFiles();
  const html = `<!doctype html>
<html lang="zh-Hans">
<head><meta charset="utf-8"><title>测试页</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"></head>
<body><div id="app">${renderToString(createElement(FixtureApp))}</div>
<script type="application/json" id="configuration">${JSON.stringify({ wireKey })}</script>
<script type="module" src="/page.js"></script></body>
</html>`;
  const service = await openService((request, response) => {
    const name = request.url.slice(1);
    if (name === '') {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(html);
    } else if (files.has(name)) {
      response
        .writeHead(200, { 'content-type': name.endsWith('.css') ? 'text/css' : 'text/javascript' })
        .end(files.get(name));
    } else {
      answer(request, response);
    }
  });
  const browser = await chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] });
  const context = await browser.newContext();
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return {
    service,
    problems,
    async openPage({ width = 1200, height = 800, cookie, reducedMotion } = {}) {
      await context.setOffline(false);
      await context.clearCookies();
      if (cookie) await context.addCookies([{ name: 'accessToken', value: cookie, url: service.origin }]);
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      if (reducedMotion) await page.emulateMedia({ reducedMotion });
      await page.goto(service.origin);
      await page.waitForFunction(() => 'messages' in window);
      return page;
    },
    close: () => Promise.all([browser.close(), service.close()]).then(() => undefined),
  };
}

/** The page's files by name, with React's development checks, so that a hydration mismatch is reported. */
async function buildFiles(): Promise<Map<string, string | Uint8Array>> {
  const result = (await build({
    configFile: false,
    root: fileURLToPath(new URL('fixture', import.meta.url)),
    mode: 'development',
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"development"' },
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: ['chrome109', 'safari16.4', 'firefox115'],
      cssCodeSplit: false,
      rollupOptions: {
        input: fileURLToPath(new URL('fixture/page.tsx', import.meta.url)),
        output: { entryFileNames: 'page.js', chunkFileNames: '[name].js', assetFileNames: 'page[extname]' },
      },
    },
  })) as Rollup.RollupOutput;
  return new Map(
    result.output.map((file) => {
      if (file.type === 'chunk') return [file.fileName, file.code];
      return [file.fileName, file.fileName === 'page.css' ? tokens + String(file.source) : file.source];
    }),
  );
}
