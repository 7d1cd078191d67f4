import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '#kinds/index.ts';
import { compileCopy } from '../world/compiler.ts';

/** TypeScript says so of a comparison, and of a case, whose two sides have nothing in common. */
const NO_OVERLAP = /^(src\/(?!kinds\/)\S+?)\((\d+),\d+\): error TS(2367|2678):/;

const planted = `
import type { Change } from '#kinds/index.ts';
import { partsOf } from '#kinds/changes.ts';
export const one = (change: Change) => change.kind === 'article';
export function other(subject: string): boolean {
  switch (partsOf(subject)?.kind) {
    case 'page':
      return true;
    default:
      return false;
  }
}
export const claim = (word: { kind: 'article' | 'page' }) => word.kind === 'page';
`;

/**
 * A kind is distinguished from other words of the same spelling (claims, hits of the search, addresses) by its type. In
 * a copy of the product each kind has another name, and TypeScript finds the comparisons that make no sense any more.
 */
describe('nobody outside src/kinds compares the name of a kind', () => {
  let copy: string;
  let found: string[];
  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), 'swtest-kinds-'));
    for (const name of ['src', 'package.json']) cpSync(name, join(copy, name), { recursive: true });
    for (const name of ['node_modules', 'docs']) symlinkSync(resolve(name), join(copy, name));
    for (const { name } of kinds) {
      const file = join(copy, 'src/kinds', name, 'index.ts');
      const definition = readFileSync(file, 'utf8');
      const renamed = definition.replace(`name: '${name}',`, `name: 'a kind called ${name}',`);
      expect(renamed).not.toBe(definition);
      writeFileSync(file, renamed);
    }
    writeFileSync(join(copy, 'src/server/planted.ts'), planted);
    found = (await compileCopy(copy)).split('\n').flatMap((line) => {
      const [, file, at] = NO_OVERLAP.exec(line) ?? [];
      return file === undefined ? [] : [`${file}:${at}`];
    });
  }, 600_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test('nobody does', () => {
    expect(
      found
        .filter((place) => !place.startsWith('src/server/planted.ts'))
        .map((place) => `${place} compares the name of a kind: its folder in src/kinds says what is special about it`),
    ).toEqual([]);
  });

  test('who does is caught, and words of the same spelling are not', () => {
    const lines = planted.split('\n');
    const expected = ["change.kind === 'article'", "case 'page':"].map(
      (code) => `src/server/planted.ts:${lines.findIndex((line) => line.includes(code)) + 1}`,
    );
    expect(found.filter((place) => place.startsWith('src/server/planted.ts'))).toEqual(expected);
  });
});
