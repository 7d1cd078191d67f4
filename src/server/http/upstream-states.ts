import { isCallFailed } from '#wire/is-call-failed.ts';

/** Fields that were not understood of answers of a call. */
interface Misunderstood {
  path: string;
  field: string;
  /** the example as JSON, shortened */
  example: string;
  /** number of times */
  count: number;
  /** ISO 8601 of the last time */
  at: string;
}

/** US10: how one group of calls is answered, since the start of this process. Moments are ISO 8601, '' for never. */
export interface UpstreamState {
  /** time of the first answer since the last failure */
  reachableSince: string;
  lastAnswer: string;
  lastFailure: { at: string; path: string; what: string } | null;
  misunderstood: Misunderstood[];
}

/** fields of one group that are told */
const MOST_FIELDS = 100;
/** characters of an example */
const EXAMPLE = 120;

export type UpstreamStates = ReturnType<typeof createUpstreamStates>;

/** @param told once for each field of a call that is not understood, for the log */
export function createUpstreamStates(
  report: (facts: { group: string; path: string; field: string; example: string }) => void = () => {},
  now: () => number = () => Date.now(),
) {
  const states = new Map<string, UpstreamState>();
  const moment = (): string => new Date(now()).toISOString();
  function stateOf(group: string): UpstreamState {
    let state = states.get(group);
    if (!state)
      states.set(group, (state = { reachableSince: '', lastAnswer: '', lastFailure: null, misunderstood: [] }));
    return state;
  }
  return {
    answered(group: string, _path: string): void {
      const state = stateOf(group);
      state.lastAnswer = moment();
      if (state.reachableSince === '') state.reachableSince = state.lastAnswer;
    },
    failed(group: string, path: string, error: unknown): void {
      const state = stateOf(group);
      state.reachableSince = '';
      state.lastFailure = { at: moment(), path, what: whatOf(error) };
    },
    notUnderstood(group: string, path: string, field: string, example: unknown): void {
      const { misunderstood } = stateOf(group);
      const known = misunderstood.find((one) => one.path === path && one.field === field);
      if (known) {
        known.count += 1;
        known.at = moment();
        return;
      }
      if (misunderstood.length >= MOST_FIELDS) return;
      const shown = (JSON.stringify(example) ?? '').slice(0, EXAMPLE);
      misunderstood.push({ path, field, example: shown, count: 1, at: moment() });
      report({ group, path, field, example: shown });
    },
    of: (group: string): UpstreamState => structuredClone(stateOf(group)),
  };
}

/** A failure in a few words that hold no address. */
export function whatOf(error: unknown): string {
  if (!isCallFailed(error)) return 'internal';
  const { cause } = error as { cause?: { code?: string; cause?: { code?: string } } };
  const code = cause?.cause?.code ?? cause?.code;
  return typeof code === 'string' && /^[A-Z_]{3,60}$/.test(code) ? `${error.outcome} (${code})` : error.outcome;
}
