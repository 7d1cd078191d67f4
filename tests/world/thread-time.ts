/** Milliseconds that the fixed work takes on a machine of the kind for which limits are set. */
const USUAL = 9;
const TURNS = 6;
/** milliseconds of which nobody asks what they are elsewhere */
const LITTLE = 100;

/** Milliseconds in which the processor worked for this thread: other programs of the machine do not count. */
export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * Milliseconds of this thread as a usual machine takes them, so that a limit means the same on a slow one. How slow
 * this one is right now, a fixed piece of work tells.
 */
export function asUsual(milliseconds: number): number {
  if (milliseconds < LITTLE) return milliseconds;
  const turns = Array.from({ length: TURNS }, () => {
    const began = threadTime();
    work();
    return threadTime() - began;
  });
  return milliseconds * Math.min(1, USUAL / Math.min(...turns));
}

/** Makes strings and objects, and looks through them, as readers and checks do. */
function work(): number {
  const rows = Array.from({ length: 12_000 }, (_, at) => ({ code: String(at * 7919), name: `名称${at % 977}` }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  return new Set(read.toSorted((a, b) => (a.code < b.code ? -1 : 1)).map(({ name }) => name)).size;
}
