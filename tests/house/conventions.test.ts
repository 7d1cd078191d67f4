import { basename, dirname } from 'node:path';
import { test } from 'vitest';
import { expectNone, type Complaint } from './complaints.ts';
import { sourceModules, type Import } from './modules.ts';
import { exists, filesIn, foldersIn, linesOf, textOf } from './repository.ts';

const modules = sourceModules();
const imports = modules.flatMap((module) => module.imports);
const roomOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : '');
const ofImport = ({ file, line }: Import, sentence: string, remedy: string): Complaint => ({
  file: `src/${file}`,
  line,
  sentence,
  remedy,
});

/** Lines of all modules but one that are found. */
const linesBut = (home: string, isFound: (text: string) => boolean): { file: string; line: number }[] =>
  modules
    .filter(({ file }) => file !== home)
    .flatMap(({ file }) =>
      textOf(`src/${file}`)
        .split('\n')
        .flatMap((text, at) => (isFound(text) ? [{ file: `src/${file}`, line: at + 1 }] : [])),
    );

test('imports across rooms are written #room/file.ts, so that every crossing is seen', () => {
  const relative = imports.filter(
    ({ file, written, target }) =>
      written.startsWith('.') && roomOf(file) !== '' && roomOf(target.slice(1)) !== roomOf(file),
  );
  expectNone(
    relative
      // the views' glob is the one crossing that the bundler wants relative (decision 1)
      .filter(({ file }) => file !== 'site/views.ts')
      .map((one) => ofImport(one, `${one.written} leads into another room.`, `Write ${one.target}.`)),
  );
});

test('imports inside a room are relative', () => {
  expectNone(
    imports
      .filter(({ file, written }) => written.startsWith('#') && roomOf(file) === roomOf(written.slice(1)))
      .map((one) => ofImport(one, `${one.written} lies in the same room.`, 'Write the path from this file.')),
  );
});

test('imports name the file with its extension, and the file is there', () => {
  const own = imports.filter(({ target }) => target.startsWith('#') && !target.includes('*'));
  expectNone(
    own
      .filter(
        ({ target }) => !exists(`src/${target.slice(1).replace(/\?inline$/, '')}`) && !target.startsWith('#tests/'),
      )
      .map((one) =>
        ofImport(one, `There is no file ${one.written}.`, 'Name one that is there, with its extension (.ts, .tsx).'),
      ),
  );
});

test('[OL9] texts are composed by unicode-forms.ts, single characters apart', () => {
  const HOME = 'rules/text/unicode-forms.ts';
  const SINGLE = /\b(?:character|radical|sign|digit)\)?\.normalize\(/;
  expectNone(
    linesBut(HOME, (text) => text.includes(".normalize('NF") && !SINGLE.test(text)).map((place) => ({
      ...place,
      sentence: 'A text is composed here, in a time that grows with the square of its marks.',
      remedy: 'Use composed or compatible of #rules/unicode-forms.ts.',
    })),
  );
});

test('[OL1] every limit by client is made by limitByNetwork', () => {
  const HOME = 'server/http/network.ts';
  expectNone(
    linesBut(HOME, (text) => /createRateLimit|ipv6Subnet|\brateLimit\(/.test(text)).map((place) => ({
      ...place,
      sentence: 'A limit is made beside the one function that knows what a client is.',
      remedy: `Make it by limitByNetwork of src/${HOME}.`,
    })),
  );
});

test('no barrels but the lists', () => {
  const barrels = modules.filter(
    ({ file }) =>
      /(^|\/)index\.tsx?$/.test(file) &&
      !/^(sources|widgets|kinds|features)\/index\.ts$|^(widgets|kinds|features)\/[a-z0-9-]+\/index\.ts$|^features\/[a-z-]+\/(server|console|kind)\/index\.ts$/.test(
        file,
      ),
  );
  const passingOn = modules.filter(
    ({ file }) => file.endsWith('/index.ts') && /^export (\*|\{[^}]*\} from)/m.test(textOf(`src/${file}`)),
  );
  expectNone([
    ...barrels.map(({ file }) => ({
      file: `src/${file}`,
      sentence: 'Only lists and what they list, such as a widget’s definition, are called index.',
      remedy: 'Name the file by what it holds, and import it by that name.',
    })),
    ...passingOn.map(({ file }) => ({
      file: `src/${file}`,
      sentence: 'It passes on what other files export.',
      remedy: 'Import from those files directly.',
    })),
  ]);
});

