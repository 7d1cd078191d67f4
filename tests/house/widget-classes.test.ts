import { test } from 'vitest';
import { expectNone } from './complaints.ts';
import { filesIn, foldersIn, linesOf, textOf } from './repository.ts';

const WIDGETS = 'src/widgets';
/** Classes of `src/ui` that a widget adds to. */
const COMMON: ReadonlySet<string> = new Set(['block', 'sheet']);

/** Words in the texts of a component, class names among them; a key in brackets is none. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<!\[)["'`]([^"'`\n]*)["'`]/g)].flatMap((found) => found[1]!.split(/\s+/));

const drawn = foldersIn(WIDGETS).map((widget) => ({
  widget,
  names: new Set(filesIn(`${WIDGETS}/${widget}`, /\.tsx$/).flatMap((file) => namesIn(textOf(file)))),
}));

// styles that a page loaded stay while its visitor moves on: those of one widget would draw parts of another
test('what the styles of a widget begin with is no class of another widget', () => {
  expectNone(
    filesIn(WIDGETS, /\/style\.css$/).flatMap((file) => {
      const css = textOf(file);
      const lineAt = linesOf(css);
      return [...css.matchAll(/(?:^|[{},])\s*\.([a-z][\w-]*)/g)].flatMap(({ 1: name, index }) => {
        const others = drawn.filter(
          ({ widget, names }) => !file.startsWith(`${WIDGETS}/${widget}/`) && names.has(name!),
        );
        return COMMON.has(name!) || others.length === 0
          ? []
          : {
              file,
              line: lineAt(index) + 1,
              sentence: `.${name} is drawn by ${others.map(({ widget }) => widget).join(', ')}, too.`,
              remedy: 'Begin the styles of a widget with a class of its own.',
            };
      });
    }),
  );
});

/** All texts of components and of what they call. */
const texts = [
  'src/widgets',
  'src/features',
  'src/ui',
  'src/site',
  'src/page',
  'src/server',
  'src/rules',
  'src/authored',
]
  .flatMap((folder) => filesIn(folder, /\.tsx?$/))
  .map(textOf)
  .join('\n');

test('each part that the styles of a widget name is drawn', () => {
  expectNone(
    filesIn(WIDGETS, /\/style\.css$/).flatMap((file) => {
      const css = textOf(file);
      const lineAt = linesOf(css);
      return [...css.matchAll(/\.([a-z][a-z-]*__[a-z]+(?:-[a-z]+)*)/g)]
        .filter(({ 1: name }) => !texts.includes(name!) && !texts.includes(`${name!.split('__')[0]}__\${`))
        .map(({ 1: name, index }) => ({
          file,
          line: lineAt(index),
          sentence: `Nothing is drawn with the class ${name}.`,
          remedy: 'Take its style out, or give the part this class.',
        }));
    }),
  );
});
