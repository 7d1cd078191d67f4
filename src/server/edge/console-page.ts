import { baseAttributes } from '#wire/bases.ts';
import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSOLE } from '#wire/console-paths.ts';

/** Assets that the console's page names, as its build wrote them. */
export interface ConsoleAssets {
  /** address of the module that starts it */
  entry: string;
  styles: readonly string[];
}

const ASSET_BASE = '/assets/console/';

/** @param dir dist/console @throws when the build is missing */
export async function readConsoleBuild(dir: string): Promise<ConsoleAssets> {
  const manifest = JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >;
  const entry = manifest['entry-console.tsx'];
  if (!entry) throw new Error('The build has no entry-console.tsx; run the build again.');
  return { entry: ASSET_BASE + entry.file, styles: (entry.css ?? []).map((file) => ASSET_BASE + file) };
}

/**
 * The console's page: the same empty document at every address below CONSOLE, which the browser fills. Its library of
 * parts puts styles into the page while it runs; they bear a nonce, which only a page that is never kept can have.
 */
export function consolePagePlugin(
  app: FastifyInstance,
  { assets, development }: { assets: () => Promise<ConsoleAssets>; development: boolean },
): void {
  for (const url of [`${CONSOLE}/`, `${CONSOLE}/*`]) {
    app.get(url, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      return reply.headers(headersOf(nonce, development)).send(documentOf(await assets(), nonce));
    });
  }
  app.get(CONSOLE, (_request, reply) => reply.redirect(`${CONSOLE}/`, 301));
}

const documentOf = ({ entry, styles }: ConsoleAssets, nonce: string): string => `<!doctype html>
<html lang="zh-Hans"${baseAttributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="csp-nonce" nonce="${nonce}">
<title>管理后台</title>
<link rel="icon" href="/assets/site/favicon.svg" type="image/svg+xml">
${styles.map((href) => `<link rel="stylesheet" href="${href}">\n`).join('')}<script type="module" src="${entry}"></script>
</head>
<body>
<div id="root"><noscript>管理后台需要启用 JavaScript。</noscript></div>
</body>
</html>
`;

function headersOf(nonce: string, development: boolean): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `font-src 'self'`,
    `frame-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
}
