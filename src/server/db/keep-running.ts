import { setTimeout as sleep } from 'node:timers/promises';
import type { Embedded } from './embedded.ts';
import { StoreProblem } from './store-problem.ts';
import { sentenceOf } from '../operator-problem.ts';
import { phrase, type Phrased, type Sentence } from '../phrase.mjs';

/** milliseconds before each attempt; the last pause repeats */
const PAUSES = [200, 1_000, 2_000, 5_000, 10_000];
/** after so long pages from the cache are no longer shown */
const GIVE_UP = 24 * 3_600_000;
/** if it ends again sooner than this, the pauses go on growing */
const STEADY = 60_000;

export interface Supervised extends Pick<Embedded, 'socketFolder' | 'user' | 'database' | 'stop'> {
  /** resolves, with the reason, when it could not be started again for a day */
  lost: Promise<StoreProblem>;
}

/**
 * Restarts the embedded PostgreSQL whenever it ends unexpectedly: killed, or out of disk. Connections break and are opened
 * again on the same socket; requests meanwhile are answered that the store is away.
 * @param start starts it as the first time
 */
export function keepRunning(first: Embedded, start: () => Promise<Embedded>, say: (line: Phrased) => void): Supervised {
  const stopping = new AbortController();
  let current: Embedded = first;
  let starting = false;
  let lose: (problem: StoreProblem) => void = () => {};
  const lost = new Promise<StoreProblem>((resolve) => {
    lose = resolve;
  });

  async function startAgain(
    attempt: number,
    firstReason: Sentence,
  ): Promise<{ embedded: Embedded; attempts: number } | null> {
    const deadline = performance.now() + GIVE_UP;
    let words = firstReason;
    for (let attempts = attempt; ; attempts += 1) {
      await sleep(PAUSES[Math.min(attempts, PAUSES.length - 1)], undefined, { signal: stopping.signal }).catch(
        () => {},
      );
      if (stopping.signal.aborted) return null;
      try {
        return { embedded: await start(), attempts: attempts + 1 };
      } catch (error) {
        const problem = sentenceOf(error);
        // the same words twice help nobody
        if (problem.en !== words.en) say(phrase(problem));
        words = problem;
        if (performance.now() > deadline) {
          lose(
            new StoreProblem({
              zh: `${words.zh}已经试了一天；排除原因后请重新启动服务。`,
              en: `${words.en} It was tried for a day; start the server again when that is mended.`,
            }),
          );
          return null;
        }
      }
    }
  }

  async function keep(): Promise<void> {
    let attempts = 0;
    for (;;) {
      const began = performance.now();
      const { sentence } = await current.lost;
      if (performance.now() - began > STEADY) attempts = 0;
      say(
        phrase({
          zh: `${sentence.zh}正在重新启动；在此之前，仍显示以前的页面。`,
          en: `${sentence.en} It is started again; until then pages seen before are shown.`,
        }),
      );
      starting = true;
      const again = await startAgain(attempts, sentence);
      if (!again) return;
      ({ embedded: current, attempts } = again);
      starting = false;
      if (stopping.signal.aborted) return current.stop();
      say(
        phrase({
          zh: `内置 PostgreSQL 又在运行了（进程 ${current.pid}）。`,
          en: `The embedded PostgreSQL runs again (process ${current.pid}).`,
        }),
      );
    }
  }

  const supervised = keep();
  return {
    socketFolder: first.socketFolder,
    user: first.user,
    database: first.database,
    lost,
    stop: async () => {
      stopping.abort();
      // one that is just being started is stopped as soon as it runs
      if (starting) await supervised;
      else await current.stop();
    },
  };
}
