import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { exists, filesIn, foldersIn, textOf } from './repository.ts';

const sorted = (names: Iterable<string>) => [...names].sort();

test('[WG2] the list of widgets is the folders of src/widgets, and a widget’s name its folder’s', () => {
  expect(sorted(widgets.map(({ name }) => name))).toEqual(foldersIn('src/widgets'));
  const misnamed = foldersIn('src/widgets').filter(
    (folder) => !new RegExp(`name: '${folder}'`).test(textOf(`src/widgets/${folder}/index.ts`)),
  );
  expect(misnamed).toEqual([]);
});

test('[WG1] a widget’s folder has definition, props, view and example', () => {
  const wanted = ['index.ts', 'props.ts', 'View.tsx', 'example.json'];
  const missing = foldersIn('src/widgets').flatMap((folder) =>
    wanted.map((file) => `src/widgets/${folder}/${file}`).filter((path) => !exists(path)),
  );
  expect(missing).toEqual([]);
});

test('[WG1] a widget’s view is what the folder exports as View', () => {
  const without = foldersIn('src/widgets').filter(
    (folder) => !/^export (function|const) View\b/m.test(textOf(`src/widgets/${folder}/View.tsx`)),
  );
  expect(without).toEqual([]);
});

test('the list of sources is the files of src/sources that define one, and a source’s name its file’s', () => {
  const defining = filesIn('src/sources', /\.ts$/).filter(
    (file) => /\bdefineSource\b/.test(textOf(file)) && !file.endsWith('/index.ts'),
  );
  expect(sorted(sources.map(({ name }) => name))).toEqual(sorted(defining.map((file) => basename(file, '.ts'))));
});

test('[WG2] no two widgets and no two sources share a name', () => {
  for (const list of [widgets, sources]) {
    const names = list.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});

test('the lists are in order, so that two additions seldom meet in one line', () => {
  for (const list of [widgets, sources])
    expect(list.map(({ name }) => name)).toEqual(sorted(list.map(({ name }) => name)));
});
