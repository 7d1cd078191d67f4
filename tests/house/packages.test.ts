import { expect, test } from 'vitest';
import { expectNone } from './complaints.ts';
import { sourceModules, type Import } from './modules.ts';
import { lineOf, textOf } from './repository.ts';

/** The packages that the product is made with; each does the work of its kind, and nothing written here does it a second time. */
const CHOSEN = [
  'react',
  'react-dom',
  'react-router-dom',
  'swr',
  'axios',
  'crypto-js',
  'ajv',
  '@rjsf/core',
  'antd',
  'opencc-js',
  'dayjs',
  'js-cookie',
];

/**
 * Chosen packages that are no dependency, or that no code of the product imports; one imported for its types alone is
 * erased.
 */
function missing(dependencies: Record<string, string>, imports: readonly Pick<Import, 'target' | 'typeOnly'>[]) {
  const used = imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target);
  return CHOSEN.filter(
    (name) => dependencies[name] === undefined || !used.some((one) => one === name || one.startsWith(`${name}/`)),
  );
}

test('every chosen package is a dependency, and code that runs imports it', () => {
  const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> };
  const imports = sourceModules().flatMap((module) => module.imports);
  expectNone(
    missing(dependencies, imports).map((name) => ({
      file: 'package.json',
      line: lineOf('package.json', `"${name}":`),
      sentence: `${name} is no dependency, or no code that runs imports it.`,
      remedy: 'Use it for the work of its kind; decision 26 says which packages the product is made with.',
    })),
  );
});

test('a package that is no dependency, is named by nobody, or by types alone is found missing', () => {
  const all = Object.fromEntries(CHOSEN.map((name) => [name, '1.0.0']));
  const imports = CHOSEN.map((target) => ({ target, typeOnly: false }));
  expect(missing(all, imports)).toEqual([]);
  const { dayjs: _gone, ...rest } = all;
  expect(missing(rest, imports)).toEqual(['dayjs']);
  expect(missing(all, imports.slice(0, -1))).toEqual(['js-cookie']);
  expect(missing(all, [...imports.slice(0, -1), { target: 'js-cookie', typeOnly: true }])).toEqual(['js-cookie']);
  // another package of a similar name does not count, a file of the package does
  expect(missing(all, [...imports.slice(0, -1), { target: 'js-cookie-2', typeOnly: false }])).toEqual(['js-cookie']);
  expect(missing(all, [...imports.slice(0, -1), { target: 'js-cookie/dist', typeOnly: false }])).toEqual([]);
});
