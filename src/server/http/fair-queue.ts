import { Refused } from '../errors.ts';

/** A place in a queue. */
export interface Place {
  /** resolves when it is this one's turn @throws Refused replacedByNewer, askerGone */
  turn: Promise<void>;
  /** gives the place up, also before its turn; calling it again does nothing */
  leave: () => void;
}

/** When a waiting task is no longer wanted. */
export interface Wish {
  /** tasks of one person with the same name replace each other: the older one that still waits is refused */
  what?: string | undefined;
  /** aborted when the client has gone: the task is refused if it still waits */
  gone?: AbortSignal | undefined;
}

interface Entry {
  /** a person's id, or an address */
  who: number | string;
  what: string | undefined;
  let: () => void;
  refuse: (reason: Refused) => void;
}

/**
 * A queue for costly work of many people, who shall not hold each other up: at most so many tasks at once, one of each
 * person, and next is the person who was served longest ago.
 */
export class FairQueue {
  readonly #most: number;
  readonly #ofOne: number;
  #running: Entry[] = [];
  #waiting: Entry[] = [];
  /** the turn in which a person was last let in; cleared when the queue is empty */
  readonly #served = new Map<number | string, number>();
  #turns = 0;

  /** @param most at once @param ofOne tasks of one person, waiting or running */
  constructor({ most, ofOne }: { most: number; ofOne: number }) {
    this.#most = most;
    this.#ofOne = ofOne;
  }

  /** @throws Refused tooManyWaiting */
  take(who: number | string, { what, gone }: Wish = {}): Place {
    const older = what === undefined ? undefined : this.#waiting.find((one) => one.who === who && one.what === what);
    if (older) this.#refuse(older, 'replacedByNewer');
    if ([...this.#running, ...this.#waiting].filter((one) => one.who === who).length >= this.#ofOne)
      throw new Refused('tooManyWaiting');
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    const own: Entry = { who, what, let: resolve, refuse: reject };
    const drop = (): void => {
      if (this.#waiting.includes(own)) this.#refuse(own, 'askerGone');
    };
    this.#waiting.push(own);
    if (gone?.aborted) drop();
    gone?.addEventListener('abort', drop, { once: true });
    this.#letIn();
    const leave = (): void => {
      gone?.removeEventListener('abort', drop);
      this.#leave(own);
    };
    return { turn, leave };
  }

  /** @throws Refused tooManyWaiting, replacedByNewer, askerGone, and what the work throws */
  async run<T>(who: number | string, work: () => Promise<T>, wish: Wish = {}): Promise<T> {
    const { turn, leave } = this.take(who, wish);
    try {
      await turn;
      return await work();
    } finally {
      leave();
    }
  }

  #leave(own: Entry): void {
    this.#remove(own);
    if (this.#running.length + this.#waiting.length === 0) this.#served.clear();
    this.#letIn();
  }

  #refuse(own: Entry, why: 'replacedByNewer' | 'askerGone'): void {
    this.#remove(own);
    own.refuse(new Refused(why));
  }

  #remove(own: Entry): void {
    this.#running = this.#running.filter((one) => one !== own);
    this.#waiting = this.#waiting.filter((one) => one !== own);
  }

  #letIn(): void {
    while (this.#running.length < this.#most) {
      const free = this.#waiting.filter(({ who }) => !this.#running.some((one) => one.who === who));
      // of equals the one who came first
      const [next] = free.toSorted((a, b) => (this.#served.get(a.who) ?? 0) - (this.#served.get(b.who) ?? 0));
      if (!next) return;
      this.#remove(next);
      this.#running.push(next);
      this.#served.set(next.who, ++this.#turns);
      next.let();
    }
  }
}
