import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BANNER, contourFile, contourPaths } from '#ui/contour-lines.ts';

test('the banner’s ground is what its seed draws', () => {
  expect(readFileSync(new URL('../../src/site/shell/contours.svg', import.meta.url), 'utf8')).toBe(contourFile(BANNER));
});

test('a seed draws the same lines again, another seed others', () => {
  expect(contourPaths(BANNER)).toEqual(contourPaths({ ...BANNER }));
  expect(contourPaths(BANNER)).not.toEqual(contourPaths({ ...BANNER, seed: BANNER.seed + 1 }));
});
