import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { publish } from '#server/store/publication/publish.ts';
import { assertRegistersGood, FillProblem, fillProblem, readRegister } from '#demo/fill-problem.ts';
import { importFile } from '#demo/registers/import-rows.ts';
import { openStore } from '#server/store/open-store.ts';
import { loadEnv } from '#server/env.ts';
import { listenProblem } from '#server/edge/listen.ts';
import { createTestDatabase } from '../world/database.ts';
import { PAGES_DIR } from '../world/site.ts';
import { startProgram, temporaryFolder } from '../world/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** Error output of the server's process, and its end. */
async function start(env: Record<string, string>): Promise<{ said: string; code: number }> {
  const program = startProgram(
    join(import.meta.dirname, '../../src/server/main.ts'),
    { DEMO: 'off', DATA_DIR: join(folder.path, 'data'), LOG_LEVEL: 'error', ...env },
    'pipe',
  );
  let output = '';
  program.stderr!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const [code] = (await once(program, 'close')) as [number];
  return { said: output, code };
}

test('a place to listen that there is not ends the start with one sentence', { timeout: 30_000 }, async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  expect(await start({ PORT: String(port) })).toEqual({
    said: `PORT=${port}: another program listens on 127.0.0.1:${port}. Stop it, or set PORT to another number.\n`,
    code: 2,
  });
  taken.close();
  expect(await start({ PORT: String(port), HOST: '203.0.113.9' })).toEqual({
    said: expect.stringMatching(/^HOST=203\.0\.113\.9: this machine has no such address\. .*\n$/),
    code: 2,
  });
  expect(
    String(listenProblem(Object.assign(new Error(), { code: 'EACCES' }), { host: '127.0.0.1', port: 81 })),
  ).toMatch(/PORT=81: this user may not listen on it/);
});

test('a database that has lost a table’s file ends the start with one sentence', { timeout: 60_000 }, async () => {
  const dataDir = join(folder.path, 'damaged');
  const { database, close } = await openStore(loadEnv({ DATA_DIR: dataDir }));
  const { rows } = await database.pool.query<{ path: string }>("select pg_relation_filepath('publication') as path");
  await close();
  rmSync(join(dataDir, 'postgres', rows[0]!.path));
  const { said: output, code } = await start({ DATA_DIR: dataDir });
  expect([output.split('\n').length, code]).toEqual([2, 2]);
  expect(output).toMatch(
    /^The database is damaged: could not open file "base\/5\/\d+": No such file or directory\. Restore the whole DATA_DIR, .* from one backup; nothing was made new/,
  );
});

test('a register that is broken before the first fill is told with file and pointer, and nothing is published', () => {
  const dir = pathToFileURL(`${folder.path}/registers/`);
  cpSync(join(PAGES_DIR, 'registers'), dir, { recursive: true });
  expect(() => assertRegistersGood(dir)).not.toThrow();
  const good = readRegister('ib-staff', dir);
  writeFileSync(new URL('ib-staff.json', dir), JSON.stringify({ ...good, columns: ['nobody'] }));
  writeFileSync(new URL('branch.json', dir), '{ "register": ');
  expect(() => assertRegistersGood(dir)).toThrow(FillProblem);
  expect(() => assertRegistersGood(dir)).toThrow(
    /^registers\/branch\.json: unreadable-file: .*\nregisters\/ib-staff\.json#\/columns\/0: unknown-register-field: .*\nThe store is not filled/,
  );
});

test('demonstration rows that a changed register refuses are told by the register’s file and pointer', async () => {
  const good = readRegister('ib-staff');
  const row = {
    branchName: '示例第一营业部',
    staffName: '陈明澈',
    futuresCertNo: 'F3012345',
    management: '1',
    regDate: '2021-05-20',
  };
  const longer = {
    ...good,
    fields: { ...good.fields, extra: { title: '额外', type: 'text' as const, required: true } },
  };
  const refused = await importFile(longer, [row, { ...row, futuresCertNo: 'F3012346' }], '2026-11-20', () => []).catch(
    fillProblem,
  );
  expect(refused).toBeInstanceOf(FillProblem);
  expect((refused as Error).message).toMatch(
    /^registers\/ib-staff\.json#\/fields\/extra: 2 of the demonstration's rows are refused/,
  );

  const database = await createTestDatabase();
  const changes = [
    {
      kind: 'rows' as const,
      document: {
        definition: { ...good, key: ['management'] },
        rows: [row, { ...row, futuresCertNo: 'F3012346' }],
        dataDate: '2026-11-20',
        department: '期货IB业务部',
      },
    },
  ];
  const twice = await publish(database, { title: '名册', writtenBy: '甲', approvedBy: '乙', changes }).catch(
    (error: unknown) => fillProblem(error, changes),
  );
  expect((twice as Error).message).toMatch(
    /^registers\/ib-staff\.json#\/key: 1 of the demonstration's rows are refused, because rows have the same key\./,
  );
  await database.drop();
  const other = new Error('other');
  expect(fillProblem(other)).toBe(other);
});
