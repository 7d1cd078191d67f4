/** conditions that are remembered */
const MOST = 1_000;

export type IgnoredBefore = ReturnType<typeof createIgnoredBefore>;

/** US5, US13: conditions of calls that a system was just seen to ignore: only its whole list is fetched then. */
export function createIgnoredBefore(now: () => number = () => Date.now()) {
  const seen = new Map<string, number>();
  const keyOf = (call: string, condition: string): string => `${call} ${condition}`;
  return {
    has: (call: string, condition: string): boolean => now() < (seen.get(keyOf(call, condition)) ?? 0),
    /** @param keep milliseconds for which its answers are used again */
    remember(call: string, condition: string, keep: number): void {
      seen.delete(keyOf(call, condition));
      if (keep > 0) seen.set(keyOf(call, condition), now() + keep);
      if (seen.size > MOST) seen.delete(seen.keys().next().value!);
    },
  };
}
