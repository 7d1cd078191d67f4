/**
 * How many times as long `work(times)` takes as `work(1)`: about `times` where the work grows with its length, its square
 * where it is quadratic. A ratio of the same run, and of each the least of several tries in turns, because other programs
 * share the machine. `work(1)` should take some 20 ms or more.
 */
export function growth(work: (times: number) => unknown, times: number): number {
  let [one, many] = [Infinity, Infinity];
  for (let tries = 0; tries < 3; tries += 1) {
    one = Math.min(
      one,
      took(() => work(1)),
    );
    many = Math.min(
      many,
      took(() => work(times)),
    );
  }
  return many / one;
}

function took(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
