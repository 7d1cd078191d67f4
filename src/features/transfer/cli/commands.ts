import type { Command } from '#cli/command.ts';
import { SAVING } from '#cli/commands.ts';

export const exportSite = {
  name: 'export-site',
  usage: {
    zh: 'npm run export-site -- 文件 [--articles] [--rows]   把已公开的内容写入一个签名文件\nnpm run export-site -- --key                         给出本环境的公钥',
    en: 'npm run export-site -- FILE [--articles] [--rows]   writes what is public to a signed file\nnpm run export-site -- --key                        prints the public key of this environment',
  },
  options: {
    key: {
      type: 'boolean',
      words: { zh: '只给出本环境的公钥', en: 'prints the public key of this environment alone' },
    },
    articles: { type: 'boolean', words: { zh: '连同文章', en: 'with the articles' } },
    rows: { type: 'boolean', words: { zh: '连同登记表的行', en: 'with the rows of registers' } },
  },
  operands: [0, 1],
  exits: {
    done: { zh: '已写出', en: 'written' },
    problems: {
      zh: '没有写出：缺少已保存的文件',
      en: 'not written: a stored file is missing',
    },
  },
} as const satisfies Command;

export const importSite = {
  name: 'import-site',
  usage: {
    zh: 'npm run import-site -- 文件 [--without 种类:编号 …] [--take 种类:编号 …]   列出与这里已公开内容的不同，什么也不改变\nnpm run import-site -- 文件 --save --by 账号                            把不同之处生成稿件',
    en: 'npm run import-site -- FILE [--without KIND:ID …] [--take KIND:ID …]   prints what differs from what is public here, and changes nothing\nnpm run import-site -- FILE --save --by ACCOUNT                        makes a draft of what differs',
  },
  options: {
    without: {
      type: 'string',
      multiple: true,
      value: { zh: '种类:编号', en: 'KIND:ID' },
      words: {
        zh: '不导入这一项，如 page:home；可以写多次',
        en: 'leaves this out, such as page:home; may be given again',
      },
    },
    take: {
      type: 'string',
      multiple: true,
      value: { zh: '种类:编号', en: 'KIND:ID' },
      words: {
        zh: '这里也改过的，仍用文件中的；可以写多次',
        en: 'takes this although it was changed here, too; may be given again',
      },
    },
    ...SAVING,
  },
  operands: [1, 1],
  exits: {
    done: { zh: '已列出，或已生成稿件', en: 'printed, or a draft is made' },
    problems: { zh: '文件不能接受', en: 'the file is not taken' },
  },
} as const satisfies Command;
