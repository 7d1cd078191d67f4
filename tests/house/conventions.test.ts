import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { sourceModules } from './modules.ts';
import { exists, filesIn, foldersIn, textOf } from './repository.ts';

const modules = sourceModules();
const imports = modules.flatMap((module) => module.imports);
const roomOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : '');
const told = ({ file, line, written }: (typeof imports)[number]) => `src/${file}:${line}: ${written}`;

test('imports across rooms are written #room/file.ts, so that every crossing is seen', () => {
  const relative = imports.filter(
    ({ file, written, target }) =>
      written.startsWith('.') && roomOf(file) !== '' && roomOf(target.slice(1)) !== roomOf(file),
  );
  // the views' glob is the one crossing that the bundler wants relative (decision 1)
  expect(relative.filter(({ file }) => file !== 'site/views.ts').map(told)).toEqual([]);
});

test('imports inside a room are relative', () => {
  expect(
    imports
      .filter(({ file, written }) => written.startsWith('#') && roomOf(file) === roomOf(written.slice(1)))
      .map(told),
  ).toEqual([]);
});

test('imports name the file with its extension, and the file is there', () => {
  const own = imports.filter(({ target }) => target.startsWith('#') && !target.includes('*'));
  expect(
    own.filter(({ target }) => !exists(`src/${target.slice(1)}`) && !target.startsWith('#tests/')).map(told),
  ).toEqual([]);
});

test('no barrels but the three lists', () => {
  const barrels = modules.filter(
    ({ file }) =>
      /(^|\/)index\.tsx?$/.test(file) &&
      !/^(sources|widgets|kinds)\/index\.ts$|^(widgets|kinds)\/[a-z0-9-]+\/index\.ts$/.test(file),
  );
  expect(barrels.map(({ file }) => file)).toEqual([]);
  const passingOn = modules.filter(
    ({ file }) => file.endsWith('/index.ts') && /^export (\*|\{[^}]*\} from)/m.test(textOf(`src/${file}`)),
  );
  expect(passingOn.map(({ file }) => file)).toEqual([]);
});

test('exports have names; a tool’s own configuration may have a default', () => {
  expect(
    modules
      .filter(({ defaultExport }) => defaultExport !== null)
      .map(({ file, defaultExport }) => `src/${file}:${defaultExport}`),
  ).toEqual([]);
});

test('files are kebab-case, components PascalCase', () => {
  const kebab = /^\d*[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/;
  const pascal = /^[A-Z][A-Za-z0-9]*(\.test)?\.(tsx|css)$/;
  const entry = /^entry-[a-z]+\.tsx$/;
  const wrong = [...filesIn('src'), ...filesIn('tests'), ...filesIn('page-schemas')].filter((path) => {
    const name = basename(path);
    if (/\.snap$|^\./.test(name)) return false;
    const isComponent =
      name.endsWith('.tsx') && !entry.test(name) && /^export (async )?(function|const) [A-Z]/m.test(textOf(path));
    return isComponent ? !pascal.test(name) : !kebab.test(name) && !pascal.test(name);
  });
  expect(wrong).toEqual([]);
});

test('a component’s style sheet lies beside it or belongs to its whole folder', () => {
  const alone = filesIn('src', /\/[A-Z]\w*\.css$/).filter((path) => !exists(path.replace(/\.css$/, '.tsx')));
  expect(alone).toEqual([]);
});

test('every room says what it is for, in a paragraph that opens one of its files', () => {
  const rooms = foldersIn('src').filter((room) => filesIn(`src/${room}`, /\.(ts|tsx|mjs)$/).length > 0);
  const silent = rooms.filter(
    (room) => !filesIn(`src/${room}`, /\.(ts|tsx|mjs)$/).some((file) => textOf(file).includes(`The room \`${room}\``)),
  );
  expect(silent).toEqual([]);
});

test('no name says nothing: manager, helper, util, common, misc', () => {
  const empty = /(^|[-/])(manager|helpers?|utils?|common|misc)([-./]|$)/i;
  expect([...filesIn('src'), ...filesIn('tests')].filter((path) => empty.test(path))).toEqual([]);
});

test('links between documents lead somewhere', () => {
  const dead = [...filesIn('docs', /\.md$/), 'README.md', 'CHANGELOG.md'].flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !exists(`${dirname(file) === '.' ? '' : `${dirname(file)}/`}${link}`))
      .map((link) => `${file}: ${link}`),
  );
  expect(dead).toEqual([]);
});
