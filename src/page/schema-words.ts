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
  about: About & { default?: string; maxLength?: number; pattern?: string; hint?: string } = {},
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

export const integer = (
  about: About & { default?: number; minimum?: number; maximum?: number } = {},
): Word<number> => ({
  type: 'integer',
  ...about,
});

export const choice = <const C extends readonly string[]>(
  choices: C,
  about: About & { default?: C[number] } = {},
): Word<C[number]> => ({ type: 'string', enum: choices, ...about });

export const list = <T>(items: Word<T>, about: About & { minItems?: number; maxItems?: number } = {}): Word<T[]> => ({
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

export const optional = <const W extends Word<unknown>>(word: W): W & { readonly optional: true } => ({
  ...word,
  optional: true,
});

/** RK5: an action for customers alone. Who has no token is asked to log in before it is followed. */
export const needsFundAccount = optional(
  flag({ title: '须先登录资金账号', description: '未登录的访客点击时先看到登录提示' }),
);

type Fields = Record<string, Word<unknown>>;
type ObjectOf<F extends Fields> = {
  [K in keyof F as F[K] extends OptionalWord<unknown> ? never : K]: ValueOf<F[K]>;
} & {
  [K in keyof F as F[K] extends OptionalWord<unknown> ? K : never]?: ValueOf<F[K]>;
};

/**
 * An object with these fields and no others. A field with a default may be left out by an author; the check fills it
 * in.
 */
export function object<F extends Fields>(fields: F, about: About = {}): Word<ObjectOf<F>> {
  const required = Object.keys(fields).filter((name) => !fields[name]!.optional && fields[name]!.default === undefined);
  return { type: 'object', properties: fields, required, additionalProperties: false, ...about };
}
