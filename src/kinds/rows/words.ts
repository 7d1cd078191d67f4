import type { KindWords } from '../define-kind.ts';
import { memberTitle } from '../field-titles.ts';
import { registerWords } from '../register/register-words.ts';
import { definitionTitle } from '../register/words.ts';
import type { RowsDocument } from './index.ts';

const FIELDS: Readonly<Record<string, string>> = {
  dataDate: '数据日期',
  department: '责任部门',
  definition: '定义',
  rewrite: '随定义改写',
};

export const words: KindWords<RowsDocument> = {
  titleOf: ({ definition, rowSet, rows }) =>
    `登记表“${definition.title}”（${(rowSet?.count ?? rows?.length ?? 0).toLocaleString('zh-CN')} 行）`,
  nameOf: (id, { knownTitle }) => knownTitle(`register:${id}`) ?? id,
  summaryOf: ({ definition }) => registerWords(definition),
  seenAt: ({ definition }) =>
    definition.verify ? '在显示这个登记表的页面、下载的文件和核验里' : '在显示这个登记表的页面和下载的文件里',
  fieldTitle: ([first = '', ...rest], document) => {
    if (first === 'definition') return `定义 ${definitionTitle(rest, document?.definition)}`.trim();
    const [rule, name = ''] = rest;
    return first === 'rewrite' && rule === 'fill'
      ? `现有的行填写“${document?.definition.fields[name]?.title ?? name}”`
      : memberTitle([first, ...rest], FIELDS);
  },
};
