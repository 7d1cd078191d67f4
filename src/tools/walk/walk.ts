interface Way<Task> {
  /** number of tasks at one time */
  atOnce?: number;
  /** tasks of one key are one task */
  keyOf?: (task: Task) => unknown;
  /** no further task begins when it aborts */
  stopped?: AbortSignal;
}

/**
 * Visits each page, file or other task once, several at one time. Tasks that visits find are visited when those before
 * them are done.
 * @throws what the first visit that fails throws
 */
export async function walk<Task>(
  tasks: Iterable<Task>,
  visit: (task: Task, find: (task: Task) => void) => Promise<unknown>,
  { atOnce = 4, keyOf = (task) => task, stopped }: Way<Task> = {},
): Promise<void> {
  const known = new Set<unknown>();
  const waiting: Task[] = [];
  const find = (task: Task): void => {
    const key = keyOf(task);
    if (!known.has(key)) waiting.push(task);
    known.add(key);
  };
  const goesOn = () => stopped?.aborted !== true;
  for (const task of tasks) find(task);
  while (waiting.length > 0 && goesOn()) {
    const now = waiting.splice(0);
    const visitor = async () => {
      while (now.length > 0 && goesOn()) await visit(now.shift()!, find);
    };
    await Promise.all(Array.from({ length: atOnce }, visitor));
  }
}
