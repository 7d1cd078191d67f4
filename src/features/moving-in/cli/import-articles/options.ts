import { parseArgs } from 'node:util';
import { nearest } from '#page/problems.ts';
import { Unusable } from '#cli/import-options.ts';

export interface ArticleImportOptions {
  /** or a zip archive */
  folder: string;
  /** one of the two */
  read: { list: string } | { pages: string };
  /** path in the folder; null for none */
  map: string | null;
  /** how many are shown and nothing else is done; null: all are checked */
  tried: number | null;
  /** the account of the drafts; null: nothing is saved */
  by: string | null;
}

const OPTIONS = {
  list: { type: 'string' },
  pages: { type: 'string' },
  map: { type: 'string' },
  try: { type: 'string' },
  save: { type: 'boolean' },
  by: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const USAGE = `npm run import-articles -- FOLDER --list articles.csv                        checks the articles of a list
npm run import-articles -- export.zip --list articles.csv                    the same of a zip, unpacked beside it
npm run import-articles -- FOLDER --list articles.json --map map.json        the same, its columns named by a map
npm run import-articles -- FOLDER --pages "*.html" --map map.json            checks saved pages, read by CSS selectors
  --try 10               shows what the first ten become, and does nothing else
  --save --by ACCOUNT    stores files and makes drafts by this account of the console
List and map are files of FOLDER, or of the zip. What they may say: docs/how-to/move-articles-in.md`;

/** @returns null where only the usage was asked for @throws Unusable */
export function readOptions(args: string[]): ArticleImportOptions | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [folder, ...more] = positionals;
  if (folder === undefined) throw new Unusable(`Name the folder, or the zip, with the articles.\n${USAGE}`);
  if (more.length > 0)
    throw new Unusable(
      `${more.join(' ')} is too much: a pattern for --pages stands in quotes, and -- after the command's name.\n${USAGE}`,
    );
  const { list, pages, map = null, save = false, by } = values;
  if ((list === undefined) === (pages === undefined)) throw new Unusable(`Give either --list or --pages.\n${USAGE}`);
  const tried = values.try === undefined ? null : Number(values.try);
  if (tried !== null && !(Number.isInteger(tried) && tried > 0))
    throw new Unusable(`--try ${values.try} is no number of articles; it should be like --try 10.`);
  if (save && tried !== null) throw new Unusable('--try saves nothing: give it or --save.');
  if (save !== (by !== undefined)) throw new Unusable('--save and --by ACCOUNT go together: drafts are somebody’s.');
  const read = list === undefined ? { pages: pages! } : { list };
  return { folder, read, map, tried, by: by ?? null };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [, option = ''] = /^Unknown option '--?([^']*)'/.exec(message) ?? [];
    const meant = nearest(option, Object.keys(OPTIONS));
    throw new Unusable(
      option === ''
        ? `${message}\n${USAGE}`
        : `There is no option --${option}.${meant === undefined ? '' : ` Did you mean --${meant}?`}\n${USAGE}`,
    );
  }
}
