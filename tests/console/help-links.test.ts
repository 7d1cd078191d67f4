import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HELP_PAGES } from '#console/help/help-pages.ts';

test('every link of a help page leads to another one, for the console has no other documents', () => {
  const names = readdirSync('docs/admin').filter((name) => name.endsWith('.md'));
  const links = names.flatMap((name) =>
    [...readFileSync(`docs/admin/${name}`, 'utf8').matchAll(/\]\((?!https?:|pictures\/|#)([^)#]*)/g)].map(
      ([, to]) => to!,
    ),
  );
  expect(names.toSorted()).toEqual(HELP_PAGES.map((name) => `${name}.md`).toSorted());
  expect(links.filter((to) => !names.includes(to))).toEqual([]);
});
