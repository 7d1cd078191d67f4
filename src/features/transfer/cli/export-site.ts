import { resolve } from 'node:path';
import type { OptionalContent } from '#kinds/define-store.ts';
import { filesFolder } from '#server/db/data-folder.ts';
import { environmentKey } from '../server/environment-key.ts';
import { programVersion } from '#server/http/program-version.ts';
import { writeExport } from '../server/write-export.ts';
import { runAsCommand, Unusable, type GivenWords } from '#cli/command.ts';
import { printWords } from '#cli/print.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase } from '#server/phrase.mjs';
import { exportSite } from './commands.ts';
import { environment, withSite } from '#cli/with-site.ts';

const OPTIONAL = ['articles', 'rows'] as const satisfies readonly OptionalContent[];
const NAMES = { articles: '文章', rows: '登记表的行' };

/**
 * BE1, BE2, BE7: `export-site FILE [--articles] [--rows]` writes what is public, and can travel, to a new file that another environment
 * imports; `export-site --key` prints the public half of this environment's key. Exit codes: 0 written; 1 not written, for a
 * stored file that is missing; 2 the name is taken, or the store cannot be read.
 */
async function main({ values, operands: [file] }: GivenWords<typeof exportSite.options>): Promise<number> {
  const optional = OPTIONAL.filter((one) => values[one]);
  if ((file === undefined) !== (values.key === true) || (values.key && optional.length > 0))
    throw new Unusable({
      zh: '要写一个文件，或单写 --key。',
      en: 'Name one file, or give --key alone.',
    });
  const env = environment();
  if (file === undefined) {
    printWords(environmentKey(env.dataDir).publicKey);
    return EXIT.done;
  }
  const path = resolve(file);
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
    const lacking = OPTIONAL.filter((one) => !optional.includes(one));
    const [megabytes, key] = [(bytes / 1_000_000).toFixed(1), environmentKey(env.dataDir).publicKey];
    printWords(
      phrase({
        zh: `文件 ${path}：${things} 项内容${lacking.map((one) => `，不含${NAMES[one]}`).join('')}，${files} 个附件 ${megabytes} MB，用密钥 ${key} 签名。`,
        en: `The file ${path}: ${things} things${lacking.map((one) => `, no ${one}`).join('')}, ${files} stored files of ${megabytes} MB, signed with the key ${key}.`,
      }),
    );
    return EXIT.done;
  });
}

await runAsCommand(exportSite, main);
