/**
 * The words in which widget props and source params are described. Each word is a plain JSON Schema (draft-07)
 * object that carries its TypeScript type along, so one description gives the types, the page check and the
 * form of the console. Nothing here costs the visitor more than the object literal itself.
 */

declare const typed: unique symbol;

/** A JSON Schema whose values are T. `title` and `description` are what an editor reads (Chinese). */
export interface Word<T> {
  readonly [typed]?: T;
  readonly type?: string;
  readonly [keyword: string]: unknown;
}

interface OptionalWord<T> extends Word<T> {
  readonly optional: true;
}

export type ValueOf<W> = W extends Word<infer T> ? T : never;

interface About {
  title?: string;
  description?: string;
}

/** `hint` describes the pattern in words that follow 应为. */
export const text = (
  about: About & { default?: string; minLength?: number; maxLength?: number; pattern?: string; hint?: string } = {},
): Word<string> => ({
  type: 'string',
  maxLength: 2000,
  ...about,
});

/** A day: yyyy-mm-dd. */
export const date = (about: About = {}): Word<string> => ({
  type: 'string',
  maxLength: 10,
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  hint: '日期，如 2026-11-20',
  ...about,
});

export const flag = (about: About & { default?: boolean } = {}): Word<boolean> => ({ type: 'boolean', ...about });

export const integer = <const N extends number = number>(
  about: About & { default?: number; minimum?: number; maximum?: number; enum?: readonly N[] } = {},
): Word<N> => ({
  type: 'integer',
  ...about,
});

export const choice = <const C extends readonly string[]>(
  choices: C,
  about: About & { default?: C[number] } = {},
): Word<C[number]> => ({ type: 'string', enum: choices, ...about });

export const list = <T>(
  items: Word<T>,
  about: About & { minItems?: number; maxItems?: number; uniqueItems?: true } = {},
): Word<T[]> => ({
  type: 'array',
  items,
  maxItems: 200,
  ...about,
});

/** A site path without the base, e.g. /news/company. */
export const path = (about: About & { default?: string } = {}): Word<string> => ({
  type: 'string',
  pattern: '^/[A-Za-z0-9/_.{}-]*$',
  hint: '以 / 开头的站内路径，如 /news/company',
  ...about,
});

/** An address elsewhere, e.g. https://example.com/a. */
export const webAddress = (about: About = {}): Word<string> => ({
  type: 'string',
  maxLength: 500,
  pattern: '^https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?([/?#][^\\s<>"\\\\]*)?$',
  hint: '完整的网址，如 https://www.example.com/',
  ...about,
});

/** A site path as above, with a query where need be, or an http(s) address. */
export const address = (about: About = {}): Word<string> => ({
  description: '站内地址以 / 开头',
  ...about,
  ...text({ maxLength: 300, pattern: '^(https?://|/)', hint: '以 / 开头的站内地址，或完整的网址' }),
});

/** Whether a word is an address that may be on this site. */
export const isSiteAddress = ({ pattern }: { pattern?: string }): boolean =>
  /^\^(?:\/|\(https\?:\/\/\|\/)/.test(pattern ?? '');

/** A value that is checked elsewhere, or made by code. */
export const as = <T>(word: object = {}): Word<T> => word as Word<T>;

/** Values by names that nothing lists. */
export const record = <T>(
  values: Word<T>,
  about: About & { maxProperties?: number } = {},
): Word<Record<string, T>> => ({ type: 'object', additionalProperties: values, ...about });

/** May be left out; the check fills the value in. */
export const withDefault = <T>(value: NoInfer<T>, word: Word<T>): Word<T> & { readonly default: T } => ({
  ...word,
  default: value,
});

export const optional = <const W extends Word<unknown>>(word: W): W & { readonly optional: true } => ({
  ...word,
  optional: true,
});

/** RK5: an action for customers alone. Who has no token is asked to log in before it is followed. */
export const needsFundAccount = optional(
  flag({ title: '须先登录资金账号', description: '未登录的访客点击时先看到登录提示' }),
);

export type Fields = Readonly<Record<string, Word<unknown>>>;
/** The object that a check leaves: fields with a default are there. */
export type ObjectOf<F extends Fields> = {
  [K in keyof F as F[K] extends OptionalWord<unknown> ? never : K]: ValueOf<F[K]>;
} & {
  [K in keyof F as F[K] extends OptionalWord<unknown> ? K : never]?: ValueOf<F[K]>;
};

type MayLack = OptionalWord<unknown> | { readonly default: unknown };
type Sent<W> = ValueOf<W> extends readonly (infer Item)[] ? readonly Item[] : ValueOf<W>;
/** The object that is sent to a check: fields with a default may be left out. */
export type SentOf<F extends Fields> = {
  [K in keyof F as F[K] extends MayLack ? never : K]: Sent<F[K]>;
} & {
  [K in keyof F as F[K] extends MayLack ? K : never]?: Sent<F[K]> | undefined;
};

/** Names of the fields that must be given. */
const requiredOf = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => !fields[name]!.optional && fields[name]!.default === undefined);

/** Plain JSON Schema of an object with these fields, and with others that it does not check. */
export function schemaOf(fields: Fields) {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { optional: _, ...word }]) => [name, word]));
  return { type: 'object', properties, required: requiredOf(fields) } as const;
}

/**
 * An object with these fields and no others. A field with a default may be left out by an author; the check fills it
 * in.
 */
export function object<F extends Fields>(fields: F, about: About = {}): Word<ObjectOf<F>> {
  return { type: 'object', properties: fields, required: requiredOf(fields), additionalProperties: false, ...about };
}
