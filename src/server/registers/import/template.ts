import type { Readable } from 'node:stream';
import type { Cell } from '#page/data-shapes.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { NO_FACTS, type RegisterFacts } from '#page/register-view.ts';
import { NOTES_SHEET } from '../sheets/own-sheets.ts';
import { contentWidth } from '../sheets/column-width.ts';
import { fieldsSheet, type RegisterSheet } from '../sheets/register-sheet.ts';
import { writeXlsx } from '../sheets/write-xlsx.ts';
import type { WrittenCell, WrittenColumn } from '../sheets/written-sheet.ts';
import { referenceLookups, type ReferenceRows } from './references.ts';

/** choices that a list in a cell can hold in a useful way */
const MOST_CHOICES = 1_000;

export interface ImportTemplate {
  /** xlsx */
  workbook: Readable;
  /** titles of the columns whose cells have a list to choose from */
  listed: string[];
}

/** Rows of a template, and the lookup of names of other registers' rows. */
interface TemplateRows {
  facts: RegisterFacts;
  batches: AsyncIterable<readonly Readonly<Record<string, Cell>>[]>;
}

/**
 * RG13: a workbook to fill in. It has the columns in the order of the page, columns that no page shows behind them,
 * and titles with their units as in a download. It also has lists to choose from, and a second sheet of notes. Every
 * field has its column.
 * @param filled rows to begin with, all public ones; default: none
 */
export async function importTemplate(
  definition: RegisterDefinition,
  references?: ReferenceRows,
  filled?: TemplateRows,
): Promise<ImportTemplate> {
  const lookups = await referenceLookups(definition, references);
  const names = templateFields(definition);
  const written = fieldsSheet(definition, filled?.facts ?? NO_FACTS, names);
  const columns = names.map((name, at): WrittenColumn => {
    const field = definition.fields[name]!;
    const column = written.columns[at]!;
    const choices = field.choices ? Object.values(field.choices) : lookups.get(name)?.labels;
    return {
      ...column,
      title: markedTitle(definition, name, column.title),
      width: contentWidth(field, choices),
      ...(choices && choices.length > 0 && choices.length <= MOST_CHOICES && { choices }),
    };
  });
  const workbook = writeXlsx([
    { name: definition.title, columns, rows: filled ? rowsOf(filled, written.cellsOf) : [] },
    {
      name: NOTES_SHEET,
      columns: NOTES,
      rows: names.map((name) => notesOf(definition, name, definition.fields[name]!, lookups.get(name)?.labels)),
    },
  ]);
  return {
    workbook,
    listed: names.flatMap((name, at) => (columns[at]!.choices ? [definition.fields[name]!.title] : [])),
  };
}

const templateFields = ({ columns, key, fields }: RegisterDefinition): string[] =>
  [...new Set([...columns, ...key, ...Object.keys(fields)])].filter((name) => fields[name] !== undefined);

/** Marks the title of a column that has to be filled in. */
const markedTitle = ({ fields, key }: RegisterDefinition, name: string, title: string): string =>
  `${title}${fields[name]!.required || key.includes(name) ? ' *' : ''}`;

/** RG13: the titles of the template's columns. */
export function templateTitles(definition: RegisterDefinition): string[] {
  const names = templateFields(definition);
  return fieldsSheet(definition, NO_FACTS, names).columns.map(({ title }, at) =>
    markedTitle(definition, names[at]!, title),
  );
}

async function* rowsOf({ batches }: TemplateRows, cellsOf: RegisterSheet['cellsOf']): AsyncGenerator<WrittenCell[]> {
  for await (const batch of batches) for (const row of batch) yield cellsOf(row);
}

const NOTES: WrittenColumn[] = [
  { title: '列', width: 24, wrap: true },
  { title: '字段名', width: 18, wrap: true },
  { title: '类型', width: 14, wrap: true },
  { title: '必填', width: 10, wrap: true },
  { title: '格式', width: 50, wrap: true },
  { title: '示例', width: 24, wrap: true },
  { title: '说明', width: 40, wrap: true },
];

const TYPES: Readonly<Record<FieldDefinition['type'], string>> = {
  text: '文字',
  choice: '选项',
  reference: '选项',
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

/** @param labels rows of another register that a reference may name */
function notesOf(
  { key, fields }: RegisterDefinition,
  name: string,
  field: FieldDefinition,
  labels: readonly string[] = [],
): WrittenCell[] {
  const required = key.includes(name) ? '必填，不能重复' : field.required ? '必填' : '';
  const narrowing = Object.values(field.reference?.within ?? {}).map(
    (other) => `须属于本行的“${fields[other]?.title ?? other}”`,
  );
  return [
    field.title,
    name,
    TYPES[field.type],
    key.length > 1 && key.includes(name) ? '必填，合起来不能重复' : required,
    [formatOf(field), ...narrowing].filter(Boolean).join('；'),
    exampleOf(field, labels),
    field.note ?? '',
  ];
}

function formatOf({ type, patternHint, choices, scale, unit, words = [] }: FieldDefinition): string {
  const parts = {
    choice: `以下之一：${Object.entries(choices ?? {})
      .map(([value, label]) => (value === label ? label : `${label}（或 ${value}）`))
      .join('、')}`,
    reference: '从下拉列表中选择，或填写代码',
    date: ['年-月-日', ...words].join('，或 '),
    percent: '带百分号，或不带百分号的百分数（2.5 即 2.5%）',
    money: unit ? `单位：${unit}` : '',
    image: '已入库的图片路径',
    file: '已入库的文件路径',
    url: '以 http:// 或 https:// 开头',
  } as Partial<Record<FieldDefinition['type'], string>>;
  const digits = scale === undefined || type === 'percent' ? '' : `小数不超过 ${scale} 位`;
  return [parts[type] ?? '', digits, patternHint ?? ''].filter(Boolean).join('；');
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

const exampleOf = ({ type, choices, example }: FieldDefinition, labels: readonly string[]): string =>
  example ?? Object.values(choices ?? {})[0] ?? labels[0] ?? EXAMPLES[type] ?? '';
