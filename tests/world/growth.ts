/** Microseconds: the clock of a thread's processor time ticks no finer than some milliseconds. */
const TICK = 4_000;

const MOST_TURNS = 12;

/**
 * Factor by which `work(times)` takes longer than `work(1)`: about `times` where the work grows with its length, its
 * square where it is quadratic. A ratio of the same run, in processor time of this thread, because other programs share
 * the machine. `work(1)` is done `times` times. Of each the least of several turns counts, because other programs and
 * the memory only ever add to it. Turns end once the factor is near that of linear work.
 */
export function growth(work: (times: number) => unknown, times: number): number {
  let [small, large] = [Infinity, Infinity];
  const factor = (): number => (large / Math.max(small, TICK)) * times;
  for (let turn = 0; turn < MOST_TURNS && !(factor() < times * 1.5); turn += 1) {
    const each = took(() => {
      for (let done = 0; done < times; done += 1) work(1);
    });
    small = Math.min(small, each);
    large = Math.min(
      large,
      took(() => work(times)),
    );
  }
  return factor();
}

/** Microseconds of the processor outside the system's calls, which take what the machine's memory takes. */
function took(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(before).user;
}