test('exports have names; a tool’s own configuration may have a default', () => {
  expectNone(
    modules.flatMap(({ file, defaultExport }) =>
      defaultExport === null
        ? []
        : [
            {
              file: `src/${file}`,
              line: defaultExport,
              sentence: 'It exports a default.',
              remedy: 'Give the export a name.',
            },
          ],
    ),
  );
});

test('files are kebab-case, components PascalCase', () => {
  const kebab = /^\d*[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/;
  const pascal = /^[A-Z][A-Za-z0-9]*(\.test)?\.(tsx|css)$/;
  const entry = /^entry-[a-z]+\.tsx$/;
  expectNone(
    [...filesIn('src'), ...filesIn('tests'), ...filesIn('page-schemas')].flatMap((file) => {
      const name = basename(file);
      if (/\.snap$|^\./.test(name)) return [];
      const isComponent =
        name.endsWith('.tsx') && !entry.test(name) && /^export (async )?(function|const) [A-Z]/m.test(textOf(file));
      if (pascal.test(name) || (!isComponent && kebab.test(name))) return [];
      return [
        isComponent
          ? { file, sentence: 'It exports a component.', remedy: 'Name it like the component: PagerLinks.tsx.' }
          : { file, sentence: 'Its name is not kebab-case.', remedy: 'Name it like pager-links.ts.' },
      ];
    }),
  );
});

test('a component’s style sheet lies beside it or belongs to its whole folder', () => {
  expectNone(
    filesIn('src', /\/[A-Z]\w*\.css$/)
      .filter((file) => !exists(file.replace(/\.css$/, '.tsx')))
      .map((file) => ({
        file,
        sentence: 'No component of this name lies beside it.',
        remedy: 'Name it like its component, or in lower case where it is the folder’s.',
      })),
  );
});

test('every room says what it is for, in a paragraph that opens one of its files', () => {
  const rooms = foldersIn('src')
    .map((room) => ({ room, files: filesIn(`src/${room}`, /\.(ts|tsx|mjs)$/) }))
    .filter(({ files }) => files.length > 0);
  expectNone(
    rooms
      .filter(({ room, files }) => !files.some((file) => textOf(file).includes(`The room \`${room}\``)))
      .map(({ room, files: [first] }) => ({
        file: first!,
        sentence: `No file of src/${room} says what the room is for.`,
        remedy: `Open one of its files with a comment that begins: The room \`${room}\` is …`,
      })),
  );
});

test('no name says nothing: manager, helper, util, common, misc', () => {
  const empty = /(^|[-/])(manager|helpers?|utils?|common|misc)([-./]|$)/i;
  expectNone(
    [...filesIn('src'), ...filesIn('tests')].flatMap((file) => {
      const word = empty.exec(file)?.[2];
      return word === undefined
        ? []
        : [{ file, sentence: `“${word}” says nothing of what is in it.`, remedy: 'Name it by what it does or holds.' }];
    }),
  );
});

test('links between documents lead somewhere', () => {
  expectNone(
    [...filesIn('docs', /\.md$/), 'README.md', 'CHANGELOG.md'].flatMap((file) => {
      const text = textOf(file);
      const lineAt = linesOf(text);
      return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g)]
        .filter(([, link]) => !exists(`${dirname(file) === '.' ? '' : `${dirname(file)}/`}${link}`))
        .map((found) => ({
          file,
          line: lineAt(found.index),
          sentence: `The link ${found[1]} leads nowhere.`,
          remedy: 'Write the path from this document to a file that is there.',
        }));
    }),
  );
});
