import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pictures } from '#tools/admin-pictures/plan.ts';
import { HELP_PAGES, helpOf } from '../../src/console/help/help-pages.ts';
import { sections } from '../../src/console/shell/sections.ts';
import { root, textOf } from './repository.ts';

test('docs/admin shows the pictures that npm run admin-pictures takes, each in the document that the plan names, with words for who does not see it', () => {
  expect(readdirSync(join(root, 'docs/admin/pictures')).sort()).toEqual(
    pictures.map(({ name }) => `${name}.png`).sort(),
  );
  const untold = pictures.filter(
    ({ name, document }) =>
      !new RegExp(`!\\[[^\\]]{4,}\\]\\(pictures/${name}\\.png\\)`).test(textOf(`docs/admin/${document}`)),
  );
  expect(untold.map(({ name }) => name)).toEqual([]);
});

test('every document of docs/admin is one of the console’s help, and every screen of its menu leads to one', () => {
  expect(
    readdirSync(join(root, 'docs/admin'))
      .filter((name) => name.endsWith('.md'))
      .sort(),
  ).toEqual(HELP_PAGES.map((name) => `${name}.md`).sort());
  const general = sections.flatMap(({ screens }) => screens).filter(({ to }) => helpOf(to) === 'README');
  expect(general.map(({ to }) => to)).toEqual(['/', '/help']);
  expect(helpOf('/editions/12/edit')).toBe('editions');
});
