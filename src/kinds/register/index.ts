import type { RegisterDefinition } from '#page/register-schema.ts';
import { defineKind } from '../define-kind.ts';
import { as } from '../outer-words.ts';
import { saysDefault, words } from './words.ts';

/** What a register is: its fields, key, columns and conditions. Its rows are a kind of their own. */
export const register = defineKind({
  name: 'register',
  title: '登记表定义',
  // page/register-structure.ts has the words of its form
  schema: as<RegisterDefinition>({ type: 'object' }),
  identity: (definition) => (definition as Partial<RegisterDefinition>).register ?? null,
  id: /^.+$/s,
  right: 'page.change',
  tables: {},
  comparedBy: 'field',
  saysNothing: saysDefault,
  words,
});
