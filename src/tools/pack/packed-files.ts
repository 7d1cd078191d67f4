import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './tar.ts';

/** Folders and files of the checkout that one file brings along, beside the build, the sources and the packages. */
const COPIED = ['docs/how-to', 'docs/operation', 'page-schemas', 'public', 'CHANGELOG.md', 'package.json', 'README.md'];
/** Documents of the folder docs itself. */
const DOCUMENT = /^docs\/[\w-]+\.md$/;

/** Sources that only browsers, builds and developers run. */
const NOT_RUN = [
  /\.(tsx|css)$/,
  /-browser\.ts$/,
  /\/use-[a-z-]+\.ts$/,
  /^src\/(features\/console|kinds\/(forms|shown))\.ts$/,
  /^src\/(console|site|ui|entry-[a-z]+\.ts)(\/|$)/,
  /^src\/(kinds|features)\/[a-z-]+\/(console|site)\//,
  /^src\/features\/[a-z-]+\/kinds\/.*\/Form\./,
  /^src\/server\/development\.ts$/,
  /\.d\.mts$/,
  /^src\/cli\/(?!server-process\.mjs$).*\.mjs$/,
  /^src\/cli\/(build-output|check-pages|database-document|schema-files|schemas|widgets-document)\.ts$/,
  /^src\/tools\/(?!compare-site\/|walk\/)/,
  /^src\/tools\/compare-site\/(pictures|demonstration-answers)\.ts$/,
];

/** Files of packages that no program runs: types, maps, tests, headers, and what links programs. */
const NOT_RUN_OF_PACKAGES = [
  /\.(map|d\.[cm]?ts|a)$/,
  /\/(test|tests|__tests__|\.github)\//,
  /^node_modules\/node-linux-[^/]+\/(include|share|CHANGELOG\.md|README\.md)/,
  /\/native\/lib\/(pkgconfig|postgresql\/pgxs)\//,
];

/** Paths of the sources that a server and the commands of its operators run. */
export const sourceFiles = (root: string): string[] =>
  filesBelow(root, 'src').filter((path) => !NOT_RUN.some((pattern) => pattern.test(path)));

/** Paths of documents, pages, pictures and further files as they stand in the checkout. */
export const copiedFiles = (root: string): string[] => [
  ...COPIED.flatMap((path) => filesBelow(root, path)),
  ...readdirSync(join(root, 'docs'))
    .map((name) => `docs/${name}`)
    .filter((path) => DOCUMENT.test(path)),
];

/** Paths of a package's own files that run, below the folder of all packages. @param folder where the package lies */
export const packageFiles = (folder: string, place: string): string[] =>
  filesBelow(folder, '')
    .map((path) => `${place}/${path}`)
    .filter((path) => !path.slice(place.length).includes('/node_modules/'))
    .filter((path) => !NOT_RUN_OF_PACKAGES.some((pattern) => pattern.test(path)));

interface Manifest {
  [entry: string]: { file: string; css?: string[]; assets?: string[] };
}

/**
 * Paths of the built site. Files of builds before, which lie beside those of this one for pages that are open, stay
 * behind.
 */
export function builtFiles(root: string): string[] {
  return ['client', 'console', 'ssr'].flatMap((part) => {
    const manifest = join(root, 'dist', part, '.vite/manifest.json');
    const all = filesBelow(root, `dist/${part}`);
    if (!existsSync(manifest)) return all;
    const own = new Set(
      Object.values(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest).flatMap(
        ({ file, css = [], assets = [] }) => [file, ...css, ...assets],
      ),
    );
    const copied = new Set(filesBelow(root, 'public').map((path) => path.slice('public/'.length)));
    return all.filter((path) => {
      const name = path.slice(`dist/${part}/`.length).replace(/\.(br|gz)$/, '');
      return own.has(name) || copied.has(name) || name === '.vite/manifest.json';
    });
  });
}

/**
 * Links that a package of PostgreSQL wants made, because packages cannot hold any.
 * @param place of the package in the unpacked folder
 */
export function libraryLinks(folder: string, place: string): Entry[] {
  const list = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  return list.map(({ source, target }) => {
    const within = target.slice(0, target.lastIndexOf('/') + 1);
    if (!source.startsWith(within)) throw new Error(`The link ${target} leads out of its folder.`);
    return { path: `${place}/${target}`, target: source.slice(within.length) };
  });
}

/** Paths of all files in a folder of another one, or of a file itself; links are left out. */
function filesBelow(root: string, path: string): string[] {
  const found = lstatSync(join(root, path));
  if (found.isSymbolicLink()) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(root, path === '' ? name : `${path}/${name}`));
}

/** An entry of a file of this machine. */
export const fileEntry = (path: string, file: string): Entry => ({ path, file, size: lstatSync(file).size });
