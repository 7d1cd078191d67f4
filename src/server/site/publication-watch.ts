import type { Client } from 'pg';

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
      if (message.channel === 'publication') learn(Number(message.payload));
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
      const { rows } = await current.query<{ no: number }>('select coalesce(max(no), 0) as no from publication');
      learn(Number(rows[0]?.no ?? 0));
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
