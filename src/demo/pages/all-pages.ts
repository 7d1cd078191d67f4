import { readdirSync, readFileSync } from 'node:fs';
import type { Change } from '#kinds/index.ts';
import { parseJson } from '#page/parse-json.ts';

/**
 * Pages of the invented firm, in the place of those of the same name that come with the program. The latter say only
 * what is true of any firm (SU6). A file of this folder is named as its page.
 */
export const demoPages = (): Change[] =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      kind: 'page',
      id: file.replace(/\.json$/, ''),
      document: parseJson(readFileSync(new URL(file, import.meta.url), 'utf8')),
    }));
