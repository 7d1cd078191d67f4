import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReportFailure } from './failure-log.ts';

/**
 * The room `background` holds how a server works by itself. Its parts are data: serve.ts walks one list of them, and the
 * loop of all is written here once.
 */
export interface BackgroundPart {
  /** unique in the list */
  name: string;
  /** done by each node for itself, or by any one node for all: where two are at it at once, the store lets one */
  node: 'each' | 'any';
  /** milliseconds from the end of one run to the next; absent: only events begin one */
  every?: number;
  /** milliseconds from the start to the first run; absent: at once */
  first?: number;
  /** begins a run besides the clock */
  event?: PartEvent;
  /**
   * Runs of one part never overlap.
   * @param signal aborted when the server stops
   * @returns milliseconds until the next run, where that is not `every`
   */
  run: (signal: AbortSignal) => Promise<void | { again: number }>;
  /** line of the log when a run throws */
  failed: string;
  /** done at a stop, after the last run */
  end?: () => Promise<unknown>;
}

type PartEvent = 'publication' | 'site loaded';

export interface RunningParts {
  /** Begins a run of each part that waits for the event. */
  tell: (event: PartEvent) => void;
  /**
   * Runs a part now, by a run that begins after the call; without a name all of them, one after another. Resolves when
   * that has ended, well or not.
   */
  run: (name?: string) => Promise<void>;
  /** Begins no further run, and waits for those that are under way. */
  end: () => Promise<void>;
}

interface Surroundings {
  failed: ReportFailure;
  /** false: nothing that any node may do is begun by the clock, so that a test takes each step alone */
  timers?: boolean | undefined;
}

/**
 * Starts all parts. A failure is told once, until a run went well or failed otherwise. Runs belong to no request, whoever
 * begins them: they are in no trace of a visitor, and have no id of a request in the log.
 */
export function startParts(parts: readonly BackgroundPart[], { failed, timers = true }: Surroundings): RunningParts {
  const loops = new Map(
    parts.map((part) => [
      part.name,
      startLoop(part, timers || part.node === 'each', (error) => failed(error, part.failed)),
    ]),
  );
  return {
    tell: (event) => {
      for (const part of parts) if (part.event === event) void loops.get(part.name)!.run();
    },
    run: async (name) => {
      if (name !== undefined && !loops.has(name)) throw new Error(`no part of the server is called ${name}`);
      for (const [own, loop] of loops) if (name === undefined || name === own) await loop.run();
    },
    end: async () => {
      await Promise.all([...loops.values()].map((loop) => loop.end()));
    },
  };
}

interface Loop {
  run: () => Promise<void>;
  end: () => Promise<void>;
}

function startLoop(part: BackgroundPart, byClock: boolean, failed: (error: unknown) => void): Loop {
  const ending = new AbortController();
  const outsideOfRequests = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let lastError = '';
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;

  const once = async (): Promise<void> => {
    clearTimeout(timer);
    let next = part.every;
    try {
      next = (await part.run(ending.signal))?.again ?? next;
      lastError = '';
    } catch (error) {
      if (String(error) !== lastError && !ending.signal.aborted) failed(error);
      lastError = String(error);
    }
    if (next !== undefined && byClock) later(next);
  };
  // callers that come while a run is under way are served by the next one
  const run = (): Promise<void> =>
    (waiting ??= outsideOfRequests(() =>
      running.then(() => {
        waiting = null;
        running = ending.signal.aborted ? Promise.resolve() : once();
        return running;
      }),
    ));
  const later = (milliseconds: number): void => {
    clearTimeout(timer);
    if (!ending.signal.aborted) timer = setTimeout(() => void run(), milliseconds).unref();
  };
  if (byClock || part.every === undefined) later(part.first ?? 0);
  return {
    run,
    end: async () => {
      ending.abort();
      clearTimeout(timer);
      await waiting;
      await running;
      await part.end?.().catch(failed);
    },
  };
}
