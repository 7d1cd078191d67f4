import { parseArgs } from 'node:util';
import { nearest } from '#page/problems.ts';
import { Unusable } from '../import-options.ts';

const OPTIONS = { save: { type: 'boolean' }, by: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

export const USAGE = `npm run import-changes -- changes.json                        checks the changes against the store and says what they would do
npm run import-changes -- changes.json --save --by ACCOUNT   makes a draft of them by this account of the console
What a file may say: docs/how-to/import-changes.md`;

/** @returns null where only the usage was asked for @throws Unusable */
export function readOptions(args: string[]): { file: string; by: string | null } | null {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const meant = nearest(token.name, Object.keys(OPTIONS));
    if (!Object.hasOwn(OPTIONS, token.name))
      throw new Unusable(
        `There is no option ${token.rawName}.${meant === undefined ? '' : ` Did you mean --${meant}?`}\n${USAGE}`,
      );
    if (token.value !== undefined && token.name !== 'by')
      throw new Unusable(`The option ${token.rawName} takes no value.\n${USAGE}`);
  }
  if (values.help) return null;
  const [file, ...more] = positionals;
  if (file === undefined) throw new Unusable(`Name the file of the changes.\n${USAGE}`);
  if (more.length > 0) throw new Unusable(`One file at a time; ${more.join(' ')} is one argument too many.\n${USAGE}`);
  const by = typeof values.by === 'string' ? values.by : null;
  if ((values.save === true) !== (by !== null))
    throw new Unusable(`--save and --by ACCOUNT go together: a draft is somebody’s.\n${USAGE}`);
  return { file, by };
}
