/** names that are remembered */
const MOST = 5_000;

export type Filenames = ReturnType<typeof createFilenames>;

/**
 * US3: names under which the files of an upstream are offered, from the last answers of its articles: its address of
 * a file holds none.
 */
export function createFilenames() {
  const names = new Map<string, string>();
  return {
    named(filepath: string, filename: string): void {
      names.delete(filepath);
      names.set(filepath, filename);
      if (names.size > MOST) names.delete(names.keys().next().value!);
    },
    of: (filepath: string): string => names.get(filepath) ?? decodeURIComponent(filepath.split('/').at(-1)!),
  };
}
