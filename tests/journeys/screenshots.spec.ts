import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../world/browser.ts';

const MAIN = fileURLToPath(new URL('../../src/tools/screenshots/main.ts', import.meta.url));

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'screenshots-test-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  /** its output so far */
  said: () => string;
  ended: Promise<unknown>;
}

/** Everything that it starts or writes has the folder in its name. */
function run(...args: string[]): Run {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', MAIN, '--out', join(folder, 'out'), ...args],
    { env: { ...process.env, TMPDIR: folder } },
  );
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (text += String(part)));
  return { child, said: () => text, ended: once(child, 'exit') };
}

/** Programs that have the folder in their command line. */
async function left(): Promise<string[]> {
  const commands = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands
    .filter((command) => command.includes(folder))
    .map((command) => command.replaceAll('\0', ' ').slice(0, 120));
}

const index = () => readFile(join(folder, 'out/index.html'), 'utf8');

test('screenshots of the asked routes and widths, with a line a route and an index over them @slow', async ({
  baseURL,
}) => {
  test.setTimeout(300_000);
  const { child, said, ended } = run('--url', baseURL!, '--only', '/,/aboutUs/orgStructure', '--widths', '500');
  await ended;
  expect(child.exitCode, said()).toBe(0);
  expect(said()).toMatch(/^[12] of 2 {2}\/aboutUs\/orgStructure {2}3 pictures, \d+\.\d s$/m);
  const pictures = [
    'aboutUs-orgStructure_traditional_500.png',
    'home_traditional_500.png',
    'aboutUs-orgStructure_500.png',
    'aboutUs-orgStructure_elder_500.png',
    'home_500.png',
    'home_elder_500.png',
    'home_grey_500.png',
  ];
  expect((await readdir(join(folder, 'out'))).sort()).toEqual([...pictures, 'index.html'].sort());
  for (const picture of pictures) expect(await index()).toContain(`<img src="${picture}"`);
  expect(await index()).toContain(`${pictures.length} screenshots of`);
});

test('stopped midway it ends at once, leaves no browser, and the index shows what is there @slow', async ({
  baseURL,
}) => {
  test.skip(process.platform !== 'linux', 'programs are looked up in /proc');
  test.setTimeout(300_000);
  const { child, said, ended } = run('--url', baseURL!, '--only', '/news,/serve', '--widths', '375');
  await expect.poll(said, { timeout: 90_000 }).toMatch(/^ ?1 of/m);
  expect(await left()).not.toEqual([]);
  child.kill('SIGTERM');
  await ended;
  expect(child.exitCode).toBe(143);
  await expect.poll(left).toEqual([]);
  const html = await index();
  expect(html).toMatch(/<h1>\d+ of \d+ screenshots.*<\/html>\s*$/s);
  const there = await readdir(join(folder, 'out'));
  for (const [, picture] of html.matchAll(/<img src="([^"]+)"/g)) expect(there).toContain(picture);
});

test('stopped while the demonstration starts it leaves no server and no data @slow', async () => {
  test.skip(process.platform !== 'linux', 'programs are looked up in /proc');
  test.setTimeout(300_000);
  const { child, ended } = run();
  await expect.poll(left, { timeout: 60_000 }).toContainEqual(expect.stringMatching(/postgres/));
  child.kill('SIGINT');
  await ended;
  expect(child.exitCode).toBe(130);
  await expect.poll(left).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.startsWith('site-demonstration'))).toEqual([]);
});
