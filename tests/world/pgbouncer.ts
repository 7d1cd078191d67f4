import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findLaunch } from '#server/db/embedded-binaries.ts';
import { freePort } from '#tools/demonstration.ts';
import { startChild } from './children.ts';
import type { TestDatabase } from './database.ts';
import { until } from './stores.ts';

/** Whether Debian's pgbouncer, which `.ci/run` fetches, is there and starts. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface Pooler {
  /** address of the database through the pooler */
  url: string;
  stop: () => Promise<void>;
}

/**
 * PgBouncer in front of a database of a test.
 * @param folder of its settings
 * @param settings lines of its file, such as 'pool_mode = session'
 */
export async function startPgbouncer(folder: string, database: TestDatabase, settings: string): Promise<Pooler> {
  const port = await freePort();
  const address = new URL(database.ownerUrl.replace('@/', '@socket/'));
  const socket = address.searchParams.get('host');
  const place = {
    host: socket ?? address.hostname,
    port: address.port || '5432',
    dbname: database.name,
    user: decodeURIComponent(address.username),
    ...(address.password !== '' && { password: decodeURIComponent(address.password) }),
  };
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `store = ${Object.entries(place)
        .map(([key, value]) => `${key}=${value}`)
        .join(' ')}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      settings,
    ].join('\n'),
  );
  // PgBouncer refuses to be root, as PostgreSQL does
  const [command = '', ...args] = [...findLaunch().prefix, 'pgbouncer', file];
  const child = startChild(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'exit');
  await until('pgbouncer listens', async () => child.exitCode !== null || (await listens(port)), 10_000);
  if (child.exitCode !== null) throw new Error(output);
  return {
    url: `postgres://${address.username}@127.0.0.1:${port}/store`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
