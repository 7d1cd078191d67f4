import type { ArticleDocument } from '#kinds/article/index.ts';
import { choice, list, object, text, type ValueOf } from '#page/schema-words.ts';
import { gap } from '#rules/registers/gaps.ts';
import { isDate } from '#rules/time/date-text.ts';

/** Longest name of a template and of a field. */
export const LONGEST = { name: 60, field: 20, value: 500 };
const MOST_FIELDS = 40;
/** characters of a template's HTML: announcements that recur are short */
const MOST_CONTENT = 200_000;

export const FIELD_TYPES = { text: '文字', date: '日期', amount: '金额', column: '登记表的列' } as const;
export type FieldType = keyof typeof FIELD_TYPES;

const field = object({
  name: text({ minLength: 1, maxLength: LONGEST.field, title: '字段' }),
  type: choice(Object.keys(FIELD_TYPES) as FieldType[], { title: '类型' }),
  /** field of the register; '' for another type */
  column: text({ maxLength: 60, title: '列' }),
});

/** The words of a template: an article in which 【…】 stands for what is filled in (TP4). */
export const templateWord = object({
  title: text({ minLength: 1, maxLength: 300, title: '标题' }),
  summary: text({ maxLength: 2000, title: '摘要' }),
  content: text({ maxLength: MOST_CONTENT, title: '正文' }),
  source: text({ maxLength: 100, title: '来源' }),
  category: text({ maxLength: 20, title: '分类' }),
  tags: list(text({ maxLength: 40 }), { maxItems: 8, title: '标签' }),
  /** files that have to be added, by what they are */
  attachments: list(text({ minLength: 1, maxLength: 60 }), { maxItems: 20, title: '要附的文件' }),
  /** '' for none */
  register: text({ maxLength: 60, title: '登记表' }),
  fields: list(field, { maxItems: MOST_FIELDS, title: '要填的字段' }),
});

export type TemplateDocument = ValueOf<typeof templateWord>;
export type TemplateField = TemplateDocument['fields'][number];

export const emptyTemplate: TemplateDocument = {
  title: '',
  summary: '',
  content: '',
  source: '',
  category: '',
  tags: [],
  attachments: [],
  register: '',
  fields: [],
};

/** A template of what an article says now; its fields are named afterwards. */
export const templateOf = ({
  title,
  summary = '',
  content = '',
  source = '',
  category = '',
  tags = [],
}: ArticleDocument): TemplateDocument => ({ ...emptyTemplate, title, summary, content, source, category, tags });

const placeOf = (name: string): string => `【${name}】`;
const NAME = /^[^【】<>&"'：:\s]+$/;

/** Parts of a template that hold fields. */
const PARTS = ['title', 'summary', 'content'] as const;

export interface TemplateProblem {
  /** the field of the form */
  field: 'fields' | 'register';
  message: string;
}

/** TP4: why a template cannot be stored. */
export function templateProblems(template: TemplateDocument): TemplateProblem[] {
  const { fields, register } = template;
  const wrong = (message: string): TemplateProblem => ({ field: 'fields', message });
  const names = fields.map(({ name }) => name);
  return fields.flatMap(({ name, type, column }, at) => {
    const problems: TemplateProblem[] = [];
    if (!NAME.test(name) || name.startsWith('待填'))
      problems.push(wrong(`字段“${name}”的名称不能有空格、冒号和括号，也不能以“待填”开头`));
    else if (names.indexOf(name) !== at) problems.push(wrong(`字段“${name}”列了两次`));
    else if (!PARTS.some((part) => template[part].includes(placeOf(name))))
      problems.push(wrong(`标题、摘要和正文里没有 ${placeOf(name)}，请写上，或去掉这个字段`));
    if (type === 'column' && register === '')
      problems.push({ field: 'register', message: `字段“${name}”取自登记表的列，请选择登记表` });
    if (type === 'column' && column === '') problems.push(wrong(`请为字段“${name}”选择登记表的列`));
    return problems;
  });
}

/** Values by the names of fields, as they were typed. */
export type TemplateValues = Readonly<Record<string, string>>;

const AMOUNT = /^-?\d{1,3}(,\d{3})+(\.\d{1,8})?$|^-?\d{1,15}(\.\d{1,8})?$/;

/** TP5: why a value does not fit its field; '' where it does, and where there is none. */
export function valueProblem({ name, type }: TemplateField, value: string): string {
  if (value === '') return '';
  if (type === 'date' && !isDate(value)) return `${name}应为日期，如 2026-12-31`;
  if (type === 'amount' && !AMOUNT.test(value)) return `${name}应为数字，如 1,234.50`;
  return value.length > LONGEST.value ? `${name}超过 ${LONGEST.value} 字` : '';
}

/** A value as the text says it: 2026年12月31日, 1,234.50. */
function valueWords({ type }: TemplateField, value: string): string {
  if (type === 'date') {
    const [year, month, day] = value.split('-').map(Number);
    return `${year}年${month}月${day}日`;
  }
  if (type !== 'amount') return value;
  const [whole = '', rest] = value.replaceAll(',', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** Text with its fields filled in; an open one is a gap, by which nothing is published (SU7). */
function filled(text: string, fields: readonly TemplateField[], values: TemplateValues, asHtml: boolean): string {
  const words = new Map(
    fields.map((one) => {
      const value = (values[one.name] ?? '').trim();
      const shown = value === '' ? gap(one.name) : valueWords(one, value);
      return [one.name, asHtml ? escaped(shown) : shown];
    }),
  );
  // in one pass: a value that looks like a field is none
  return text.replace(/【([^【】]*)】/g, (whole, name: string) => words.get(name) ?? whole);
}

/** TP5: the article that a template makes of values. @param channelId where it is to stand */
export function fillTemplate(template: TemplateDocument, values: TemplateValues, channelId: string): ArticleDocument {
  const { fields, title, summary, content, source, category, tags, attachments } = template;
  return {
    channelId,
    title: filled(title, fields, values, false),
    summary: filled(summary, fields, values, false),
    content: filled(content, fields, values, true),
    source,
    contentTime: '',
    category,
    tags,
    attachments: attachments.map((name) => ({ filename: gap(`附件：${name}`), filepath: '' })),
  };
}

/** Names of fields without a value. */
export const openFields = ({ fields }: TemplateDocument, values: TemplateValues): string[] =>
  fields.flatMap(({ name }) => ((values[name] ?? '').trim() === '' ? [name] : []));
