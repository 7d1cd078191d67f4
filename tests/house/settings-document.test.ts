import { test } from 'vitest';
import { settings } from '#page/settings/known-settings.ts';
import { expectNone, unequal } from './complaints.ts';
import { lineOf, textOf } from './repository.ts';

const DOCUMENT = 'docs/how-to/published-settings.md';
const LIST = 'src/page/settings/known-settings.ts';

const parts = new Map(
  textOf(DOCUMENT)
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part]),
);

const fieldsOf = (value: object) =>
  Object.entries((value as { properties?: Record<string, { title?: string }> }).properties ?? {});

test('published-settings.md tells of every setting that has a schema, and of each of its fields', () => {
  expectNone([
    ...unequal({
      found: [...parts.keys()],
      wanted: [...settings.map(({ name }) => name), 'webparam.…'],
      superfluous: (name) => ({
        file: DOCUMENT,
        line: lineOf(DOCUMENT, `## ${name}`),
        sentence: `${LIST} has no setting ${name}.`,
        remedy: 'Remove the part, or add the setting to the list.',
      }),
      missing: (name) => ({
        file: DOCUMENT,
        sentence: `It does not tell of the setting ${name}.`,
        remedy: `Add a part with the heading ${name}.`,
      }),
    }),
    ...settings.flatMap(({ name, value }) =>
      fieldsOf(value)
        .filter(([field]) => parts.has(name) && !parts.get(name)!.includes(`\`${field}\``))
        .map(([field]) => ({
          file: DOCUMENT,
          line: lineOf(DOCUMENT, `## ${name}`),
          sentence: `It does not tell of the field ${field} of ${name}.`,
          remedy: 'Add a line to the part’s table.',
        })),
    ),
  ]);
});

test('every setting and every field has a title for editors', () => {
  const untitled = settings.flatMap(({ name, title, value }) => [
    ...(title ? [] : [name]),
    ...fieldsOf(value).flatMap(([field, word]) => (word.title ? [] : [`${name}.${field}`])),
  ]);
  expectNone(
    untitled.map((name) => ({
      file: LIST,
      sentence: `${name} has no title.`,
      remedy: 'Give it the Chinese title that editors read in its form.',
    })),
  );
});
