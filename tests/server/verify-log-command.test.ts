import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../world/command.ts';
import { smallWorld, startSite, type TestSite } from '../world/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ changes: smallWorld() });
  await site.run('record');
});
afterAll(() => site.end());

const program = join(import.meta.dirname, '../../src/cli/verify-log.ts');
const settings = () => ({
  DATA_DIR: dirname(site.filesDir),
  DATABASE_URL: site.database.url,
  OWNER_DATABASE_URL: site.database.ownerUrl,
});
const verify = (args: string[] = [], env: Record<string, string> = settings()) => runCommand(program, args, env);

test('[RC4] [RC9] the command ends with 0 where all is as it was, and its last line names what it does not cover', async () => {
  const { code, out, err } = await verify();
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('The log and all dated rows are as they were published');
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Not covered: .*; .*\.$/);
  const [, head] = /, head (\d+:[0-9a-f]{64})$/m.exec(out)!;
  expect((await verify(['--expect', head!])).code).toBe(0);
});

test('[RC4] it ends with 1 where something was found, each with its code', async () => {
  const other = await verify(['--expect', `1:${'0'.repeat(64)}`]);
  expect([other.code, other.out]).toEqual([1, expect.stringMatching(/^head-differs: entry 1 is now /)]);
  await site.database.owner.query(`update article set title = title || '改'`);
  const { code, out } = await verify();
  expect([code, out]).toEqual([1, expect.stringMatching(/^[a-z-]+: /)]);
  expect(out).toMatch(/^\d+ problems? found\.$/m);
  await site.database.owner.query(`update article set title = left(title, -1)`);
  expect((await verify()).code).toBe(0);
});

test('[RC4] it ends with 2 and one sentence where it could not check, or not all', async () => {
  expect(await verify(['--expect', 'newest'])).toEqual({
    code: 2,
    out: '',
    err: '--expect newest: should be NO:HASH, as an earlier run printed it.\n',
  });
  const away = await verify([], { ...settings(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect([away.code, away.out, away.err]).toEqual([2, '', expect.stringMatching(/^DATABASE_URL names [^\n]*\n$/)]);
  const { OWNER_DATABASE_URL: _owner, ...server } = settings();
  const partly = await verify([], server);
  expect([partly.code, partly.err]).toEqual([2, expect.stringMatching(/^[^\n]*OWNER_DATABASE_URL[^\n]*\n$/)]);
});
