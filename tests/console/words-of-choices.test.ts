import { expect, test } from 'vitest';
import { PLACES } from '#page/page-schema.ts';
import { pageStructure } from '#page/page-structure.ts';
import { settings } from '#page/settings/known-settings.ts';
import { widgets } from '#widgets/index.ts';
import { valueWords, type Titled } from '../../src/console/documents/value-words.ts';
import { BLOCK_FIELDS, layoutName, PAGE_FIELDS, placeName } from '../../src/console/pages/page-words.ts';

/** Names of choices within a schema that are shown as they are written. */
function rawChoices(schema: Titled, at: string): string[] {
  const own = (schema.enum ?? [])
    .filter((one) => valueWords(one, schema) === one)
    .map((one) => `${at}: ${String(one)}`);
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => rawChoices(part, `${at}.${name}`));
  return [...own, ...parts, ...(schema.items ? rawChoices(schema.items, at) : [])];
}

test('[HN6] differences of pages and settings are told in words of people: every choice, field, layout and place has them', () => {
  expect(widgets.flatMap(({ name, props }) => rawChoices(props as Titled, name))).toEqual([]);
  expect(settings.flatMap(({ name, value }) => rawChoices(value as Titled, name))).toEqual([]);
  const { properties } = pageStructure;
  expect(Object.keys(properties).filter((name) => !(name in PAGE_FIELDS))).toEqual([]);
  const block = (properties.blocks as { items: { properties: object } }).items;
  expect(Object.keys(block.properties).filter((name) => !(name in BLOCK_FIELDS))).toEqual([]);
  expect(Object.keys(PLACES).filter((name) => layoutName(name) === name)).toEqual([]);
  expect([...new Set(Object.values(PLACES).flat())].filter((name) => placeName(name) === name)).toEqual([]);
});
