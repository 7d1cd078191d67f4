import { expect, test } from 'vitest';
import { EDITION_ACTIONS, EDITION_STATES, whyNot, type EditionState } from '#rules/editions/edition-steps.ts';
import { expectNone, unequal, type Complaint } from './complaints.ts';
import { sourceModules } from './modules.ts';
import { exists, filesIn, foldersIn, lineOf, linesOf, tableBelow, textOf } from './repository.ts';
import { serverRooms } from './walls.ts';

const DOCUMENT = 'docs/architecture.md';
const text = textOf(DOCUMENT);
const [roomDrawing = '', , stepDrawing = ''] = [...text.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(
  ([, drawn]) => drawn!,
);

const inDocument = (line: string, sentence: string, remedy: string): Complaint => ({
  file: DOCUMENT,
  line: lineOf(DOCUMENT, line),
  sentence,
  remedy,
});

/** Folders of src, and the files beside them that run. */
const rooms = [...foldersIn('src'), ...filesIn('src', /^src\/[^/]+\.tsx?$/).map((path) => path.slice('src/'.length))];

test('docs/architecture.md draws every room of src with a phrase, and no other', () => {
  const drawn = [...roomDrawing.matchAll(/^ *[\w-]+\["<b>([\w.-]+)<\/b><br\/>[^"]+"\]$/gm)].map(([, room]) => room!);
  expectNone(
    unequal({
      found: drawn,
      wanted: rooms,
      superfluous: (room) => inDocument(`<b>${room}<`, `There is no room src/${room}.`, 'Remove its box.'),
      missing: (room) =>
        inDocument(
          '## The rooms',
          `It does not draw src/${room}.`,
          `Add a box: ${room}["<b>${room}</b><br/>what it is"].`,
        ),
    }),
  );
});

test('docs/architecture.md draws an arrow for each room that runs another, and no other', () => {
  const LEFT_OUT = new Set(['cli', 'tools']);
  const roomOf = (path: string) => path.split('/')[0]!;
  const runs = sourceModules()
    .flatMap(({ imports }) => imports)
    .filter(({ target, typeOnly }) => target.startsWith('#') && !typeOnly)
    .map(({ file, target }) => ({ from: roomOf(file), to: roomOf(target.slice(1)) }))
    .filter(({ from, to }) => from !== to && !LEFT_OUT.has(from) && to !== 'rules' && rooms.includes(to))
    .map(({ from, to }) => `${from.replace(/\.tsx?$/, '')} --> ${to}`);
  const arrows = [...roomDrawing.matchAll(/^ *([\w-]+) --> (.+)$/gm)].flatMap(([, from, to]) =>
    to!.split(' & ').map((one) => `${from} --> ${one}`),
  );
  expect(arrows.length).toBeGreaterThan(15);
  expectNone(
    unequal({
      found: arrows,
      wanted: [...new Set(runs)],
      superfluous: (arrow) =>
        inDocument(`${arrow.split(' ')[0]} -->`, `No code runs what is drawn as ${arrow}.`, 'Remove the arrow.'),
      missing: (arrow) => inDocument('## The rooms', `It does not draw ${arrow}.`, 'Add the arrow.'),
    }),
  );
});

test('docs/architecture.md lists the rooms of the server as tests/house/walls.ts does', () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const wanted = serverRooms.map(([room, what]) => row([`\`${room}\``, what]));
  const listed = tableBelow(text, 'The rooms').map(row);
  expectNone([
    ...unequal({
      found: listed,
      wanted,
      superfluous: (line) =>
        inDocument(
          line,
          'serverRooms in tests/house/walls.ts says something else.',
          'Write what it says, or change both.',
        ),
      missing: (line) => inDocument('## The rooms', `A room of the server is missing: ${line}`, 'Add the line.'),
    }),
    ...(listed.toSorted().join('') === wanted.toSorted().join('') && listed.join('') !== wanted.join('')
      ? [inDocument('| room |', 'The rooms of the server stand in another order.', 'Put them as serverRooms does.')]
      : []),
  ]);
});

/** A state as a name of Mermaid. */
const stateName = (state: EditionState) => state.replace('-', '_');

test('docs/architecture.md draws every step of an edition in each state that allows it, and no other', () => {
  const drawn = [...stepDrawing.matchAll(/^ *(\w+) --> \w+: (.+)$/gm)].flatMap(([, from, acts]) =>
    acts!.split(', ').map((act) => `${from}: ${act}`),
  );
  const facts = { isApproved: true, isScheduled: true, contributors: [], publishedAlone: null, needsReview: true };
  const allowed = (Object.keys(EDITION_STATES) as EditionState[]).flatMap((state) =>
    EDITION_ACTIONS.filter((act) => whyNot(act, { ...facts, state }, 1) === null).map(
      (act) => `${stateName(state)}: ${act}`,
    ),
  );
  expectNone(
    unequal({
      found: drawn,
      wanted: allowed,
      superfluous: (step) =>
        inDocument(`  ${step.split(':')[0]} -->`, `No rule allows “${step}”.`, 'Remove the arrow.'),
      missing: (step) =>
        inDocument(
          'stateDiagram',
          `It does not draw “${step}”.`,
          'Add the arrow; src/rules/editions/edition-steps.ts allows it.',
        ),
    }),
  );
});

test('every file that a drawing of docs/architecture.md names is there', () => {
  const lineAt = linesOf(text);
  expectNone(
    [...text.matchAll(/\bsrc\/[\w./-]+\.tsx?\b/g)]
      .filter(([path]) => !exists(path))
      .map((found) => ({
        file: DOCUMENT,
        line: lineAt(found.index),
        sentence: `${found[0]} is not there.`,
        remedy: 'Name the file that does it now.',
      })),
  );
});
