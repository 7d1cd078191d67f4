import type { Readable } from 'node:stream';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { writeXlsx } from '../sheets/write-xlsx.ts';
import type { WrittenCell, WrittenColumn } from '../sheets/written-sheet.ts';
import { referenceLookups, type ReferenceRows } from './references.ts';

/** choices that a list in a cell can hold in a useful way */
const MOST_CHOICES = 1_000;

/** RG2: an empty workbook to fill in: titles, lists to choose from, and a second sheet of notes. */
export async function importTemplate(definition: RegisterDefinition, references?: ReferenceRows): Promise<Readable> {
  const lookups = await referenceLookups(definition, references);
  const columns = Object.entries(definition.fields).map(([name, field]): WrittenColumn => {
    const choices = field.choices ? Object.values(field.choices) : lookups.get(name)?.labels;
    return { title: titleOf(field), ...(isText(field) && { text: true }), ...(choices && choices.length > 0 && choices.length <= MOST_CHOICES && { choices }) };
  });
  return writeXlsx([
    { name: definition.title, columns, rows: [] },
    { name: '填写说明', columns: NOTES, rows: Object.entries(definition.fields).map(([name, field]) => notesOf(definition, name, field)) },
  ]);
}

/** Units stand in the title, so that nobody has to guess them. */
const titleOf = ({ title, type, unit }: FieldDefinition): string => (type === 'money' && unit && !/[(（].*[)）]$/.test(title) ? `${title}（${unit}）` : title);

const isText = ({ type }: FieldDefinition): boolean => type === 'text' || type === 'phone' || type === 'choice' || type === 'reference';

const NOTES: WrittenColumn[] = [
  { title: '列', width: 24 },
  { title: '字段名', width: 18 },
  { title: '类型', width: 14 },
  { title: '必填', width: 10 },
  { title: '格式', width: 50 },
  { title: '示例', width: 24 },
  { title: '说明', width: 40 },
];

const TYPES: Readonly<Record<FieldDefinition['type'], string>> = {
  text: '文字',
  choice: '选项',
  reference: '引用',
  date: '日期',
  integer: '整数',
  decimal: '数字',
  percent: '百分比',
  money: '金额',
  phone: '电话',
  url: '网址',
  image: '图片',
  file: '文件',
};

function notesOf({ key }: RegisterDefinition, name: string, field: FieldDefinition): WrittenCell[] {
  const required = key.includes(name) ? '必填，不能重复' : field.required ? '必填' : '';
  return [field.title, name, TYPES[field.type], key.length > 1 && key.includes(name) ? '必填，合起来不能重复' : required, formatOf(field), exampleOf(field), field.note ?? ''];
}

function formatOf({ type, pattern, choices, scale, unit, fraction, reference }: FieldDefinition): string {
  const parts = {
    choice: `以下之一：${Object.entries(choices ?? {}).map(([value, label]) => (value === label ? label : `${label}（或 ${value}）`)).join('、')}`,
    reference: `登记表“${reference?.register ?? ''}”中的名称或代码`,
    date: '年-月-日',
    percent: fraction ? '带百分号，或小数（0.65 即 65%）' : '带百分号，或不带百分号的百分数（2.5 即 2.5%）',
    money: unit ? `单位：${unit}` : '',
    image: '已入库的图片路径',
    file: '已入库的文件路径',
    url: '以 http:// 或 https:// 开头',
  } as Partial<Record<FieldDefinition['type'], string>>;
  const digits = scale === undefined || type === 'percent' ? '' : `小数不超过 ${scale} 位`;
  return [parts[type] ?? '', digits, pattern ? `符合格式 ${pattern}` : ''].filter(Boolean).join('；');
}

const EXAMPLES: Partial<Record<FieldDefinition['type'], string>> = {
  date: '2026-01-31',
  integer: '1200',
  decimal: '1.25',
  percent: '65%',
  money: '5000',
  phone: '021-55500871',
  url: 'https://www.example.com/',
};

const exampleOf = ({ type, choices }: FieldDefinition): string => (choices ? (Object.values(choices)[0] ?? '') : (EXAMPLES[type] ?? ''));
