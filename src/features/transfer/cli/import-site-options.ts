import { Unusable, type GivenWords } from '#cli/command.ts';
import { SAVE_WITH_BY } from '#cli/import-options.ts';
import type { importSite } from './commands.ts';

export interface ImportSiteOptions {
  file: string;
  /** 'page:home': left out */
  without: readonly string[];
  /** taken although it was changed here, too */
  take: readonly string[];
  /** account of the person who makes the draft; null: nothing is saved */
  by: string | null;
}

/** Reads the options of `import-site`. @throws Unusable for --save without --by, or the reverse */
export function readImportSiteOptions({
  values,
  operands: [file = ''],
}: GivenWords<typeof importSite.options>): ImportSiteOptions {
  if ((values.save === true) !== (values.by !== undefined)) throw new Unusable(SAVE_WITH_BY);
  return { file, without: values.without ?? [], take: values.take ?? [], by: values.by ?? null };
}
