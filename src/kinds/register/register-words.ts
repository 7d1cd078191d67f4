import type { Cell } from '#page/data-shapes.ts';

/** Parts of a definition that its words need. */
export interface RegisterShape {
  key?: readonly string[];
  columns?: readonly string[];
  fields: Readonly<Record<string, { title: string; type?: string; restricted?: boolean; export?: boolean }>>;
  restrictedBy?: string;
  verify?: { kind?: 'staff' | 'product'; show: readonly string[] };
}

/** Readers of a field: everybody, customers whose level allows it (RK6), or nobody. */
type Audience = 'public' | 'customers' | 'nobody';

/**
 * Audience of a field in answers (server/store/rows/list-register-rows.ts): only columns, the key and the answer of the
 * check of persons or products are sent.
 */
function audienceOf({ columns, key = [], fields, restrictedBy, verify }: RegisterShape, field: string): Audience {
  if (columns && ![...columns, ...key, ...(verify?.show ?? [])].includes(field)) return 'nobody';
  if (!fields[field]?.restricted) return 'public';
  return restrictedBy === undefined ? 'nobody' : 'customers';
}

const MARKS: Readonly<Record<Audience, string>> = {
  public: '',
  customers: '（仅限有资格的客户）',
  nobody: '（不公开）',
};

/** '（不公开）' behind the title of a field; '' of one that everybody reads and may download. */
export function audienceNote(definition: RegisterShape, field: string): string {
  const audience = audienceOf(definition, field);
  return audience === 'public' && definition.fields[field]?.export === false ? '（不可下载）' : MARKS[audience];
}

/**
 * Fields in the order of visitors, with the shown ones first: a stored definition does not keep the order of its
 * fields.
 */
export const fieldOrder = ({ columns = [], key = [], fields }: RegisterShape): string[] =>
  [...new Set([...columns, ...key, ...Object.keys(fields)])].filter((name) => Object.hasOwn(fields, name));

/** Name of a row beside its key, e.g. of a person: its first text that is shown; '' for none. */
export function firstText(
  { columns = [], key = [], fields }: RegisterShape,
  row: Readonly<Record<string, Cell>>,
): string {
  const name = columns.find(
    (column) => !key.includes(column) && fields[column]?.type === 'text' && (row[column] ?? '') !== '',
  );
  return name === undefined ? '' : String(row[name]);
}

/**
 * '8 个字段：姓名、证书编号…；不公开：手机号': a definition in one line, with all that is held back, and what a check
 * answers.
 */
export function registerWords(definition: RegisterShape): string {
  const names = fieldOrder(definition);
  const titles = (which: readonly string[]): string => which.map((name) => definition.fields[name]!.title).join('、');
  const parts: [string, string[]][] = [
    ['不公开', names.filter((name) => audienceOf(definition, name) === 'nobody')],
    ['仅限有资格的客户', names.filter((name) => audienceOf(definition, name) === 'customers')],
    [
      '公开但不可下载',
      names.filter((name) => audienceOf(definition, name) === 'public' && definition.fields[name]!.export === false),
    ],
    [
      definition.verify?.kind === 'product' ? '产品核验显示' : '人员核验显示',
      (definition.verify?.show ?? []).filter((name) => Object.hasOwn(definition.fields, name)),
    ],
  ];
  return [
    `${names.length} 个字段：${titles(names)}`,
    ...parts.flatMap(([word, which]) => (which.length > 0 ? [`${word}：${titles(which)}`] : [])),
  ].join('；');
}
