interface Schema {
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  from?: string;
  hint?: string;
  patternHint?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: readonly string[];
  items?: Schema;
}

/** One field of a schema. */
export interface SchemaLine {
  /** links[].path of a field within the entries of a list */
  path: string;
  isNeeded: boolean;
  type: string;
  meaning: string;
  limits: string;
}

const TYPES: Readonly<Record<string, string>> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '是或否',
  array: '列表',
  object: '对象',
};
const FROM: Readonly<Record<string, string>> = {
  channel: '没有写时取自栏目',
  path: '没有写时取自地址的路径',
  address: '没有写时取自网址的查询参数',
};

/** Every field of a schema, those within objects and lists with their way there. */
export function schemaLines(schema: object, path = ''): SchemaLine[] {
  const { properties = {}, required = [], items, additionalProperties } = schema as Schema;
  const own = Object.entries(properties).flatMap(([name, one]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [lineOf(at, one, required.includes(name)), ...schemaLines(one, at)];
  });
  const named =
    typeof additionalProperties === 'object'
      ? [lineOf(`${path}.*`, additionalProperties, false), ...schemaLines(additionalProperties, `${path}.*`)]
      : [];
  return [...own, ...named, ...(items ? schemaLines(items, `${path}[]`) : [])];
}

function lineOf(path: string, schema: Schema, isNeeded: boolean): SchemaLine {
  return {
    path,
    isNeeded,
    type: typeOf(schema),
    meaning: [schema.title, schema.description].filter(Boolean).join('。'),
    limits: limitsOf(schema),
  };
}

function typeOf({ type, enum: choices, const: only, items }: Schema): string {
  if (only !== undefined) return JSON.stringify(only);
  if (choices) return choices.map(String).join('、');
  const names = [type ?? []].flat().map((name) => TYPES[name] ?? name);
  return names.join('或') + (items?.type && !items.properties ? `（${typeOf(items)}）` : '');
}

function limitsOf({
  default: given,
  from,
  hint,
  patternHint,
  pattern,
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
}: Schema): string {
  const range = (low: number | undefined, high: number | undefined, unit: string) =>
    low === undefined && high === undefined
      ? ''
      : low === undefined
        ? `至多 ${high}${unit}`
        : high === undefined
          ? `至少 ${low}${unit}`
          : `${low} 至 ${high}${unit}`;
  return [
    given === undefined ? '' : `缺省 ${JSON.stringify(given)}`,
    from === undefined ? '' : (FROM[from] ?? from),
    range(minLength, maxLength, ' 字'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' 项'),
    hint ?? patternHint ?? pattern ?? '',
  ]
    .filter((part) => part !== '')
    .join('；');
}
