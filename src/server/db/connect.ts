import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Env } from '../env.ts';
import { isStoreAway } from '../errors.ts';
import { assertDataFolderWhole } from './data-folder.ts';
import { startEmbedded } from './embedded.ts';
import { freeSpaceOf, type FreeSpace } from './free-space.ts';
import { keepRunning } from './keep-running.ts';
import { breakOff, LifeSigns } from './life-signs.ts';
import { assertOwnSessions } from './pooler.ts';
import { QueryWatch, type QueryObservers } from './query-watch.ts';
import { ensureServerRole, SERVER_ROLE } from './server-rights.ts';
import { StoreProblem } from './store-problem.ts';
import type { Tables } from './tables.ts';
import type { Phrased, Sentence } from '../phrase.mjs';

/** Connection of another thread of this process to the same database. */
export interface Reach {
  target: pg.ClientConfig;
  engine: Database['engine'];
  /** configuration of the owner of the tables; absent: the server's own */
  owner?: pg.ClientConfig;
}

/** An open PostgreSQL: the one DATABASE_URL names, or the embedded one in DATA_DIR. */
export interface Database {
  db: Kysely<Tables>;
  pool: pg.Pool;
  engine: 'embedded' | 'external';
  reach: Reach;
  /** free space of DATA_DIR's disk; writers of content leave a reserve */
  freeSpace?: FreeSpace;
  /** version of PostgreSQL, '18.4' */
  version: string;
  /** Has observers called with what the pool does from now on; a patient one is not observed. */
  observe(observers: QueryObservers): void;
  /** A connection of its own, for LISTEN and session locks. The caller ends it and listens for its 'end'. */
  connect(applicationName?: string): Promise<pg.Client>;
  /**
   * The same as the owner of the tables, who alone migrates, indexes and restores (DR1). It is the server's own role where
   * DATABASE_URL is the only address.
   */
  connectAsOwner(applicationName?: string): Promise<pg.Client>;
  /** the server's role and the owner are two */
  hasOwner: boolean;
  /**
   * Resolves, with the reason, when the embedded PostgreSQL ended unexpectedly and could not be started again.
   */
  lost: Promise<StoreProblem>;
  /** Ends all pooled connections, then the embedded PostgreSQL. */
  close(): Promise<void>;
}

const OLDEST_MAJOR = 15;

/** Settings that locate a store. */
export type StoreAddress = Pick<Env, 'dataDir' | 'databaseUrl'> & Partial<Pick<Env, 'ownerDatabaseUrl'>>;

export interface Patience {
  /** set by commands and jobs: no statement has a time limit, and they wait for a database that answers late */
  isPatient?: boolean;
  /** milliseconds without an answer after which a database counts as silent; absent: 1,300 */
  silentAfter?: number;
  /** milliseconds above which a query is slow; absent: 1,000 */
  slowAfter?: number;
}

/** Reports while a store is being opened. */
export interface Opening extends Patience {
  say?: (line: Phrased) => void;
  /** called once when the embedded PostgreSQL has to repair itself first */
  onRepair?: () => void;
}

/** connections that what reads and writes shares */
export const POOLED = 10;

/** milliseconds */
const CONNECT_TIMEOUT = 10_000;
const PATIENT_CONNECT_TIMEOUT = 120_000;
/** limit for a PostgreSQL on this machine that has said that it is ready */
const SOCKET_TIMEOUT = 4_000;
const LIFE_TIMEOUT = 2_000;
const STATEMENT_TIMEOUT = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT = 60_000;

/**
 * Opens the store's PostgreSQL and starts it first when it is ours; it does not migrate.
 * @throws StoreProblem with what to do: unreachable, refused, older than 15, not UTF-8, DATA_DIR damaged or in use
 */
