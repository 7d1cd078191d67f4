import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import type { BenchPages } from '../pages.ts';
import { readPage, readRaw, root } from '../product.ts';
import type { Row } from '../report.ts';

const GROUP = 'First load';
const CLIENT = join(root, 'dist/client');
const ASSETS = '/assets/site/';
/**
 * packages that a first load must not hold (house.md section 5); all are loaded when first needed, or by the console,
 * or never
 */
const EXCLUDED = ['antd', '@ant-design', '@rjsf', 'ajv', 'opencc-js', 'axios', 'crypto-js'];
// 99, and half a kB for js-cookie, which ends a login where no further file can be fetched (decision 26)
const SCRIPT_LIMIT = 99.5;
const HTML_LIMIT = 14;

/** JavaScript that the HTML of a page names, with all that it imports; and the HTML itself, each as sent. */
export async function weighFirstLoads(origin: string, pages: BenchPages): Promise<Row[]> {
  const rows: Row[] = [];
  const all = new Set<string>();
  for (const [kind, path] of Object.entries(pages)) {
    const files = withImports(scriptsIn(await readPage(origin, path)));
    files.forEach((file) => all.add(file));
    rows.push({
      group: GROUP,
      id: `script-${kind}`,
      title: `JavaScript of a ${kind} page after brotli`,
      value: weigh(files),
      unit: 'kB',
      limit: { most: SCRIPT_LIMIT },
      note: `${files.length} files: ${files.map((file) => `${file.replace(/-[\w-]{7}\.js$/, '')} ${weigh([file]).toFixed(1)}`).join(', ')}`,
    });
  }
  rows.push(await packagesIn(all));
  const html = await readRaw(origin + pages.list, 'br');
  rows.push({
    group: GROUP,
    id: 'html-list',
    title: 'HTML of a list page with its CSS after brotli',
    value: html.body.length / 1000,
    unit: 'kB',
    limit: { most: HTML_LIMIT },
    note: 'as the server sends it (quality 7)',
  });
  return rows;
}

/** File names of the scripts that a page names. */
export function scriptsIn(html: string): string[] {
  const [, app, start] = /<script id="start" data-app="([^"]+)"[^]*?<script src="([^"]+)"/.exec(html)!;
  return [start!, ...app!.split(' ')].map((address) => address.slice(ASSETS.length));
}

/** A browser follows static imports whether the HTML names them or not. */
export function withImports(files: string[]): string[] {
  const manifest = Object.values(
    JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string; imports?: string[] }
    >,
  );
  const byName = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const seen = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const entry = manifest.find((one) => one.file === file);
    open.push(...(entry?.imports ?? []).map((name) => byName[name]!.file));
  }
  return [...seen].toSorted((a, b) => weigh([b]) - weigh([a]));
}

/** kB (1,000 bytes) of built files after brotli, by the file names that addresses end with. */
export function weigh(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) {
    const path = join(CLIENT, file);
    bytes += existsSync(`${path}.br`)
      ? readFileSync(`${path}.br`).length
      : brotliCompressSync(readFileSync(path)).length;
  }
  return bytes / 1000;
}

/** Kept-out packages that the bundler itself put into the given files: found by building once more, elsewhere. */
async function packagesIn(files: ReadonlySet<string>): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'site-build-'));
  const log = console.log;
  try {
    // the build's own line about its weight is not the bench's
    console.log = () => {};
    const output = (await build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: folder, emptyOutDir: true },
    })) as Rollup.RollupOutput;
    const chunks = output.output.filter((one) => one.type === 'chunk');
    const missing = [...files].filter((file) => !chunks.some((chunk) => chunk.fileName === file));
    if (missing.length > 0)
      throw new Error(`dist/ was built of other sources: ${missing.join(', ')} is not in a new build.`);
    const found = chunks.filter((chunk) => files.has(chunk.fileName)).flatMap((chunk) => packagesOf(chunk.moduleIds));
    const elsewhere = chunks
      .filter((chunk) => !files.has(chunk.fileName))
      .flatMap((chunk) => packagesOf(chunk.moduleIds));
    const foundIn = (names: string[]) =>
      EXCLUDED.filter((name) => names.some((one) => one === name || one.startsWith(`${name}/`)));
    return {
      group: GROUP,
      id: 'script-packages',
      title: `Packages in it of ${EXCLUDED.length} kept out`,
      value: foundIn(found).length,
      unit: '',
      limit: { most: 0 },
      note: [
        `in it: ${[...new Set(found)].toSorted().join(', ')}`,
        ...foundIn(found).map((name) => `${name} should not be`),
        `loaded when needed: ${foundIn(elsewhere).join(', ') || 'none of those kept out'}`,
      ].join('; '),
    };
  } finally {
    console.log = log;
    rmSync(folder, { recursive: true, force: true });
  }
}

const packagesOf = (moduleIds: readonly string[]): string[] =>
  moduleIds.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(id)?.[1] ?? []);
