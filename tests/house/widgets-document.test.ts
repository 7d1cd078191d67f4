import { expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { tableBelow, textOf } from './repository.ts';

const document = textOf('docs/how-to/widgets-and-sources.md');

/** Lines `name: word` of a table; a line without a name belongs to the name above it. */
function wordsBelow(heading: string): string[] {
  let name = '';
  return tableBelow(document, heading).flatMap(([first = '', second = '']) => {
    name = /^`([^`]+)`/.exec(first)?.[1] ?? name;
    return [...second.matchAll(/`([^`]+)`/g)].map(([, word]) => `${name}: ${word}`);
  });
}

test('docs/how-to/widgets-and-sources.md lists every widget with its props, and no other', () => {
  const props = widgets.flatMap((widget) =>
    Object.keys((widget.props as { properties?: object }).properties ?? {}).map((prop) => `${widget.name}: ${prop}`),
  );
  expect(wordsBelow('Widgets').toSorted()).toEqual(props.toSorted());
});

test('docs/how-to/widgets-and-sources.md lists every source with its params, and no other', () => {
  const params = sources.flatMap((source) => Object.keys(source.params).map((param) => `${source.name}: ${param}`));
  expect(wordsBelow('Sources').toSorted()).toEqual(params.toSorted());
});

test('docs/how-to/widgets-and-sources.md says for every shape who gives and who draws it', () => {
  const shapes = tableBelow(document, 'Widgets and sources');
  const named = (cell = '') => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name!);
  for (const widget of widgets)
    expect(named(shapes.find(([shape]) => shape!.replaceAll('`', '') === widget.accepts)?.[2])).toContain(widget.name);
  for (const source of sources)
    expect(named(shapes.find(([shape]) => shape === `\`${source.gives}\``)?.[1])).toContain(source.name);
});
