import { as } from '#page/schema-words.ts';
import { defineKind } from '../define-kind.ts';
import { words } from './words.ts';

/** A setting of the site by its name, e.g. site or banners; page/settings has the schemas of those that are known. */
export const setting = defineKind({
  name: 'setting',
  title: '设置',
  schema: as<unknown>({}),
  id: /^.+$/s,
  right: 'setting.change',
  planned: true,
  tables: { setting: { identity: ['name'], content: ['name', 'value'], reasoned: false } },
  comparedBy: 'document',
  words,
  form: { right: 'content.write' },
});
