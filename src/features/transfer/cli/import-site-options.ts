import { parseArgs } from 'node:util';

export interface ImportSiteOptions {
  file: string;
  /** 'page:home': left out */
  without: readonly string[];
  /** taken although it was changed here, too */
  take: readonly string[];
  /** account of whoever makes the draft; null: nothing is saved */
  by: string | null;
}

/** How the command is used. */
export const USAGE =
  'Usage: npm run import-site -- FILE [--without KIND:ID …] [--take KIND:ID …] [--save --by ACCOUNT], e.g. --without page:home';

/** Reads the options of `import-site`. @returns a sentence where they cannot be understood */
export function readImportSiteOptions(args: string[]): ImportSiteOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        without: { type: 'string', multiple: true, default: [] },
        take: { type: 'string', multiple: true, default: [] },
        save: { type: 'boolean', default: false },
        by: { type: 'string' },
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return USAGE;
    if (values.save !== (values.by !== undefined)) return `--save and --by ACCOUNT belong together.\n${USAGE}`;
    return { file, without: values.without, take: values.take, by: values.by ?? null };
  } catch (error) {
    return `${(error as Error).message}\n${USAGE}`;
  }
}
