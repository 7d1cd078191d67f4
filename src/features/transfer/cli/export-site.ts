import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { OptionalContent } from '#kinds/define-store.ts';
import { filesFolder } from '#server/db/data-folder.ts';
import { environmentKey } from '../server/environment-key.ts';
import { programVersion } from '../server/program-version.ts';
import { writeExport } from '../server/write-export.ts';
import { printError, printWords, tellUsage } from '#cli/print.ts';
import { endWith } from '#cli/store-command.ts';
import { environment, withSite } from '#cli/with-site.ts';

const OPTIONAL = ['articles', 'rows'] as const satisfies readonly OptionalContent[];

const USAGE = 'Usage: npm run export-site -- FILE [--articles] [--rows], or npm run export-site -- --key';

/**
 * BE1, BE2, BE7: `export-site FILE [--articles] [--rows]` writes what is public, and can travel, to a new file that another environment
 * imports; `export-site --key` prints the public half of this environment's key. Exit codes: 0 written; 1 not written, for a
 * stored file that is missing or a name that is taken; 2 the store cannot be read.
 */
async function main(args: string[]): Promise<number> {
  const told = tellUsage(args, USAGE);
  if (told !== null) return told;
  const read = readOptions(args);
  if (!read) {
    printError(USAGE);
    return 2;
  }
  const env = environment();
  if (read.file === null) {
    printWords(environmentKey(env.dataDir).publicKey);
    return 0;
  }
  const path = resolve(read.file);
  const { optional } = read;
  return withSite(env, async ({ db }, site) => {
    const { things, files, bytes } = await writeExport({
      db,
      site,
      filesDir: filesFolder(env.dataDir),
      key: environmentKey(env.dataDir),
      name: env.siteUrl,
      program: programVersion(),
      optional,
      path,
    });
    const lacking = OPTIONAL.flatMap((one) => (optional.includes(one) ? [] : `, no ${one}`)).join('');
    printWords(
      `${path}: ${things} things${lacking}, ${files} stored files of ${(bytes / 1_000_000).toFixed(1)} MB, signed with the key ${environmentKey(env.dataDir).publicKey}.`,
    );
    return 0;
  });
}

/** null: not to be understood */
function readOptions(args: string[]): { file: string | null; optional: OptionalContent[] } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        key: { type: 'boolean', default: false },
        articles: { type: 'boolean', default: false },
        rows: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [file = null, ...more] = positionals;
    const optional = OPTIONAL.filter((one) => values[one]);
    if (more.length > 0 || (file === null) !== values.key || (values.key && optional.length > 0)) return null;
    return { file, optional };
  } catch {
    return null;
  }
}

await endWith(main);
