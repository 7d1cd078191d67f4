import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BANNER, contourFile, contourPaths, markedLine } from '#ui/contour-lines.ts';

const textOf = (name: string) => readFileSync(new URL(`../../src/site/${name}`, import.meta.url), 'utf8');

test('the banner’s ground is what its seed draws', () => {
  expect(textOf('shell/contours.svg')).toBe(contourFile(BANNER, '#9a7a45'));
  expect(textOf('tokens.css')).toContain('--gold: #9a7a45;');
});

test('[BR5] one line of the banner has the colour of the firm’s marks', () => {
  expect(textOf('shell/contours-own.svg')).toBe(contourFile(BANNER));
  expect(textOf('own-looks.css')).toContain(`url("${markedLine(BANNER)}")`);
  expect(contourFile(BANNER)).not.toMatch(/stroke="#/);
});

test('a seed draws the same lines again, another seed others', () => {
  expect(contourPaths(BANNER)).toEqual(contourPaths({ ...BANNER }));
  expect(contourPaths(BANNER)).not.toEqual(contourPaths({ ...BANNER, seed: BANNER.seed + 1 }));
});
