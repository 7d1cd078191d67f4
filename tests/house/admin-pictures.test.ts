import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstDayPictures, pictures } from '#tools/admin-pictures/plan.ts';
import { HELP_PAGES, helpOf } from '../../src/console/help/help-pages.ts';
import { sections, tabsOf } from '../../src/console/shell/sections.ts';
import { expectNone, unequal } from './complaints.ts';
import { lineOf, root, textOf } from './repository.ts';

const PLAN = 'src/tools/admin-pictures/plan.ts';
const HELP = 'src/console/help/help-pages.ts';

test('docs/admin shows the pictures that npm run admin-pictures takes, each in the document that the plan names, with words for who does not see it', () => {
  const shown = [...pictures, ...firstDayPictures.map((name) => ({ name, document: 'first-day.md' }))];
  const taken = unequal({
    found: readdirSync(join(root, 'docs/admin/pictures')),
    wanted: shown.map(({ name }) => `${name}.png`),
    superfluous: (name) => ({
      file: `docs/admin/pictures/${name}`,
      sentence: 'The plan takes no such picture.',
      remedy: `Remove it, or name it in ${PLAN}.`,
    }),
    missing: (name) => ({
      file: PLAN,
      line: lineOf(PLAN, `'${name.replace('.png', '')}'`),
      sentence: `docs/admin/pictures/${name} is not there.`,
      remedy: 'Take it with npm run admin-pictures, or remove it from the plan.',
    }),
  });
  const untold = shown
    .filter(
      ({ name, document }) =>
        !new RegExp(`!\\[[^\\]]{4,}\\]\\(pictures/${name}\\.png\\)`).test(textOf(`docs/admin/${document}`)),
    )
    .map(({ name, document }) => ({
      file: `docs/admin/${document}`,
      sentence: `The picture ${name} is not shown, or without words for who does not see it.`,
      remedy: `Write ![what it shows](pictures/${name}.png), or name another document in ${PLAN}.`,
    }));
  expectNone([...taken, ...untold]);
});

test('every document of docs/admin is one of the console’s help, and every screen of its menu leads to one', () => {
  expectNone(
    unequal({
      found: readdirSync(join(root, 'docs/admin')).filter((name) => name.endsWith('.md')),
      wanted: HELP_PAGES.map((name) => `${name}.md`),
      superfluous: (name) => ({
        file: `docs/admin/${name}`,
        sentence: 'The help of the console does not show this document.',
        remedy: `Add ${name.replace('.md', '')} to HELP_PAGES in ${HELP}.`,
      }),
      missing: (name) => ({
        file: HELP,
        line: lineOf(HELP, 'HELP_PAGES'),
        sentence: `HELP_PAGES names ${name.replace('.md', '')}, and docs/admin/${name} is not there.`,
        remedy: 'Write it, or take the name out of the list.',
      }),
    }),
  );
  const general = sections.flatMap(({ lines }) => lines.flatMap(tabsOf)).filter(({ to }) => helpOf(to) === 'README');
  expectNone(
    general
      .filter(({ to }) => to !== '/' && to !== '/help')
      .map(({ to }) => ({
        file: HELP,
        sentence: `The screen ${to} leads to the general help only.`,
        remedy: 'Name the document of docs/admin that explains it.',
      })),
  );
  expect(helpOf('/editions/12/edit')).toBe('editions');
});
