import { basename } from 'node:path';
import { test } from 'vitest';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { expectNone, repeated, unequal } from './complaints.ts';
import { exists, filesIn, foldersIn, textOf } from './repository.ts';

const folders = foldersIn('src/widgets');
const lists = [
  { file: 'src/widgets/index.ts', names: widgets.map(({ name }) => name) },
  { file: 'src/sources/index.ts', names: sources.map(({ name }) => name) },
];

test('[WG2] the list of widgets is the folders of src/widgets, and a widget’s name its folder’s', () => {
  expectNone([
    ...unequal({
      found: widgets.map(({ name }) => name),
      wanted: folders,
      superfluous: (name) => ({
        file: 'src/widgets/index.ts',
        sentence: `The list has the widget ${name}, and src/widgets has no such folder.`,
        remedy: 'Name widget and folder alike.',
      }),
      missing: (folder) => ({
        file: `src/widgets/${folder}/index.ts`,
        sentence: 'The list of widgets has no widget of this folder’s name.',
        remedy: 'Add it to src/widgets/index.ts, or name it like its folder.',
      }),
    }),
    ...folders
      .map((folder) => ({ folder, file: `src/widgets/${folder}/index.ts` }))
      .filter(({ folder, file }) => exists(file) && !textOf(file).includes(`name: '${folder}'`))
      .map(({ folder, file }) => ({
        file,
        sentence: 'The widget is not named like its folder.',
        remedy: `Write name: '${folder}'.`,
      })),
  ]);
});

test('[WG1] a widget’s folder has definition, props, view and example', () => {
  expectNone(
    folders.flatMap((folder) =>
      ['index.ts', 'props.ts', 'View.tsx', 'example.json']
        .map((name) => `src/widgets/${folder}/${name}`)
        .filter((path) => !exists(path))
        .map((file) => ({
          file,
          sentence: 'This file of the widget is not there.',
          remedy: 'Write it: docs/how-to/add-a-widget.md says how.',
        })),
    ),
  );
});

test('[WG1] a widget’s view is what the folder exports as View', () => {
  expectNone(
    folders
      .map((folder) => `src/widgets/${folder}/View.tsx`)
      .filter((file) => exists(file) && !/^export (function|const) View\b/m.test(textOf(file)))
      .map((file) => ({ file, sentence: 'It exports no View.', remedy: 'Call the component that draws it View.' })),
  );
});

test('the list of sources is the files of src/sources that define one, and a source’s name its file’s', () => {
  const defining = filesIn('src/sources', /\.ts$/).filter(
    (file) => /\bdefineSource\b/.test(textOf(file)) && !file.endsWith('/index.ts'),
  );
  expectNone(
    unequal({
      found: sources.map(({ name }) => name),
      wanted: defining.map((file) => basename(file, '.ts')),
      superfluous: (name) => ({
        file: 'src/sources/index.ts',
        sentence: `The list has the source ${name}, and no file of that name defines one.`,
        remedy: 'Name source and file alike.',
      }),
      missing: (name) => ({
        file: `src/sources/${name}.ts`,
        sentence: 'The list of sources has no source of this file’s name.',
        remedy: 'Add it to src/sources/index.ts, or name it like its file.',
      }),
    }),
  );
});

test('[WG2] no two widgets and no two sources share a name', () => {
  expectNone(
    lists.flatMap(({ file, names }) =>
      repeated(names, (name) => ({
        file,
        sentence: `The name ${name} stands twice.`,
        remedy: 'Give one of the two another name.',
      })),
    ),
  );
});

test('the lists are in order, so that two additions seldom meet in one line', () => {
  expectNone(
    lists.flatMap(({ file, names }) =>
      names
        .filter((name, at) => at > 0 && name < names[at - 1]!)
        .map((name) => ({
          file,
          sentence: `${name} stands behind ${names[names.indexOf(name) - 1]}.`,
          remedy: 'Put the names in order.',
        })),
    ),
  );
});
