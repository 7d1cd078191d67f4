import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { withVersion, wrongVersion, type VersionTexts } from './new-version.ts';

const USAGE = `npm run release -- VERSION

Gives what stands below ## Unreleased in CHANGELOG.md a version and its day, checks the checkout, and packs one file for each
processor into dist/pack, with their hashes beside them. Commits nothing. Where a step fails, all files are as they were.`;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const FILES: Readonly<Record<keyof VersionTexts, string>> = {
  changelog: 'CHANGELOG.md',
  package: 'package.json',
  lock: 'package-lock.json',
};
const CPUS = ['x64', 'arm64'];

const read = (): VersionTexts => ({
  changelog: readFileSync(join(root, FILES.changelog), 'utf8'),
  package: readFileSync(join(root, FILES.package), 'utf8'),
  lock: readFileSync(join(root, FILES.lock), 'utf8'),
});

function write(texts: VersionTexts): void {
  for (const [name, file] of Object.entries(FILES)) writeFileSync(join(root, file), texts[name as keyof VersionTexts]);
}

/** Runs a program in the checkout. @returns its output @throws with its output, as a failure of `what` */
async function run(what: string, program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout?: string; stderr?: string; message: string }) => {
      throw new Error(`${what} failed:\n${`${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message}`);
    },
  );
  return stdout;
}

/** npm run release (UP11). Exit codes: 0 packed; 1 not, with a sentence; 2 wrong arguments. */
async function main(args: readonly string[]): Promise<number> {
  const [version = '', ...more] = args;
  if (version === '' || more.length > 0 || version.startsWith('-')) {
    const isHelp = /^(-h|--help)$/.test(version);
    (isHelp ? console.log : console.error)(USAGE);
    return isHelp ? 0 : 2;
  }
  const changed = (await run('the state of the checkout', 'git', 'status', '--porcelain')).trim();
  if (changed !== '') {
    console.error(`A version is made of a commit, and files differ from it:\n${changed}`);
    return 1;
  }
  const before = read();
  const wrong = wrongVersion(version, before);
  if (wrong !== null) {
    console.error(wrong);
    return 1;
  }
  write(withVersion(version, shanghaiDate(Date.now()), before));
  try {
    console.log('checking …');
    await run('the check', 'npm', 'run', '--silent', 'check');
    for (const cpu of CPUS) {
      console.log(`packing for ${cpu} …`);
      await run(`packing for ${cpu}`, 'npm', 'run', '--silent', 'pack', '--', '--cpu', cpu);
    }
  } catch (error) {
    write(before);
    throw error;
  }
  const folder = join(root, 'dist/pack');
  const hashes = readdirSync(folder)
    .filter((name) => name.includes(`-${version}-`) && name.endsWith('.sha256'))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
  console.log(
    `${hashes.join('\n')}\nCommit these three files as version ${version}: ${Object.values(FILES).join(', ')}.`,
  );
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
