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
 * Distinguishes a database that does not answer from a slow query. When a query takes long, a trivial query is sent on
 * a separate connection. While that gets no answer, all waits end within two seconds and new ones at once, so that
 * visitors get an error page instead of waiting. A long import goes on as long as the database answers.
 */
export class LifeSigns {
  private readonly waits = new Set<{ since: number; giveUp: (reason: DatabaseSilent) => void }>();
  private readonly connect: () => Promise<pg.Client>;
  private readonly patience: number;
  private readonly timer: NodeJS.Timeout;
  private client: Promise<pg.Client> | null = null;
  private silent = false;
  private looking = false;

  /**
   * @param connect opens a separate connection; it has to fail by itself where nothing answers
   * @param patience milliseconds that a sign of life may take
   */
  constructor(connect: () => Promise<pg.Client>, patience = PATIENCE) {
    this.connect = connect;
    this.patience = patience;
    this.timer = setInterval(() => void this.look(), LOOK).unref();
  }

  /**
   * @param giveUp called once if the database stops answering before the wait is over
   * @returns a function to call when the wait is over
   * @throws DatabaseSilent while the database does not answer
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

  /** An error is an answer, too: the waiting queries then fail by themselves, with a better message. */
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
      // if this process was busy, the answer may have arrived and not been read yet
      timer = setTimeout(() => void setImmediate().then(() => resolve(false)), this.patience);
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

/** Closes a connection at once, without telling the server; queries that wait on it fail with the reason. */
export function breakOff(client: pg.ClientBase, reason?: Error): void {
  (client as unknown as { connection: { stream: { destroy: (reason?: Error) => void } } }).connection.stream.destroy(
    reason,
  );
}
