import type { RegisterDefinition } from '#page/register-schema.ts';
import type { KindWords } from '../define-kind.ts';
import { numbered } from '../field-titles.ts';
import { registerWords } from './register-words.ts';

/** page/register-schema.ts */
const DEFINITION: Readonly<Record<string, string>> = {
  title: '标题',
  key: '主键',
  columns: '显示的列',
  filters: '查询条件',
  order: '排列',
  department: '责任部门',
  countWord: '量词',
  onDemand: '查询后才显示',
  history: '保留各期',
  rowHistory: '显示变更记录',
  verify: '参与核验',
  restrictedBy: '决定谁能看的字段',
};
/** words of one of its fields */
const FIELD: Readonly<Record<string, string>> = {
  title: '标题',
  type: '类型',
  required: '必填',
  pattern: '格式',
  patternHint: '格式说明',
  example: '示例',
  choices: '选项',
  scale: '小数位数',
  blank: '空值显示',
  sortable: '可排序',
  minor: '次要',
  unit: '单位',
  convert: '转换为繁体',
  restricted: '限制公开',
  export: '可下载',
  note: '说明',
  words: '代替日期的词',
};

export const words: KindWords<RegisterDefinition> = {
  titleOf: ({ title }) => `登记表定义“${title}”`,
  nameOf: (id, { knownTitle }) => knownTitle(`register:${id}`) ?? id,
  summaryOf: registerWords,
  seenAt: () => '在显示这个登记表的页面',
  fieldTitle: (path, document) => `定义 ${definitionTitle(path, document)}`.trim(),
};

/** '字段 辖区 可下载' of ['fields', 'area', 'export']; without the definition '字段 area 可下载' */
export function definitionTitle(
  [first = '', name, member, ...rest]: readonly string[],
  definition?: RegisterDefinition,
): string {
  if (name === undefined || first !== 'fields')
    return [
      DEFINITION[first] ?? first,
      ...[name, member, ...rest].flatMap((part) => (part === undefined ? [] : [numbered(part)])),
    ].join(' ');
  return [
    `字段 ${definition?.fields[name]?.title ?? numbered(name)}`,
    ...(member === undefined ? [] : [FIELD[member] ?? member]),
    ...rest,
  ].join(' ');
}

/** Defaults of page/register-schema.ts: filled in for stored definitions, not for drafts. */
const FIELD_DEFAULTS: Readonly<Record<string, boolean>> = {
  restricted: false,
  sortable: false,
  minor: false,
  fraction: false,
  required: false,
  export: true,
  convert: true,
};

/** Whether a value in a definition is its default. @param path below the definition */
export function saysDefault(value: unknown, path: string): boolean {
  const [, ...parts] = path.split('/');
  if (parts.length === 1)
    return parts[0] === '$schema' || ((parts[0] === 'onDemand' || parts[0] === 'rowHistory') && value === false);
  return (
    parts.length === 3 && parts[0] === 'fields' && typeof value === 'boolean' && FIELD_DEFAULTS[parts[2]!] === value
  );
}

/** Definition without its defaults: a stored one and a draft of it are alike. */
export function withoutDefaults(definition: RegisterDefinition): RegisterDefinition {
  const strip = <T extends object>(of: T, path: string): T =>
    Object.fromEntries(Object.entries(of).filter(([name, value]) => !saysDefault(value, `${path}/${name}`))) as T;
  const fields = Object.entries(definition.fields).map(([name, field]) => [name, strip(field, `/fields/${name}`)]);
  return { ...strip(definition, ''), fields: Object.fromEntries(fields) };
}
