import { as } from '#page/schema-words.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { defineKind } from '../define-kind.ts';
import { saysDefault, words } from './words.ts';

/** Register as a kind: its fields, key, columns and conditions. Its rows are a kind of their own. */
export const register = defineKind({
  name: 'register',
  title: '登记表定义',
  // page/register-structure.ts has the words of its form
  schema: as<RegisterDefinition>({ type: 'object' }),
  identity: (definition) => (definition as Partial<RegisterDefinition>).register ?? null,
  documentNaming: (register) => ({ register }),
  id: /^.+$/s,
  right: 'page.change',
  tables: {},
  comparedBy: 'field',
  saysNothing: saysDefault,
  hasEffects: true,
  words,
  form: {
    right: 'page.change',
    // holds the rows that it rewrites, and duties of the channels that show it, too
    holds: (changes) =>
      changes.every(({ kind, withdraw }) => ['register', 'rows', 'channel'].includes(kind) && !withdraw) &&
      changes.filter(({ kind }) => kind === 'register').length === 1 &&
      changes.filter(({ kind }) => kind === 'rows').length <= 1 &&
      changes.every((change) => change.kind !== 'rows' || hasRewrite(change)),
  },
});

/** Rows of an edition that were made by their definition, not given by a file. */
const hasRewrite = (change: { document?: unknown }): boolean =>
  typeof change.document === 'object' && change.document !== null && 'rewrite' in change.document;
