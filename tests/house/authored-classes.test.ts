import { expect, test } from 'vitest';
import { AUTHORED_CLASSES } from '#server/store/authored-classes.ts';
import { filesIn, textOf } from './repository.ts';

const css = filesIn('src', /\.css$/)
  .map(textOf)
  .join('\n');
const styled = new Set(
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name]) => name!),
);

test('every class that authored HTML may carry has a style', () => {
  expect([...AUTHORED_CLASSES].filter((name) => !styled.has(name))).toEqual([]);
});

test('every style for authored HTML belongs to a class that it may carry', () => {
  const families = /^(?:align|indent|inset)-|^w-\d/;
  expect([...styled].filter((name) => families.test(name) && !AUTHORED_CLASSES.has(name))).toEqual([]);
});
