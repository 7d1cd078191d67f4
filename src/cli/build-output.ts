import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** pages rarely use more widgets than this at once */
const VIEWS_AT_ONCE = 3;

interface ManifestEntry {
  file: string;
  imports?: string[];
}

/**
 * Last step of a build for browsers. Writes a .br and a .gz beside every text asset, so that nothing is compressed per
 * request, and measures the first load.
 * @param limit kB (1,000 bytes) of JavaScript after brotli; the build fails above it
 */
export function buildOutput({ entry, name, limit }: { entry: string; name: string; limit: number }): Plugin {
  let folder = '';
  return {
    name: 'build-output',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.ssr ? '' : config.build.outDir;
    },
    writeBundle: async () => {
      if (folder === '') return;
      const weights = await compressAll(folder);
      const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
        string,
        ManifestEntry
      >;
      const weight = firstLoad(manifest, weights, entry);
      console.log(`${name}: ${weight.toFixed(1)} kB of JavaScript after brotli (limit ${limit})`);
      if (weight > limit)
        throw new Error(`The ${name} weighs ${weight.toFixed(1)} kB after brotli; the limit is ${limit} kB.`);
    },
  };
}

async function compressAll(folder: string): Promise<Map<string, number>> {
  const weights = new Map<string, number>();
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|svg|json|txt|webmanifest)$/.test(name)) continue;
    const body = await readFile(join(folder, name));
    const small = smallest(body);
    weights.set(name, small.length / 1000);
    await writeFile(join(folder, `${name}.br`), small);
    await writeFile(join(folder, `${name}.gz`), gzipSync(body, { level: 9 }));
  }
  return weights;
}

/** log2 of the bytes that are compressed together; which one gives least differs by chance; 0: the library's own choice */
const BLOCKS = [0, 16, 18, 20];

const smallest = (body: Buffer): Buffer =>
  BLOCKS.map((block) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: block },
    }),
  ).reduce((least, one) => (one.length < least.length ? one : least));

/** Weight in kB of the entry with everything it imports, and of the heaviest views that one page may show. */
function firstLoad(manifest: Record<string, ManifestEntry>, weights: Map<string, number>, entry: string): number {
  const filesOf = (name: string, seen: Set<string>): Set<string> => {
    const entry = manifest[name];
    if (!entry || seen.has(entry.file)) return seen;
    seen.add(entry.file);
    for (const imported of entry.imports ?? []) filesOf(imported, seen);
    return seen;
  };
  const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (weights.get(file) ?? 0), 0);
  const base = filesOf(entry, new Set());
  const views = Object.keys(manifest)
    .filter((name) => /^widgets\/[^/]+\/View\.tsx$/.test(name))
    .map((name) => ({ name, weight: weigh(filesOf(name, new Set(base))) }))
    .sort((a, b) => b.weight - a.weight);
  const all = views.slice(0, VIEWS_AT_ONCE).reduce((files, { name }) => filesOf(name, files), new Set(base));
  return weigh(all);
}
