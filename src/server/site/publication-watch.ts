import type { Client } from 'pg';
import { StoreProblem } from '../db/store-problem.ts';

/**
 * Watch of the number of the newest publication. NOTIFY delivers it within milliseconds. In case a message or the
 * connection was lost, it is also read twice a second. So no page older than a second is taken for new (house rule
 * of the cache).
 */
export interface PublicationWatch {
  /** number of the newest publication known, 0 for an empty store */
  current(): number;
  /** true while the database does not answer */
  away(): boolean;
  /** milliseconds since 1970 of the last answer of the database */
  seenAt(): number;
  /** @param listener called each time that a newer publication is known, from now on */
  onNew(listener: () => void): void;
  /**
   * Resolves once the database lacks a publication that this server knew: a standby took over without it, or an older
   * state was restored (GW2).
   */
  lost: Promise<StoreProblem>;
  /** newest publication of the database's last answer; null once it lacked one that was known */
  read(): { no: number; hash: string } | null;
  /** reads the database now; after a publication of this process, before it is acknowledged */
  refresh(): Promise<number>;
  close(): Promise<void>;
}

const HEARTBEAT = 500;
const PATIENCE = 2_000;

export async function watchPublications(connect: () => Promise<Client>): Promise<PublicationWatch> {
  let client: Client | null = null;
  let newest = 0;
  let away = false;
  let seenAt = 0;
  let closed = false;
  let asking: Promise<number> | null = null;
  const listeners: (() => void)[] = [];

  /** newest publication of the last answer */
  let read = { no: 0, hash: '' };
  let isLost = false;
  const { promise: lost, resolve: lose } = Promise.withResolvers<StoreProblem>();

  const learn = (number: number): void => {
    if (number <= newest) return;
    newest = number;
    for (const listener of listeners) listener();
  };

  const open = async (): Promise<Client> => {
    const fresh = await connect();
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    fresh.on('notification', (message) => {
      if (message.channel !== 'publication' || closed) return;
      learn(Number(message.payload));
      // its hash tells it later from another of its number
      void refresh().catch(() => {});
    });
    await fresh.query('listen publication');
    return fresh;
  };
  const drop = (lost: Client) => {
    if (client === lost) client = null;
    if (!closed) away = true;
  };
  const ask = async (): Promise<number> => {
    client ??= await open();
    const current = client;
    const timer = setTimeout(() => {
      drop(current);
      void current.end().catch(() => {});
    }, PATIENCE);
    try {
      // a question that is put from now on has to find each publication that is known by now
      const before = newest;
      const { rows } = await current.query<{ no: number | null; hash: string | null; known: string | null }>(
        `select newest.no, newest.hash, (select hash from publication where no = $1) as known
           from (select 1) as one left join (select no, hash from publication order by no desc limit 1) as newest on true`,
        [read.no],
      );
      const { no, hash, known } = rows[0]!;
      if (Number(no ?? 0) < before || (known ?? '') !== read.hash) {
        isLost = true;
        lose(wentBack(before, Number(no ?? 0)));
      }
      read = { no: Number(no ?? 0), hash: hash ?? '' };
      learn(read.no);
      away = false;
      seenAt = Date.now();
      return newest;
    } finally {
      clearTimeout(timer);
    }
  };
  const refresh = (): Promise<number> => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  await refresh();
  const timer = setInterval(() => {
    refresh().catch(() => {
      away = true;
    });
  }, HEARTBEAT);
  timer.unref();
  return {
    current: () => newest,
    away: () => away,
    seenAt: () => seenAt,
    onNew: (listener) => void listeners.push(listener),
    lost,
    read: () => (isLost ? null : read),
    refresh: async () => {
      // a question already under way may have been put before the act was committed
      await asking?.catch(() => {});
      return refresh();
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await asking?.catch(() => {});
      await client?.end();
    },
  };
}

const wentBack = (known: number, found: number): StoreProblem =>
  new StoreProblem({
    zh: `数据库中没有本服务已知的发布（已知到第 ${known} 号，数据库中最新的是第 ${found} 号）：可能是缺少它们的备用库接管了，或恢复了较早的备份。服务停止，重新启动后按数据库现有的内容提供。请用 verify-log 与 HEADS_FILE 核对缺少了什么，再重新发布。`,
    en: `The database lacks publications that this server knew (up to number ${known}; its newest is number ${found}): a standby took over without them, or an older backup was restored. The server stops, and serves what the database holds once it is started again. Compare with verify-log and HEADS_FILE what is lacking, and publish it again.`,
  });
