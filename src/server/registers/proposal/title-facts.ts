import { visible } from '#rules/hidden-characters.ts';
import { readDate } from '../import/read-date.ts';

const DATE = /(\d{4}\s*[-年/.]\s*\d{1,2}\s*[-月/.]\s*\d{1,2}\s*日?|\d{8})/;
/** words that a date of the data follows */
const AS_OF = /(截至|截止|数据日期|数据截至|统计日期|日期)/;

/** The day that the rows are true at, as the lines above the titles or the file's name say it; '' where none does. */
export function dataDateIn(lines: readonly string[], filename: string): { value: string; reason: string } {
  for (const line of [...lines].sort((a, b) => Number(AS_OF.test(b)) - Number(AS_OF.test(a)))) {
    const value = dateIn(line);
    if (value !== '') return { value, reason: `标题行上方写着“${visible(line).slice(0, 40)}”` };
  }
  const value = dateIn(filename);
  return value === '' ? { value: '', reason: '' } : { value, reason: '取自文件名' };
}

function dateIn(text: string): string {
  const found = DATE.exec(text.normalize('NFKC'))?.[1];
  if (found === undefined) return '';
  const reading = readDate({ kind: 'text', text: found.replaceAll(/\s/g, '') }, { format: 'xlsx', base1904: false });
  return 'value' in reading && typeof reading.value === 'string' && /^\d{4}-\d\d-\d\d$/.test(reading.value)
    ? reading.value
    : '';
}

/** What the table is called: the line above its titles, the sheet, or the file. */
export function titleIn(lines: readonly string[], sheet: string, filename: string): { value: string; reason: string } {
  const line = lines.find((one) => one.length >= 3 && one.length <= 40 && !AS_OF.test(one) && !/[:：]/.test(one));
  if (line !== undefined) return { value: visible(line), reason: '取自标题行上方的一行' };
  const bare = filename
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[_\s-]*\(?20\d{2}[-.]?\d{1,2}(?:[-.]?\d{1,2})?\)?(?!\d)[_\s-]*/g, '')
    .trim();
  if (sheet !== '' && !GENERAL.test(sheet)) return { value: visible(sheet).slice(0, 40), reason: '取自工作表的名称' };
  return { value: visible(bare).slice(0, 40), reason: '取自文件名' };
}

/** names of sheets that say nothing of what they hold */
const GENERAL = /^(?:(?:sheet|工作表|table)\s*\d*|名单|数据|明细|汇总|清单|表格?)$/i;

/** How a row is counted. */
export function countWordOf(headers: readonly string[]): string {
  if (headers.some((header) => header.endsWith('姓名'))) return '人';
  if (headers.some((header) => /(基金|证券|产品|股票)(代码|简称|名称)$/.test(header))) return '只';
  return headers.some((header) => /(营业部|分公司|机构)(名称)?$/.test(header)) ? '家' : '条';
}
