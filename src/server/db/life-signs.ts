import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';

/**
 * milliseconds: how long a wait may last before a sign of life is asked for, how long that may take, how often waits
 * are looked at
 */
const SLOW = 400;
const PATIENCE = 1_300;
const LOOK = 150;

/**
 * The database accepts connections, but has stopped answering: its processes are frozen, or the network swallows them.
 */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  /** class 08: connection */
  readonly code = '08006';

  constructor() {
    super('The database does not answer');
  }
}

/**
 * Tells a database that is silent from a query that is slow: whoever waits long makes it ask a trivial question on a
 * connection of its own. While that stays without answer all waits end within two seconds and new ones at once, so that
 * visitors are told instead of kept waiting; a long import goes on undisturbed as long as the database lives.
 */
export class LifeSigns {
  private readonly waits = new Set<{ since: number; giveUp: (reason: DatabaseSilent) => void }>();
  private readonly connect: () => Promise<pg.Client>;
  private readonly timer: NodeJS.Timeout;
  private client: Promise<pg.Client> | null = null;
  private silent = false;
  private looking = false;

  /** @param connect a connection of its own, which fails by itself where nothing answers */
  constructor(connect: () => Promise<pg.Client>) {
    this.connect = connect;
    this.timer = setInterval(() => void this.look(), LOOK).unref();
  }

  /**
   * @param giveUp told once, when the database falls silent before the wait is over
   * @returns to be called when the wait is over
   * @throws DatabaseSilent while there is no use in waiting
   */
  wait(giveUp: (reason: DatabaseSilent) => void): () => void {
    if (this.silent) throw new DatabaseSilent();
    const wait = { since: performance.now(), giveUp };
    this.waits.add(wait);
    return () => void this.waits.delete(wait);
  }

  private async look(): Promise<void> {
    const [oldest] = this.waits;
    const due = this.silent || (oldest !== undefined && performance.now() - oldest.since > SLOW);
    if (!due || this.looking) return;
    this.looking = true;
    this.silent = !(await this.answers());
    this.looking = false;
    if (!this.silent) return;
    for (const { giveUp } of this.waits) giveUp(new DatabaseSilent());
    this.waits.clear();
  }

  /** Anything said, an error too, is an answer: then the waits fail by themselves, with better words. */
  private async answers(): Promise<boolean> {
    const connecting = (this.client ??= this.connect());
    const forget = () => {
      if (this.client === connecting) this.client = null;
    };
    const answer = connecting
      .then((client) => client.query('select 1'))
      .catch(forget)
      .then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      // after a long task of our own the answer may already be there, unread
      timer = setTimeout(() => void setImmediate().then(() => resolve(false)), PATIENCE);
    });
    const answered = await Promise.race([answer, late]);
    clearTimeout(timer);
    if (!answered) {
      forget();
      connecting.then(breakOff, () => {});
    }
    return answered;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.client?.then(breakOff, () => {});
  }
}

/** Ends a connection at once, without a word to the other side; what waits on it fails with the reason. */
export function breakOff(client: pg.ClientBase, reason?: Error): void {
  (client as unknown as { connection: { stream: { destroy: (reason?: Error) => void } } }).connection.stream.destroy(
    reason,
  );
}
