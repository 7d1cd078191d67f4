import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { phrase } from '#server/phrase.mjs';

/**
 * Files of a build: dist/built-from holds the hash of its sources and of every file. It is written last, so a build
 * that was killed has none (UP3).
 */
const STAMP = 'built-from';
/** The folders of a build; others belong to builds that are under way. */
export const PARTS = ['client', 'console', 'ssr'];

/** @param {string} dist @param {string} sources hash of what it was built from */
export function writeStamp(dist, sources) {
  const next = join(dist, `${STAMP}.new`);
  writeFileSync(next, JSON.stringify({ sources, files: hashesOf(dist) }));
  renameSync(next, join(dist, STAMP));
}

/** There is no whole build any more. */
export function removeStamp(dist) {
  rmSync(join(dist, STAMP), { force: true });
}

/**
 * Why a build cannot be used; null: it can.
 * @param {string} dist
 * @param {string} sources hash of what it should be built from
 * @returns {'none' | 'older' | string | null} none, of other sources, or a sentence that names what is damaged
 */
export function whyUnusable(dist, sources) {
  if (!existsSync(join(dist, STAMP))) return 'none';
  let stamp;
  try {
    stamp = JSON.parse(readFileSync(join(dist, STAMP), 'utf8'));
  } catch {
    return 'none';
  }
  if (stamp.sources !== sources) return 'older';
  const there = hashesOf(dist);
  for (const [name, hash] of Object.entries(stamp.files ?? {})) {
    if (there[name] === undefined)
      return phrase({ zh: `缺少文件 dist/${name}`, en: `The file dist/${name} is missing` });
    if (there[name] !== hash)
      return phrase({ zh: `文件 dist/${name} 与构建时不同`, en: `The file dist/${name} is not as it was built` });
  }
  return stamp.files === undefined ? 'none' : null;
}

/** @returns {Record<string, string>} SHA-256 in hex by path below dist */
function hashesOf(dist) {
  const hashes = {};
  for (const part of PARTS) {
    if (!existsSync(join(dist, part))) continue;
    for (const entry of readdirSync(join(dist, part), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      hashes[relative(dist, path)] = createHash('sha256').update(readFileSync(path)).digest('hex');
    }
  }
  return hashes;
}
