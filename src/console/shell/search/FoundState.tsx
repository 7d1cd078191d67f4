import type { FoundState as State } from '#wire/search-answers.ts';
import { StateTag } from '../../editions/StateTag.tsx';

const NAMES = { public: '公开', past: '历史', withdrawn: '已撤下' };

/** Whether something is public, was, or will be. */
export function FoundState({ state }: { state: State }) {
  if (state === '') return null;
  return state === 'public' || state === 'past' || state === 'withdrawn' ? (
    <span className={`found-state found-${state}`}>{NAMES[state]}</span>
  ) : (
    <StateTag state={state} />
  );
}
