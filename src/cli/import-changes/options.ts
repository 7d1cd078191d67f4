import { Unusable, type GivenWords } from '../command.ts';
import type { importChanges } from '../commands.ts';
import { SAVE_WITH_BY } from '../import-options.ts';

/** @throws Unusable for --save without --by, or the reverse */
export function readOptions({ values, operands: [file = ''] }: GivenWords<typeof importChanges.options>): {
  file: string;
  by: string | null;
} {
  const by = values.by ?? null;
  if ((values.save === true) !== (by !== null)) throw new Unusable(SAVE_WITH_BY);
  return { file, by };
}
