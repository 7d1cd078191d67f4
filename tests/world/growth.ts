/** Microseconds: the clock of a thread's processor time ticks no finer than some milliseconds. */
const TICK = 4_000;

/**
 * How many times as long `work(times)` takes as `work(1)`: about `times` where the work grows with its length, its square
 * where it is quadratic. A ratio of the same run, in processor time of this thread, because other programs share the
 * machine; `work(1)` is done `times` times, and of each the least of several tries in turns counts.
 */
export function growth(work: (times: number) => unknown, times: number): number {
  let [small, large] = [Infinity, Infinity];
  for (let tries = 0; tries < 3; tries += 1) {
    const each = took(() => {
      for (let done = 0; done < times; done += 1) work(1);
    });
    small = Math.min(small, each);
    large = Math.min(
      large,
      took(() => work(times)),
    );
  }
  return (large / Math.max(small, TICK)) * times;
}

/** Microseconds of the processor. */
function took(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
