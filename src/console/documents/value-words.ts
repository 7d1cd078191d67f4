import { parseFilepath } from '#rules/files/filepath.ts';

/** The part of a JSON Schema that words need. */
export interface Titled {
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  properties?: Record<string, Titled>;
  items?: Titled;
}

/** A field's title in a schema, without its explanation; else the field's own name. */
export const titleWords = (schema: Titled | undefined, name: string): string =>
  schema?.title?.split(/[，：]/)[0] ?? name;

/** A value for people: fields by their titles, choices by the names that the description gives them. */
export function valueWords(value: unknown, schema?: Titled): string {
  if (value === true) return '是';
  if (value === false) return '否';
  if (value === undefined || value === null || value === '') return '（空）';
  if (Array.isArray(value))
    return (
      value
        .map((one) =>
          typeof one === 'object' ? `（${valueWords(one, schema?.items)}）` : valueWords(one, schema?.items),
        )
        .join('、') || '（空）'
    );
  if (typeof value === 'object') {
    const fields = Object.entries(value).filter(([, given]) => given !== undefined && given !== '');
    return (
      fields
        .map(
          ([name, given]) =>
            `${titleWords(schema?.properties?.[name], name)}：${valueWords(given, schema?.properties?.[name])}`,
        )
        .join('；') || '（空）'
    );
  }
  const file = parseFilepath(String(value));
  if (file) return `${file.extension.toUpperCase()} 文件 ${file.sha256.slice(0, 8)}`;
  return choiceName(String(value), schema);
}

/** '等高线' of 'waves', where the description says 'waves 等高线，rings 同心圆'. */
function choiceName(value: string, { enum: choices, description = '' }: Titled = {}): string {
  if (!choices?.includes(value)) return value;
  return nameIn(description, value);
}

/** '人员' of 'staff' in '核验种类：staff 人员，product 产品'; else the value itself. */
export function nameIn(words: string, value: string): string {
  const named = words.split(/[，；：]/).find((part) => part.startsWith(`${value} `));
  return named?.slice(value.length + 1) ?? value;
}