export async function openDatabase(
  env: StoreAddress,
  { say = () => {}, onRepair, isPatient = false }: Opening = {},
): Promise<Database> {
  const freeSpace = freeSpaceOf(env.dataDir);
  if (env.databaseUrl !== null)
    return { ...(await connectExternal(env.databaseUrl, env.ownerDatabaseUrl ?? null, { isPatient })), freeSpace };
  assertDataFolderWhole(env.dataDir);
  const start = () => startEmbedded({ dataDir: env.dataDir, say });
  const embedded = keepRunning(await startEmbedded({ dataDir: env.dataDir, say, onRepair }), start, say);
  try {
    const database = await connectEmbedded(embedded.socketFolder, { isPatient });
    return {
      ...database,
      freeSpace,
      lost: embedded.lost,
      close: async () => {
        await database.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Connects to a running embedded PostgreSQL as the server's role, which is made where there is none. */
export async function connectEmbedded(socketFolder: string, { isPatient = false }: Patience = {}): Promise<Database> {
  const place = { host: socketFolder, database: 'postgres' };
  const owner = { ...place, user: 'postgres' };
  const client = await connectAlone({
    ...configOf(owner, isPatient),
    application_name: `site ${process.pid} owner`,
    ...(!isPatient && { connectionTimeoutMillis: SOCKET_TIMEOUT }),
  });
  await ensureServerRole(client).finally(() => client.end());
  return connectTo({ ...place, user: SERVER_ROLE }, 'embedded', owner, { isPatient });
}

/** @throws StoreProblem naming the host, what failed and what to do; the password is never part of it */
async function connectExternal(url: string, ownerUrl: string | null, patience: Patience): Promise<Database> {
  const owner = ownerUrl === null ? undefined : { connectionString: ownerUrl };
  try {
    const database = await connectTo({ connectionString: url }, 'external', owner, patience);
    await assertOwnSessions(database.connect, shownSettings(patience.isPatient)).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return {
      ...database,
      connectAsOwner: (name) =>
        database.connectAsOwner(name).catch((error: unknown) => {
          throw new StoreProblem(
            connectionSentence(ownerUrl ?? url, error, ownerUrl ? 'OWNER_DATABASE_URL' : undefined),
            {
              isAway: isAway(error),
            },
          );
        }),
    };
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    throw new StoreProblem(connectionSentence(url, error), { isAway: isAway(error) });
  }
}

/** Different texts that a connection keeps prepared; the product's reads are some dozens. */
const MOST_PREPARED = 200;

type Query = (...args: unknown[]) => unknown;

/**
 * Reads with parameters become named statements: PostgreSQL parses and plans each once a connection instead of once a
 * page. Needs sessions, as LISTEN and the advisory locks do: no pooler that shares connections between transactions.
 */
function prepareReads(query: Query): Query {
  const names = new Map<string, string>();
  return (text, values, ...more) => {
    if (typeof text !== 'string' || !Array.isArray(values) || !text.startsWith('select'))
      return query(text, values, ...more);
    if (!names.has(text) && names.size < MOST_PREPARED) names.set(text, `read_${names.size}`);
    const name = names.get(text);
    return name === undefined ? query(text, values, ...more) : query({ name, text, values }, ...more);
  };
}

/** A query that is running when the database stops answering fails, and its connection is closed. Queries are measured. */
function endWhenSilent(client: pg.PoolClient, life: LifeSigns, watch: QueryWatch): void {
  const query = prepareReads(client.query.bind(client) as Query);
  const guarded: Query = (...args) => {
    // a query with a callback is one of the pool, which has already waited for the connection
    if (typeof args.at(-1) === 'function') return query(...args);
    const over = life.wait((reason) => breakOff(client, reason));
    const began = performance.now();
    const answer = query(...args);
    const ended = (failure?: unknown): void => {
      over();
      watch.ended(args[0], began, failure);
    };
    if (answer instanceof Promise) void answer.then(() => ended(), ended);
    else over();
    return answer;
  };
  // a caller that expects a promise gets a rejected one, also while the database does not answer
  client.query = ((...args: unknown[]) => {
    try {
      return guarded(...args);
    } catch (error) {
      return Promise.reject(error);
    }
  }) as typeof client.query;
}

/** The same for a connection that is being made. */
function endsWhenSilent(life: LifeSigns): typeof pg.Client {
  class PooledClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      // the pool asks by a callback
      if (!callback) return super.connect();
      let over = () => {};
      try {
        over = life.wait((reason) => breakOff(this, reason));
      } catch (silent) {
        return process.nextTick(callback, silent as Error);
      }
      super.connect((error: Error) => {
        over();
        callback(error);
      });
    }
  }
  return PooledClient;
}

/** The same for waiting for a connection of the pool. */
function waitWhileAlive(pool: pg.Pool, life: LifeSigns, watch: QueryWatch): void {
  const connect = pool.connect.bind(pool);
  const guarded = async (): Promise<pg.PoolClient> => {
    const began = performance.now();
    const { promise: silent, reject } = Promise.withResolvers<never>();
    const over = life.wait(reject);
    const connecting = connect();
    try {
      return await Promise.race([connecting, silent]);
    } catch (error) {
      // a connection that still comes is returned to the pool
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    } finally {
      over();
      watch.waited(began);
    }
  };
  pool.connect = ((callback?: Connected) =>
    callback ? void hand(guarded(), callback) : guarded()) as typeof pool.connect;
}

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

/** pool.query asks for its connection by a callback. */
async function hand(connecting: Promise<pg.PoolClient>, connected: Connected): Promise<void> {
  const client = await connecting.catch((error: Error) => error);
  if (client instanceof Error) connected(client);
  else connected(undefined, client, client.release.bind(client));
}

const configOf = (target: pg.ClientConfig, isPatient = false): pg.ClientConfig => ({
  ...target,
  types: { getTypeParser },
  connectionTimeoutMillis: isPatient ? PATIENT_CONNECT_TIMEOUT : CONNECT_TIMEOUT,
  statement_timeout: isPatient ? 0 : STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: isPatient ? 0 : IDLE_IN_TRANSACTION_TIMEOUT,
  keepAlive: true,
  // jit: compiling a query that looks costly takes a second, each time; none of the product's runs that long
  options: '-c timezone=UTC -c jit=off',
});

/** Settings of `configOf` as PostgreSQL shows them. */
const shownSettings = (isPatient = false): Record<string, string> => ({
  TimeZone: 'UTC',
  jit: 'off',
  statement_timeout: isPatient ? '0' : `${STATEMENT_TIMEOUT / 1000}s`,
  idle_in_transaction_session_timeout: isPatient ? '0' : `${IDLE_IN_TRANSACTION_TIMEOUT / 60_000}min`,
});

/**
 * Connects to a running PostgreSQL and checks that it can serve as the store. @param owner how the owner of the tables
 * connects; absent: as the server does @param isPatient nobody waits for a page: a busy machine ends no statement
 */
export async function connectTo(
  target: pg.ClientConfig,
  engine: Database['engine'],
  owner?: pg.ClientConfig,
  { isPatient = false, silentAfter, slowAfter }: Patience = {},
): Promise<Database> {
  const config = configOf(target, isPatient);
  const name = target.application_name ?? `site ${process.pid}`;
  const life = isPatient
    ? null
    : new LifeSigns(
        () =>
          connectAlone({
            ...config,
            application_name: `${name} life`,
            connectionTimeoutMillis: Math.max(LIFE_TIMEOUT, silentAfter ?? 0),
          }),
        silentAfter,
      );
  const watch = new QueryWatch(slowAfter);
  const pool = new pg.Pool({
    ...config,
    ...(life && { Client: endsWhenSilent(life) }),
    application_name: name,
    max: POOLED,
  });
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on('error', () => {});
  // one that breaks while it is in use fails its query; without a listener it would end the process, too
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (life) endWhenSilent(client, life, watch);
  });
  if (life) waitWhileAlive(pool, life, watch);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await life?.close();
    await db.destroy();
    // kysely ends only a pool that it has used
    if (!pool.ending) await pool.end();
  };
  try {
    const version = await checkedVersion(pool);
    return {
      db,
      pool,
      engine,
      reach: { target, engine, ...(owner && { owner }) },
      version,
      observe: (observers) => watch.observe(observers),
      connect: (applicationName) => connectAlone({ ...config, application_name: applicationName ?? name }),
      connectAsOwner: (applicationName) =>
        connectAlone({ ...configOf(owner ?? target, isPatient), application_name: applicationName ?? name }),
      hasOwner: owner !== undefined,
      lost: new Promise(() => {}),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connectAlone(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // a broken connection also emits 'end', which is what callers listen for
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function checkedVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string; number: number; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
            current_setting('server_encoding') as encoding`,
  );
  const { version = '', number = 0, encoding = '' } = rows[0] ?? {};
  if (number < OLDEST_MAJOR * 10_000) {
    throw new StoreProblem({
      zh: `数据库是 PostgreSQL ${version}，而这里需要 ${OLDEST_MAJOR} 或更新。请升级它，或不设 DATABASE_URL，使用内置的。`,
      en: `The database runs PostgreSQL ${version}, but the store needs ${OLDEST_MAJOR} or newer. Upgrade it, or unset DATABASE_URL to use the embedded one.`,
    });
  }
  if (encoding !== 'UTF8') {
    throw new StoreProblem({
      zh: `数据库的编码是 ${encoding}，而这里需要 UTF8。请指明另一个：create database … encoding 'UTF8' template template0。`,
      en: `The database is encoded in ${encoding}, but the store needs UTF8. Name another one: create database … encoding 'UTF8' template template0.`,
    });
  }
  return version.split(' ')[0] ?? version;
}

const parsers: Record<number, (value: string) => unknown> = {
  // ids and counts stay far below 2^53
  [pg.types.builtins.INT8]: Number,
  // a Date would move the day with the server's time zone
  [pg.types.builtins.DATE]: (value: string) => value,
};

const getTypeParser = ((type: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers[type]) ||
  pg.types.getTypeParser(type, format as 'text')) as typeof pg.types.getTypeParser;

/** Refused, timed out, silent, starting or stopping: not a mistake in the settings (PD9). */
function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // a database without connections left, or without room, is reported: an operator has to know
  if (code.startsWith('53') || REFUSES_SETTINGS.test(message)) return false;
  return isStoreAway(error) || code === 'ENOENT' || /timeout/i.test(message);
}

/** Advice by the code of the driver or of PostgreSQL. */
const ADVICE: Record<string, Sentence> = {
  ECONNREFUSED: {
    zh: '那里没有服务在监听；请启动 PostgreSQL，或改正主机和端口',
    en: 'nothing listens there; start PostgreSQL or correct host and port',
  },
  ENOENT: {
    zh: '没有这个套接字；请启动 PostgreSQL，或改正主机',
    en: 'there is no such socket; start PostgreSQL or correct the host',
  },
  ENOTFOUND: {
    zh: '没有这个主机；请改正主机',
    en: 'no such host is known; correct the host',
  },
  EAI_AGAIN: {
    zh: '查不到这个主机名；请检查网络，或改正主机',
    en: 'the name of the host could not be looked up; check the network or correct the host',
  },
  EHOSTUNREACH: {
    zh: '到不了这个主机；请检查网络',
    en: 'the host cannot be reached; check the network',
  },
  ENETUNREACH: {
    zh: '到不了这个网络；请检查网络',
    en: 'the network cannot be reached; check it',
  },
  ETIMEDOUT: {
    zh: '没有及时回答；请检查主机、端口和防火墙',
    en: 'it did not answer in time; check host, port and firewall',
  },
  ECONNRESET: {
    zh: '它关闭了连接；请检查那个端口上是不是 PostgreSQL',
    en: 'it closed the connection; check that a PostgreSQL listens on that port',
  },
  '28P01': {
    zh: '它不接受这个用户或密码；请改正',
    en: 'it refuses this user or password; correct them',
  },
  '28000': {
    zh: '它不接受这个用户从这里连接；请改正用户或它的 pg_hba.conf',
    en: 'it refuses this user from here; correct the user or its pg_hba.conf',
  },
  '3D000': {
    zh: '它没有这个名称的数据库；请建立，或改正名称',
    en: 'it has no database of this name; create it or correct the name',
  },
  '53300': {
    zh: '它没有空余的连接；请提高它的 max_connections，或结束别的程序',
    en: 'it has no connection left; raise its max_connections or end other programs',
  },
  '08006': {
    zh: '它不回答；可能太忙',
    en: 'it does not answer; it may have too much to do',
  },
  '57P03': {
    zh: '它正在启动或停止；请稍后再试',
    en: 'it is starting or stopping; try again in a moment',
  },
};

/** Words of PgBouncer, whose code for all its refusals is the same. */
const REFUSES_SETTINGS = /unsupported startup parameter/i;
const POOLER: Sentence = {
  zh: '中间的连接池不接受连接的设置；请直接指向 PostgreSQL',
  en: 'a pooler in between refuses the settings of a connection; name PostgreSQL itself',
};

function connectionSentence(text: string, error: unknown, setting = 'DATABASE_URL'): Sentence {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const known = REFUSES_SETTINGS.test(message)
    ? POOLER
    : (ADVICE[code] ?? (/timeout/i.test(message) ? ADVICE.ETIMEDOUT : undefined));
  const password = URL.parse(text)?.password;
  const safeMessage = password
    ? message.replaceAll(decodeURIComponent(password), '…').replaceAll(password, '…')
    : message;
  const reason = known ?? {
    zh: `不能连接（${safeMessage}）；请改正`,
    en: `connecting failed (${safeMessage}); correct it`,
  };
  const named = withoutPassword(text);
  return {
    zh: `${setting} 指的是 ${named}，但${reason.zh}。不设 DATABASE_URL 就用内置的 PostgreSQL。`,
    en: `${setting} names ${named}, but ${reason.en}. Without DATABASE_URL the embedded PostgreSQL is used.`,
  };
}

/** "user@host:5432/name": never the password, never the parameters. */
function withoutPassword(text: string): string {
  const url = URL.parse(text.replace('@/', '@socket/'));
  if (url === null) return 'PostgreSQL';
  const user = url.username === '' ? '' : `${decodeURIComponent(url.username)}@`;
  const socket = url.searchParams.get('host');
  const host = socket ?? `${url.hostname || 'localhost'}:${url.port || '5432'}`;
  return `${user}${decodeURIComponent(host)}${url.pathname}`;
}
