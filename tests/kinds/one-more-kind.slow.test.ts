import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileCopy } from '../world/compiler.ts';

const run = promisify(execFile);

/** A copy of the product with the work of a developer who adds a kind: its folder, the two lists, and a migration. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'swtest-kind-'));
  for (const name of ['src', 'tests', 'page-schemas', 'package.json', 'vite.config.ts'])
    cpSync(name, join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'docs', 'public', 'dist']) symlinkSync(resolve(name), join(copy, name));
  cpSync('tests/kinds/one-more-kind/notice', join(copy, 'src/kinds/notice'), { recursive: true });
  const migrations = join(copy, 'src/server/db/migrations');
  const number = String(readdirSync(migrations).length + 1).padStart(4, '0');
  cpSync('tests/kinds/one-more-kind/notices.sql', join(migrations, `${number}-notices.sql`));
  edit('src/kinds/index.ts', [
    [`import { page } from './page/index.ts';`, `import { notice } from './notice/index.ts';`],
    ['rows, page, setting, removal] as const', 'rows, page, setting, removal, notice] as const'],
  ]);
  edit('src/kinds/stores.ts', [
    [`import { pageStore } from './page/server/store.ts';`, `import { noticeStore } from './notice/server/store.ts';`],
    ['setting: settingStore,', 'notice: noticeStore,'],
  ]);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Puts a line behind another, or one text in place of another. */
function edit(file: string, changes: readonly (readonly [find: string, put: string])[]): void {
  let text = readFileSync(join(copy, file), 'utf8');
  for (const [find, put] of changes) {
    expect(text).toContain(find);
    text = text.replace(find, find.includes('as const') ? put : `${find}\n${put}`);
  }
  writeFileSync(join(copy, file), text);
}

test('one more kind passes the check of types', async () => {
  expect(await compileCopy(copy)).toBe('');
}, 600_000);

test('one more kind is drafted, compared, merged, approved, published, withdrawn, told of the past and proved', async () => {
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  const config = join(copy, 'tests/vitest.config.ts');
  const report = join(copy, 'report.json');
  const given = ['run', '--root', copy, '--config', config, '--reporter', 'json', '--outputFile', report];
  // variables of this run's own vitest for its workers are not meant for another one
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const ended = run(process.execPath, [vitest, ...given, 'tests/server/every-kind.test.ts'], { cwd: copy, env });
  const output = await ended.catch((error: { stdout: string; stderr: string }) => error);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
  };
  const tried = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(tried.filter(({ status }) => status !== 'passed').map((one) => [one.fullName, one.failureMessages])).toEqual(
    [],
  );
  expect(tried.length, output.stdout + output.stderr).toBeGreaterThan(20);
  const own = tried.filter(({ fullName }) => fullName.startsWith('a change of notice '));
  expect(own.length).toBe(tried.filter(({ fullName }) => fullName.startsWith('a change of article ')).length);
}, 180_000);
