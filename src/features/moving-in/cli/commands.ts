import type { Command } from '#cli/command.ts';
import { SAVING } from '#cli/commands.ts';

export const importArticles = {
  name: 'import-articles',
  usage: {
    zh: `npm run import-articles -- 文件夹 --list articles.csv                      检查列表中的文章
npm run import-articles -- export.zip --list articles.csv                  同上，压缩包会解开在它旁边
npm run import-articles -- 文件夹 --list articles.json --map map.json      同上，列名由对照表说明
npm run import-articles -- 文件夹 --pages "*.html" --map map.json          检查保存的网页，用 CSS 选择器读取`,
    en: `npm run import-articles -- FOLDER --list articles.csv                        checks the articles of a list
npm run import-articles -- export.zip --list articles.csv                    the same of a zip, unpacked beside it
npm run import-articles -- FOLDER --list articles.json --map map.json        the same, its columns named by a map
npm run import-articles -- FOLDER --pages "*.html" --map map.json            checks saved pages, read by CSS selectors`,
  },
  about: {
    zh: '列表和对照表是文件夹或压缩包中的文件。怎么写：docs/how-to/move-articles-in.md',
    en: 'List and map are files of FOLDER, or of the zip. What they may say: docs/how-to/move-articles-in.md',
  },
  options: {
    list: {
      type: 'string',
      value: { zh: '文件', en: 'FILE' },
      words: { zh: '文章的列表', en: 'list of the articles' },
    },
    pages: {
      type: 'string',
      value: { zh: '式样', en: 'PATTERN' },
      words: { zh: '保存的网页，式样要加引号', en: 'saved pages; the pattern stands in quotes' },
    },
    map: {
      type: 'string',
      value: { zh: '文件', en: 'FILE' },
      words: { zh: '列、选择器和栏目的对照表', en: 'names of columns, selectors and channels' },
    },
    try: {
      type: 'string',
      value: { zh: '篇数', en: 'COUNT' },
      words: {
        zh: '只列出前几篇会成为什么，别的什么也不做',
        en: 'shows what the first ones become, and does nothing else',
      },
    },
    ...SAVING,
  },
  exits: {
    done: { zh: '检查通过，或已生成稿件', en: 'the articles are sound, or drafts are made' },
    problems: { zh: '有错误，什么也没有保存', en: 'there are errors, and nothing is saved' },
  },
} as const satisfies Command;
