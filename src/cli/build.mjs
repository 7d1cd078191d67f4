import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PARTS, removeStamp, whyUnusable, writeStamp } from './built-files.mjs';
import { root, runStep } from './step.mjs';
import { phrase } from '#server/phrase.mjs';

const dist = join(root, 'dist');

/**
 * The sources of a build. The server runs from its TypeScript sources, and so does this room, except for the plugin of
 * the build.
 */
const SOURCES = ['docs/admin', 'package-lock.json', 'package.json', 'public', 'src', 'tsconfig.json', 'vite.config.ts'];
const NOT_BUILT = /^src\/((server|demo|tools)$|features\/[a-z-]+\/(server|cli)$|cli\/(?!build-output))/;

/**
 * Builds the browser files and the server bundle, unless the last build used the same sources. The new files are
 * written to another folder and then moved into place. A kill in between leaves the old build or none, never a
 * half-written one. A build with a missing or changed file is made again (UP3).
 * @param {string} node
 */
export async function ensureBuilt(node) {
  const sources = sourcesHash();
  const why = whyUnusable(dist, sources);
  if (why === null) return;
  if (why !== 'none' && why !== 'older')
    console.log(phrase({ zh: `${why}；重新构建`, en: `${why}; it is built again` }));
  const made = join(dist, `new-${process.pid}`);
  removeLeftovers();
  const vite = [
    node,
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    join(root, 'vite.config.ts'),
    '--logLevel',
    'warn',
  ];
  const env = { ...process.env, NODE_ENV: 'production' };
  try {
    await runStep(
      phrase({ zh: '正在构建网站', en: 'building the site' }),
      [...vite, '--outDir', join(made, 'client')],
      {
        env,
        failed: phrase({ zh: '网站不能构建', en: 'The site could not be built' }),
      },
    );
    await runStep(
      phrase({ zh: '正在构建服务端', en: 'building the server bundle' }),
      [...vite, '--ssr', join(root, 'src/entry-server.tsx'), '--outDir', join(made, 'ssr')],
      {
        env,
        failed: phrase({ zh: '服务端不能构建', en: 'The server bundle could not be built' }),
      },
    );
    await runStep(
      phrase({ zh: '正在构建管理后台', en: 'building the console' }),
      [...vite, '--mode', 'console', '--outDir', join(made, 'console')],
      {
        env,
        failed: phrase({ zh: '管理后台不能构建', en: 'The console could not be built' }),
      },
    );
    removeStamp(dist);
    for (const part of ['client', 'console']) keepPrevious(join(dist, part), join(made, part));
    for (const part of PARTS) {
      rmSync(join(dist, part), { recursive: true, force: true });
      renameSync(join(made, part), join(dist, part));
    }
    writeStamp(dist, sources);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Whether there is a whole build of these sources.
 * @public tests/house/client-bundle.test.ts imports it by a computed path
 */
export const isBuilt = () => whyUnusable(dist, sourcesHash()) === null;

/**
 * Copies the files of the previous build beside the new ones (their names contain their hash). A server that still runs
 * with that build, and pages open in browsers, still find them. Files that the previous build had itself copied are
 * dropped.
 */
function keepPrevious(before, made) {
  const manifest = join(before, '.vite/manifest.json');
  if (!existsSync(manifest)) return;
  const own = Object.values(JSON.parse(readFileSync(manifest, 'utf8'))).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  for (const name of own.flatMap((file) => [file, `${file}.br`, `${file}.gz`])) {
    if (existsSync(join(before, name)) && !existsSync(join(made, name)))
      copyFileSync(join(before, name), join(made, name));
  }
}

/**
 * Hash of the sources by content, not by time: a fresh checkout has new times, and an old archive has old ones.
 * @public tests/cli/production-packages.test.ts imports it by a computed path
 */
export function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((name) => listFiles(join(root, name)))) {
    const name = relative(root, path);
    hash.update(`${name}\0`).update(createHash('sha256').update(readFileSync(path)).digest());
  }
  return hash.digest('hex');
}

function listFiles(path) {
  if (NOT_BUILT.test(relative(root, path)) || !existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => listFiles(join(path, name)));
  } catch {
    return [path];
  }
}

function removeLeftovers() {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    const pid = Number(/^new-(\d+)$/.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
