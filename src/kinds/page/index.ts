import { as } from '#page/schema-words.ts';
import { defineKind } from '../define-kind.ts';
import { words } from './words.ts';

/** A page: what its blocks show, and which channels or addresses it is for. */
export const page = defineKind({
  name: 'page',
  title: '页面',
  // page/page-structure.ts has the words of its form
  schema: as<unknown>({ type: 'object' }),
  id: /^.+$/s,
  right: 'page.change',
  tables: { page: { identity: ['page'], content: ['page', 'document'], reasoned: false } },
  comparedBy: 'document',
  words,
  form: { right: 'content.write' },
});
