/** Seconds after which a request that was shed may come again. */
export const RETRY_AFTER = 5;

/** OL2: there is no room for a request, neither to be worked on nor to wait. Answered as 503 with Retry-After. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
  readonly statusCode = 503;

  constructor() {
    super('The server has more to do than it can');
  }
}

/** In units of cost, and milliseconds. */
export interface AdmissionLimits {
  /** in flight at the same time */
  most: number;
  /** waiting for their turn */
  queue: number;
  /** time that a request waits for its turn */
  patience: number;
}

/** Rights of work that was let in. */
export interface Admitted {
  /**
   * Waits for another system and lets others in meanwhile; afterwards the work goes on at once, so that nothing waits for
   * a turn while it has one.
   */
  away: <T>(waiting: Promise<T>) => Promise<T>;
}

interface Entry {
  cost: number;
  let: () => void;
}

/** requests that wait for other systems; beyond them a request keeps its turn while it waits */
const MOST_AWAY = 200;

/**
 * OL2: so much work at once and so much that waits for its turn, by cost (decision 30); the rest is refused at once. A
 * request takes its turn once, whatever it asks for, and gives it back however it ends.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiting = new Set<Entry>();
  #running = 0;
  #queued = 0;
  #away = 0;
  #shed = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Units of cost in flight and waiting; requests shed so far. */
  get load(): { running: number; queued: number; shed: number } {
    return { running: this.#running, queued: this.#queued, shed: this.#shed };
  }

  /**
   * @param cost at most all that may be in flight
   * @param gone aborted when nobody waits for the answer any more: who is still waiting for a turn gives the place up
   * @throws Overloaded, and what the work throws
   */
  async run<T>(cost: number, work: (admitted: Admitted) => Promise<T>, gone?: AbortSignal): Promise<T> {
    const own = Math.min(cost, this.#limits.most);
    await this.#enter(own, gone);
    let [outside, ended] = [0, false];
    const away = async <W>(waiting: Promise<W>): Promise<W> => {
      if (ended || (outside === 0 && this.#away >= MOST_AWAY)) return waiting;
      if (outside === 0) {
        this.#away += 1;
        this.#leave(own);
      }
      outside += 1;
      try {
        return await waiting;
      } finally {
        outside -= 1;
        // work that gave up waiting has ended, and given back all it had
        if (outside === 0 && !ended) {
          this.#away -= 1;
          this.#running += own;
        }
      }
    };
    try {
      return await work({ away });
    } finally {
      ended = true;
      if (outside > 0) this.#away -= 1;
      else this.#leave(own);
    }
  }

  async #enter(cost: number, gone: AbortSignal | undefined): Promise<void> {
    if (gone?.aborted) throw new Overloaded();
    if (this.#waiting.size === 0 && this.#running + cost <= this.#limits.most) {
      this.#running += cost;
      return;
    }
    if (this.#queued + cost > this.#limits.queue) throw this.#refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Entry = { cost, let: resolve };
    const giveUp = (): void => {
      if (!this.#forget(entry)) return;
      reject(gone?.aborted ? new Overloaded() : this.#refusal());
      // the next in the queue may cost less
      this.#letIn();
    };
    const late = setTimeout(giveUp, this.#limits.patience).unref();
    gone?.addEventListener('abort', giveUp, { once: true });
    this.#waiting.add(entry);
    this.#queued += cost;
    try {
      await promise;
    } finally {
      clearTimeout(late);
      gone?.removeEventListener('abort', giveUp);
    }
  }

  #refusal(): Overloaded {
    this.#shed += 1;
    return new Overloaded();
  }

  #leave(cost: number): void {
    this.#running -= cost;
    this.#letIn();
  }

  #forget(entry: Entry): boolean {
    const waited = this.#waiting.delete(entry);
    if (waited) this.#queued -= entry.cost;
    return waited;
  }

  /** In the order they came: a costly request is not overtaken by cheap ones for ever. */
  #letIn(): void {
    for (const entry of this.#waiting) {
      if (this.#running + entry.cost > this.#limits.most) return;
      this.#forget(entry);
      this.#running += entry.cost;
      entry.let();
    }
  }
}

/**
 * Shared limits of visitors' requests: pages that will be kept, and requests that are answered anew each time, by
 * words, conditions and calls. Questions are without number, pages are not, so that the former never take the latter's
 * room.
 */
export interface Admissions {
  pages: Admission;
  questions: Admission;
}

/** Cost of a request in `questions`; a page that will be kept is one of `pages`. */
export const COST = { page: 1, question: 1, search: 2 };

/** milliseconds; a visitor waits so long for an answer without doubt */
const PATIENCE = 5_000;

/**
 * @param cpus of this machine, which the database may share @param connections of the pool; what staff and the
 * server itself ask waits behind few requests
 */
export function createAdmissions(cpus: number, connections: number): Admissions {
  const shared = connections - 4;
  const questions = Math.min(2 * cpus, Math.floor((shared * 2) / 3));
  const pages = Math.min(cpus, shared - questions);
  return {
    pages: new Admission({ most: pages, queue: 100, patience: PATIENCE }),
    questions: new Admission({ most: questions, queue: 100, patience: PATIENCE }),
  };
}
