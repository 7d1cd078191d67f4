import { test } from 'vitest';
import { AUTHORED_CLASSES } from '#authored/authored-classes.ts';
import { expectNone } from './complaints.ts';
import { filesIn, linesOf, textOf } from './repository.ts';

const LIST = 'src/authored/authored-classes.ts';
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));

/** Classes that the style sheets know, each where it stands first. */
const styled = new Map(
  filesIn('src', /\.css$/)
    .flatMap((file) => {
      const css = withoutComments(textOf(file));
      const lineAt = linesOf(css);
      return [...css.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(
        (found) => [found[1]!, { file, line: lineAt(found.index) }] as const,
      );
    })
    .toReversed(),
);

test('every class that authored HTML may carry has a style', () => {
  expectNone(
    [...AUTHORED_CLASSES]
      .filter((name) => !styled.has(name))
      .map((name) => ({
        file: LIST,
        sentence: `Authored HTML may carry the class ${name}, and no style sheet has it.`,
        remedy: 'Write its style in src/ui/authored.css, or take it out of the list.',
      })),
  );
});

test('every style for authored HTML belongs to a class that it may carry', () => {
  const families = /^(?:align|indent|inset)-|^w-\d/;
  expectNone(
    [...styled]
      .filter(([name]) => families.test(name) && !AUTHORED_CLASSES.has(name))
      .map(([name, place]) => ({
        ...place,
        sentence: `The style .${name} is for authored HTML, which may not carry that class.`,
        remedy: `Add the class to ${LIST}, or remove the style.`,
      })),
  );
});
