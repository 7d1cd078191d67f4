/**
 * LD1: what is on its way right now, by name. A store outside React (useSyncExternalStore), because loading begins
 * outside React, too.
 */
export function createActions() {
  let names: readonly string[] = [];
  const listeners = new Set<() => void>();

  function change(next: readonly string[]) {
    names = next;
    for (const listener of listeners) listener();
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** the newest; '' when all is quiet */
    current: (): string => names.at(-1) ?? '',
    /** Names a piece of work as long as it lasts, however it ends. */
    async during<T>(name: string, work: Promise<T>): Promise<T> {
      change([...names, name]);
      try {
        return await work;
      } finally {
        change(names.filter((_, at) => at !== names.lastIndexOf(name)));
      }
    },
  };
}
