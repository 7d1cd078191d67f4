import { shanghaiSecond } from '#rules/time/shanghai-date.ts';

/** A moment as Shanghai's clocks show it (TA2). */
export function Moment({ at, none = '—' }: { at: string; none?: string }) {
  return at === '' ? <span>{none}</span> : <time dateTime={at}>{shanghaiSecond(at)}</time>;
}
