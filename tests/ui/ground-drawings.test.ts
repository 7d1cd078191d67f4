import { expect, test } from 'vitest';
import { groundPaths } from '#ui/ground-drawings.ts';

const contours = { width: 1440, height: 660, lines: 12, seed: 5 };

test.each(['waves', 'rings', 'strata'] as const)(
  '%s: a seed draws the same ground again, another seed another',
  (drawing) => {
    const paths = groundPaths(drawing, contours);
    expect(paths).toHaveLength(12);
    expect(new Set(paths).size).toBe(12);
    expect(paths.join('')).toMatch(/^[MCSHalh0-9 .-]+$/);
    expect(groundPaths(drawing, { ...contours })).toEqual(paths);
    expect(groundPaths(drawing, { ...contours, seed: 6 })).not.toEqual(paths);
  },
);
