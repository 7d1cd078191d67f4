import { expect, test } from 'vitest';
import { settings } from '#page/settings/known-settings.ts';
import { textOf } from './repository.ts';

const parts = new Map(
  textOf('docs/how-to/published-settings.md')
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part]),
);

test('published-settings.md tells of every setting that has a schema, and of each of its fields', () => {
  expect([...parts.keys()]).toEqual([...settings.map(({ name }) => name), 'webparam.…']);
  const untold = settings.flatMap(({ name, value }) =>
    Object.keys((value.properties as object | undefined) ?? {}).filter(
      (field) => !parts.get(name)!.includes(`\`${field}\``),
    ),
  );
  expect(untold).toEqual([]);
});

test('every setting and every field has a title for editors', () => {
  const untitled = settings.flatMap(({ name, title, value }) => [
    ...(title ? [] : [name]),
    ...Object.entries((value.properties as Record<string, { title?: string }> | undefined) ?? {}).flatMap(
      ([field, word]) => (word.title ? [] : [`${name}.${field}`]),
    ),
  ]);
  expect(untitled).toEqual([]);
});
