import { Unusable, type GivenWords } from '#cli/command.ts';
import { SAVE_WITH_BY } from '#cli/import-options.ts';
import type { importArticles } from '../commands.ts';

export interface ArticleImportOptions {
  /** folder, or a zip archive */
  folder: string;
  /** source of the articles, one of the two */
  read: { list: string } | { pages: string };
  /** path in the folder; null for none */
  map: string | null;
  /** number of articles to show without doing anything else; null: all are checked */
  tried: number | null;
  /** the account of the drafts; null: nothing is saved */
  by: string | null;
}

/** @throws Unusable */
export function readOptions({ values, operands }: GivenWords<typeof importArticles.options>): ArticleImportOptions {
  const [folder, ...more] = operands;
  if (folder === undefined)
    throw new Unusable({
      zh: `没有写文章在哪个文件夹或压缩包中。${HINT.zh}`,
      en: `Name the folder, or the zip, with the articles.${HINT.en}`,
    });
  if (more.length > 0)
    throw new Unusable({
      zh: `多写了“${more.join(' ')}”：--pages 的式样要加引号，-- 写在命令的名称后面。${HINT.zh}`,
      en: `${more.join(' ')} is too much: a pattern for --pages stands in quotes, and -- after the command's name.${HINT.en}`,
    });
  const { list, pages, map = null, save = false, by } = values;
  if ((list === undefined) === (pages === undefined))
    throw new Unusable({
      zh: `--list 和 --pages 要写一个，只写一个。${HINT.zh}`,
      en: `Give either --list or --pages.${HINT.en}`,
    });
  const tried = values.try === undefined ? null : Number(values.try);
  if (tried !== null && !(Number.isInteger(tried) && tried > 0))
    throw new Unusable({
      zh: `--try ${values.try} 不是篇数，应如 --try 10。`,
      en: `--try ${values.try} is no number of articles; it should be like --try 10.`,
    });
  if (save && tried !== null)
    throw new Unusable({
      zh: '--try 什么也不保存：--try 和 --save 只写一个。',
      en: '--try saves nothing: give it or --save.',
    });
  if (save !== (by !== undefined)) throw new Unusable(SAVE_WITH_BY);
  const read = list === undefined ? { pages: pages! } : { list };
  return { folder, read, map, tried, by: by ?? null };
}

const HINT = {
  zh: '\n全部用法：npm run import-articles -- --help',
  en: '\nAll of its use: npm run import-articles -- --help',
};
