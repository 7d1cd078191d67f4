import { bareFilename } from '#rules/files/upload-rule.ts';
import { visible } from '#rules/text/hidden-characters.ts';
import { composed } from '#rules/text/unicode-forms.ts';

/** a day, a month, or eight digits of one, as titles and names of files write it */
const DAY = String.raw`(?:20\d{2}\s*[-年/._]\s*\d{1,2}(?:\s*[-月/._]\s*\d{1,2})?\s*[日月]?|20\d{6}|20\d{4})(?!\d)`;
const SAYS_DAY = String.raw`(?:数据|统计|更新|公示|发布)?(?:截至|截止|更新至|日期|时间)(?:日期|时间|到|于|日)?[\s:：]*`;
const OPEN = String.raw`[（(［[【〔]`;
const CLOSE = String.raw`[）)］\]】〕]`;
/** words about the day of a title, not about its subject */
const OF_A_DAY: readonly RegExp[] = [
  new RegExp(`${OPEN}[^）)］\\]】〕]*(?:截至|截止|日期|更新)[^）)］\\]】〕]*${CLOSE}`, 'g'),
  new RegExp(`${OPEN}\\s*${DAY}\\s*(?:版|更新)?\\s*${CLOSE}`, 'g'),
  new RegExp(`${SAYS_DAY}${DAY}(?:止|更新)?`, 'g'),
  new RegExp(`^${DAY}`),
  new RegExp(`${DAY}(?:版|更新)?$`),
];
/** signs that were around a day */
const DOUBLED = /\s*([,，、;；:：])\s*[,，、;；:：]\s*/;
const EDGES = /^[\s,，、;；:：_—–-]+|[\s,，、;；:：_—–-]+$/g;

/** RG18: a title without the day of the data. */
function withoutDay(text: string): string {
  let rest = composed(text)
    .replaceAll(/[０-９]/g, (digit) => digit.normalize('NFKC'))
    .trim();
  for (const part of OF_A_DAY) rest = rest.replace(part, '').replace(DOUBLED, '$1').replaceAll(EDGES, '');
  return rest.replaceAll(EDGES, '');
}

/** lines above a table that describe it, and do not name it */
const NO_TITLE =
  /^[(（]?(?:单位|币种|制表|填表|编制|填报|报送|复核|审核|备注|说明|注|[共合总]计?\s*\d+\s*\S{1,2}[)）]?$|第\s*\d+\s*页|内部(?:资料|使用|文件)[)）]?$|as (?:of|at)$)|^(?:数据|统计|更新|公[示布告]|发布|披露|报告|打印|导出|生成)?(?:截[至止])?(?:日期?|时间|截[至止])$|[:：]/i;
/** publisher of a table, in a line above its title */
const FIRM = /(?:公司|集团|营业部|委员会|中心)$/;
/** 附件 1： before a title */
const NUMBERED =
  /^(?:附件|附表|表)\s*[\d一二三四五六七八九十]*(?:[-－]\d+)?\s*[:：.、]\s*|^(?:(?:附件|附表)\s*[\d一二三四五六七八九十]*|表\s*\d+)(?:[-－]\d+)?(?:\s+|$)|^附[件表]\s*\d+(?:[-－]\d+)?(?=\p{Script=Han})/u;

/** 报告期：2026年 and （单位：万元） behind a title. */
const STATEMENT = new RegExp(
  String.raw`(?<=\S{3})(?:\s+\p{Script=Han}{2,6}[:：].*|\s*${OPEN}[^）)］\]】〕]*[:：][^）)］\]】〕]*${CLOSE}\s*)$`,
  'u',
);

const withoutStatements = (line: string): string => line.replace(STATEMENT, '');

/** RG18: the title of the table: the line above its titles, the sheet, or the file; without the day of its data. */
export function titleIn(lines: readonly string[], sheet: string, filename: string): { value: string; reason: string } {
  const titles = lines
    .map((one) => withoutDay(withoutStatements(one.replace(NUMBERED, ''))))
    .filter((one) => one.length >= 3 && one.length <= 40 && !NO_TITLE.test(one));
  const line = titles.find((one) => !FIRM.test(one)) ?? titles[0];
  if (line !== undefined) return { value: visible(line), reason: '取自标题行上方的一行' };
  const named = withoutDay(sheet);
  if (named !== '' && !GENERAL.test(named)) return { value: visible(named).slice(0, 40), reason: '取自工作表的名称' };
  const bare = withoutDay(bareFilename(filename));
  return { value: visible(bare).slice(0, 40), reason: '取自文件名' };
}

/** names of sheets without a hint of the content */
const GENERAL = /^(?:(?:sheet|工作表|table)\s*\d*|名单|数据|明细|汇总|清单|表格?)$/i;

/** Measure word of a row. */
export function countWordOf(headers: readonly string[]): string {
  if (headers.some((header) => header.endsWith('姓名'))) return '人';
  if (headers.some((header) => /(基金|证券|产品|股票)(代码|简称|名称)$/.test(header))) return '只';
  return headers.some((header) => /(营业部|分公司|机构)(名称)?$/.test(header)) ? '家' : '条';
}
