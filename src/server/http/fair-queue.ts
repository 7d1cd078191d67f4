import { Refused } from '../errors.ts';
import { Overloaded } from './admission.ts';

/** A place in a queue. */
export interface Place {
  /** resolves when it is this one's turn @throws Refused replacedByNewer, askerGone; Overloaded after its patience */
  turn: Promise<void>;
  /** marks a reserved place: from now on its turn may come */
  ready: () => void;
  /** gives the place up, also before its turn; calling it again does nothing */
  leave: () => void;
}

/** When a waiting task is no longer wanted. */
export interface TurnOptions {
  /** tasks of one person with the same name replace each other: the older one that still waits is refused */
  what?: string | undefined;
  /** aborted when the client has gone: the task is refused if it still waits */
  gone?: AbortSignal | undefined;
  /** lanes take turns, so that many in one do not hold up those in another */
  lane?: string | undefined;
  /** the place is only kept until it is ready, while what the task needs is got */
  isKept?: boolean;
}

/** Limits of work at once, and of work that waits. */
export interface FairLimits {
  /** tasks at once */
  most: number;
  /** tasks of one person, waiting or running */
  ofOne: number;
  /** tasks that wait in one lane */
  ofLane?: number;
  /** milliseconds that a task waits for its turn */
  patience?: number;
}

interface Entry {
  /** a person's id, or an address */
  who: number | string;
  what: string | undefined;
  lane: string;
  isReady: boolean;
  let: () => void;
  refuse: (reason: Refused | Overloaded) => void;
}

/** people of whom it is known when they were served last; past them all begin anew */
const MOST_SERVED = 10_000;

/**
 * A queue for costly work of many people, who shall not hold each other up: at most so many tasks at once, one of each
 * person. Next is the lane that was served longest ago, and in it the person who was.
 */
export class FairQueue {
  readonly #limits: Required<FairLimits>;
  #running: Entry[] = [];
  #waiting: Entry[] = [];
  /** the turn in which a person, or a lane, was last let in; cleared when the queue is empty */
  readonly #served = new Map<number | string, number>();
  readonly #servedLanes = new Map<string, number>();
  #turns = 0;

  constructor({ ofLane = Infinity, patience = Infinity, ...limits }: FairLimits) {
    this.#limits = { ofLane, patience, ...limits };
  }

  /** Tasks that run, and that wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running.length, waiting: this.#waiting.length };
  }

  /** @throws Refused tooManyWaiting; Overloaded where too many wait in the lane */
  take(who: number | string, { what, gone, lane = '', isKept = false }: TurnOptions = {}): Place {
    const { ofOne, ofLane, patience } = this.#limits;
    const older = what === undefined ? undefined : this.#waiting.find((one) => one.who === who && one.what === what);
    if (older) this.#refuse(older, new Refused('replacedByNewer'));
    if ([...this.#running, ...this.#waiting].filter((one) => one.who === who).length >= ofOne)
      throw new Refused('tooManyWaiting');
    if (this.#waiting.filter((one) => one.lane === lane).length >= ofLane) throw new Overloaded();
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    // refused before anybody waits for it: told when somebody does
    turn.catch(() => {});
    const own: Entry = { who, what, lane, isReady: !isKept, let: resolve, refuse: reject };
    const drop = (): void => {
      if (this.#waiting.includes(own)) this.#refuse(own, new Refused('askerGone'));
    };
    const late =
      patience === Infinity
        ? undefined
        : setTimeout(() => {
            if (this.#waiting.includes(own)) this.#refuse(own, new Overloaded());
          }, patience).unref();
    this.#waiting.push(own);
    if (gone?.aborted) drop();
    gone?.addEventListener('abort', drop, { once: true });
    this.#letIn();
    const leave = (): void => {
      clearTimeout(late);
      gone?.removeEventListener('abort', drop);
      this.#leave(own);
    };
    const ready = (): void => {
      own.isReady = true;
      this.#letIn();
    };
    return { turn, ready, leave };
  }

  /** @throws Refused tooManyWaiting, replacedByNewer, askerGone; Overloaded; and what the work throws */
  async run<T>(who: number | string, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    const { turn, leave } = this.take(who, options);
    try {
      await turn;
      return await work();
    } finally {
      leave();
    }
  }

  #leave(own: Entry): void {
    this.#remove(own);
    const isEmpty = this.#running.length + this.#waiting.length === 0;
    if (isEmpty) this.#servedLanes.clear();
    if (isEmpty || this.#served.size > MOST_SERVED) this.#served.clear();
    this.#letIn();
  }

  #refuse(own: Entry, why: Refused | Overloaded): void {
    this.#remove(own);
    own.refuse(why);
  }

  #remove(own: Entry): void {
    this.#running = this.#running.filter((one) => one !== own);
    this.#waiting = this.#waiting.filter((one) => one !== own);
  }

  #letIn(): void {
    const last = ({ who, lane }: Entry): [number, number] => [
      this.#servedLanes.get(lane) ?? 0,
      this.#served.get(who) ?? 0,
    ];
    while (this.#running.length < this.#limits.most) {
      const free = this.#waiting.filter(({ who, isReady }) => isReady && !this.#running.some((one) => one.who === who));
      // the first to come is the next of equals
      const [next] = free.toSorted((a, b) => {
        const [[laneA, whoA], [laneB, whoB]] = [last(a), last(b)];
        return laneA - laneB || whoA - whoB;
      });
      if (!next) return;
      this.#remove(next);
      this.#running.push(next);
      this.#turns += 1;
      this.#served.set(next.who, this.#turns);
      this.#servedLanes.set(next.lane, this.#turns);
      next.let();
    }
  }
}
