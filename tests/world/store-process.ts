import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnv } from '#server/env.ts';
import { openStore } from '#server/store/open-store.ts';

/** A program that tests start, kill and compete with: opens the store as a server does, tells so, waits for its end. */
try {
  const env = loadEnv(process.env);
  const store = await openStore(env, { say: (line) => console.log(JSON.stringify({ said: line })) });
  const pidFile =
    env.databaseUrl === null ? readFileSync(join(env.dataDir, 'postgres', 'postmaster.pid'), 'utf8') : '0';
  console.log(
    JSON.stringify({
      open: true,
      pid: process.pid,
      postmaster: Number(pidFile.split('\n')[0]),
      instance: store.instance,
      migrated: store.migrated,
    }),
  );
  process.stdin.resume().once('end', () => void store.close());
} catch (error) {
  console.log(JSON.stringify({ refused: (error as Error).message }));
}
