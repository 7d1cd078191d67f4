import { momentOf } from '../calls/moments.ts';

/** A moment as Shanghai's clocks show it (TA2). */
export function Moment({ at, none = '—' }: { at: string; none?: string }) {
  return at === '' ? <span>{none}</span> : <time dateTime={at}>{momentOf(at)}</time>;
}
