import { once } from 'node:events';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { findLaunch, getBinaries } from '#server/db/embedded-binaries.ts';
import { initialise, programEnvironment } from '#server/db/embedded-init.ts';
import { startChild } from './children.ts';
import { until } from './stores.ts';

/** A PostgreSQL that takes part in a fail-over, on a socket in its own folder. */
export interface Member {
  folder: string;
  /** a connection past the address that moves */
  connect: () => Promise<pg.Client>;
  /** ends it as a power cut does */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** One address of a database that leads to one of several. */
export interface MovingAddress {
  url: string;
  /** breaks all connections, and leads to this one from now on */
  leadTo: (member: Member) => void;
  close: () => Promise<void>;
}

/** A new database, and a copy of its folder that follows it once it is started by `startMember`. @param folder empty */
export async function makePair(folder: string): Promise<{ primary: string; standby: string }> {
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')];
  await initialise(primary, getBinaries(), findLaunch());
  cpSync(primary, standby, { recursive: true });
  chmodSync(standby, 0o700);
  writeFileSync(join(standby, 'standby.signal'), '');
  return { primary, standby };
}

/** Starts one of a pair. @param settings of postgresql.conf */
export async function startMember(folder: string, settings: Record<string, string> = {}): Promise<Member> {
  const all = {
    listen_addresses: '',
    unix_socket_directories: folder,
    wal_keep_size: '256MB',
    fsync: 'off',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...findLaunch().prefix, getBinaries().postgres, '-D', folder, ...options];
  const child = startChild(command, args, { env: programEnvironment(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'exit');
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  await until('it takes connections', async () => {
    if (child.exitCode !== null) throw new Error(output);
    return connect().then(
      (client) => client.end().then(() => true),
      () => false,
    );
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await ended;
  };
  return { folder, connect, kill: () => end('SIGKILL'), stop: () => end('SIGINT') };
}

/** Setting with which a standby follows a primary. */
export const following = (primary: string): Record<string, string> => ({
  primary_conninfo: `host=${primary} user=postgres application_name=standby`,
});

/** Makes a standby the primary. */
export async function promote(standby: Member): Promise<void> {
  const client = await standby.connect();
  await client.query('select pg_promote(true, 60)');
  await client.end();
}

export async function openMovingAddress(first: Member): Promise<MovingAddress> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connectSocket(join(target.folder, '.s.PGSQL.5432'));
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    leadTo: (member) => {
      target = member;
      cut();
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
