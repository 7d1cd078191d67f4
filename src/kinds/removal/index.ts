import { as, integer, list, object, optional, text, type ValueOf } from '#page/schema-words.ts';
import type { Cell } from '#page/data-shapes.ts';
import { defineKind } from '../define-kind.ts';
import { someText } from '../outer-words.ts';
import { words } from './words.ts';

/** Numbers of what one removal holds at most. */
export const REMOVAL_LIMITS = { passages: 40, files: 40, except: 500, found: 2_000, reason: 500 };

const passage = object({
  /** row of a table of dated rows in which the text stands */
  table: someText(),
  row: integer({ minimum: 1 }),
  column: someText(),
  /** SHA-256 of all that the column says: the removal counts for that alone */
  proof: as<string>({ type: 'string', pattern: '^[0-9a-f]{64}$' }),
  /** characters before it, and its own */
  from: optional(integer({ minimum: 0 })),
  length: optional(integer({ minimum: 1 })),
  /** field of one cell of a register, in place of a text, and the key of its row */
  field: optional(someText()),
  match: optional(as<Record<string, Cell>>({ type: 'object' })),
});

const schema = object({
  reason: text({ title: '原因' }),
  passages: optional(list(passage, { title: '文字', maxItems: REMOVAL_LIMITS.passages })),
  files: optional(list(someText(), { title: '文件', maxItems: REMOVAL_LIMITS.files })),
  except: optional(list(someText(), { title: '保留', maxItems: REMOVAL_LIMITS.except })),
  /** subjects in which it was found, each with the number of places: 'article:12', 'edition:4' */
  found: list(object({ subject: someText(), count: integer({ minimum: 1 }) }), {
    title: '涉及',
    maxItems: REMOVAL_LIMITS.found,
  }),
});

/**
 * RE1: texts, cells and files that must not have been public. It says where they stand, and never what they say: the
 * edition itself stays for ever.
 */
export type Removal = ValueOf<typeof schema>;
export type Passage = NonNullable<Removal['passages']>[number];

/** The removal of content that must not have been public, published once. */
export const removal = defineKind({
  name: 'removal',
  title: '移除不应公开的内容',
  schema,
  id: /^[a-z0-9][a-z0-9-]{0,63}$/,
  tables: { removal: { identity: ['name'], content: ['name', 'document'], reasoned: false } },
  comparedBy: 'field',
  isOnce: true,
  words,
});
