import type { Substitution } from '#wire/console-answers.ts';
import { useRead } from '../calls/use-calls.ts';

/** SI4: who stands in for whom, as everybody is told. */
export const useSubstitutions = () => useRead('GET /substitutions');

/** '2026-12-01 至 2026-12-05' */
export const daysOf = ({ from, until }: Pick<Substitution, 'from' | 'until'>): string =>
  from === until ? from : `${from} 至 ${until}`;
