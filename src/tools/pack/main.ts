import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { CPUS, makePack } from './make-pack.ts';
import { libraryPackages, nativePackages, type Lock } from './parts.ts';

const USAGE = `npm run pack -- [--cpu x64|arm64] [--to FOLDER]

Writes one file for Linux with everything that this version needs to run, into dist/pack: docs/how-to/install-from-one-file.md.
For a processor that is not this machine's, Node, PostgreSQL and libvips come from the registry.`;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** npm run pack: makes the file (UP6). Exit codes: 0 made; 1 not made, with a sentence; 2 wrong options. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      cpu: { type: 'string', default: process.arch },
      to: { type: 'string', default: 'dist/pack' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || !CPUS.includes(values.cpu)) {
    (values.help ? console.log : console.error)(USAGE);
    return values.help ? 0 : 2;
  }
  const began = performance.now();
  const { cpu } = values;
  const isHere = process.platform === 'linux' && cpu === process.arch;
  const downloads = mkdtempSync(join(tmpdir(), 'site-pack-'));
  try {
    const fetched = isHere
      ? new Map<string, string>()
      : await fetchPackages([...nativePackages(cpu), ...libraryPackages(cpu)], downloads);
    const folder = resolve(process.env.INIT_CWD && values.to !== 'dist/pack' ? process.env.INIT_CWD : root, values.to);
    const { path, count } = await makePack({ root, cpu, folder, fetched });
    console.log(readFileSync(`${path}.sha256`, 'utf8').trim());
    console.log(`${path}: ${count} files, in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return 0;
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}

/**
 * Fetches packages that are not installed here, as the lock file has them.
 * @returns their folders by name
 * @throws where one cannot be had, or has other bytes
 */
async function fetchPackages(names: readonly string[], folder: string): Promise<Map<string, string>> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock };
  const found = new Map<string, string>();
  for (const [at, name] of names.entries()) {
    const { version, integrity } = packages[`node_modules/${name}`]!;
    const to = join(folder, String(at));
    mkdirSync(to);
    const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', to], {
      cwd: to,
    });
    const file = join(to, (JSON.parse(stdout) as { filename: string }[])[0]!.filename);
    if (`sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}` !== integrity)
      throw new Error(`${name} ${version} has other bytes than the lock file says.`);
    await run('tar', ['-xzf', file, '-C', to]);
    found.set(name, join(to, 'package'));
  }
  return found;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
