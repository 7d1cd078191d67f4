import { describe, expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { complaintLine, expectNone, unequal, type Complaint } from './complaints.ts';
import { readModule, sourceModules, type Module } from './modules.ts';
import { lineOf } from './repository.ts';
import { nameWall, ruleWall, serverRooms, upwardImports, walls, type Wall } from './walls.ts';

const WALLS = 'tests/house/walls.ts';

// a name without a hyphen (register) is a word of the page language, too
const names = new Set([...widgets, ...sources].map(({ name }) => name).filter((name) => name.includes('-')));

const crossed = (wall: Wall, { imports }: Module): Complaint[] =>
  imports
    .filter(
      ({ file, target, typeOnly }) => wall.crossing.test(`${file} → ${target}`) && !(typeOnly && wall.types === 'pass'),
    )
    .map(({ file, line, written }) => ({
      file: `src/${file}`,
      line,
      sentence: `It imports ${written}; the wall: ${wall.name}.`,
      remedy: `Do without it: ${wall.reason}.`,
    }));

const looksAround = ({ file, reads }: Module): Complaint[] =>
  file.startsWith('rules/')
    ? reads
        .filter(({ name }) => ruleWall.reads.test(name))
        .map(({ line, name }) => ({
          file: `src/${file}`,
          line,
          sentence: `It reads ${name}; the wall: ${ruleWall.name}.`,
          remedy: `Hand it in: ${ruleWall.reason}.`,
        }))
    : [];

const namesOne = ({ file, texts }: Module): Complaint[] =>
  nameWall.files.test(file)
    ? texts
        .filter(({ text }) => names.has(text))
        .map(({ line, text }) => ({
          file: `src/${file}`,
          line,
          sentence: `It names ${text}; the wall: ${nameWall.name}.`,
          remedy: `Do without the name: ${nameWall.reason}.`,
        }))
    : [];

const floors = new Map(serverRooms.map(([room], floor) => [room, floor]));
const roomInServer = (path: string): string =>
  path
    .replace('#', '')
    .replace(/^server\//, '')
    .split('/')[0]!;

/** Imports inside the server from a room to one that stands above it. */
const climbs = ({ imports }: Module): { from: string; to: string; line: number }[] =>
  imports
    .filter(({ file, target }) => file.startsWith('server/') && target.startsWith('#server/'))
    .filter(({ file, target }) => floors.get(roomInServer(target))! > floors.get(roomInServer(file))!)
    .map(({ file, target, line }) => ({
      from: file.slice('server/'.length),
      to: target.slice('#server/'.length),
      line,
    }));

const modules = sourceModules();

describe('walls between rooms', () => {
  test.each(walls.map((wall) => [wall.name, wall] as const))('%s', (_name, wall) => {
    expectNone(modules.flatMap((module) => crossed(wall, module)));
  });

  test(ruleWall.name, () => {
    expectNone(modules.flatMap(looksAround));
  });

  test(nameWall.name, () => {
    expectNone(modules.flatMap(namesOne));
  });
});

describe('rooms of the server', () => {
  test('there are at most 16, and each says what it is for', () => {
    const rooms = modules.filter(({ file }) => file.startsWith('server/')).map(({ file }) => roomInServer(file));
    expectNone(
      unequal({
        found: [...new Set(rooms)],
        wanted: serverRooms.map(([room]) => room),
        superfluous: (room) => ({
          file: `src/server/${room}`,
          sentence: 'The list of the server’s rooms does not have it.',
          remedy: `Put it into one of them, or say in serverRooms of ${WALLS} what it is for.`,
        }),
        missing: (room) => ({
          file: WALLS,
          line: lineOf(WALLS, `['${room}'`),
          sentence: `There is no room src/server/${room}.`,
          remedy: 'Take it out of serverRooms.',
        }),
      }),
    );
    expect(serverRooms.filter(([room]) => !room.endsWith('.ts')).length).toBeLessThanOrEqual(16);
    expect(serverRooms.every(([, what]) => what.length > 0)).toBe(true);
  });

  test('import downward, but for at most 10 imports, each with its reason', () => {
    const known = upwardImports.map(({ from, to }) => `${from} → ${to}`);
    const found = modules.flatMap(climbs);
    const climbing = found.filter(({ from, to }) => !known.includes(`${from} → ${to}`));
    const stale = upwardImports.filter((one) => !found.some(({ from, to }) => from === one.from && to === one.to));
    expectNone([
      ...climbing.map(({ from, to, line }) => ({
        file: `src/server/${from}`,
        line,
        sentence: `It imports ${to} from a room above its own.`,
        remedy: `Move what both need down, or hand it in; serverRooms in ${WALLS} has the order.`,
      })),
      ...stale.map(({ from, to }) => ({
        file: WALLS,
        line: lineOf(WALLS, `from: '${from}'`),
        sentence: `${from} does not import ${to} any more.`,
        remedy: 'Take it out of upwardImports.',
      })),
    ]);
    expect(upwardImports.length).toBeLessThanOrEqual(10);
    expect(upwardImports.every(({ reason }) => reason.length > 0)).toBe(true);
  });

  test('an import upward is caught', () => {
    expect(climbs(readModule('server/db/locks.ts', `import { render } from '../pages/render.ts';`))).toHaveLength(1);
  });
});

/** Circles of files that import each other when they run, each once, as their way round. */
function circlesIn(all: readonly Module[]): string[] {
  const imports = new Map(
    all.map(({ file, imports: list }) => [
      file,
      list.filter(({ typeOnly, target }) => !typeOnly && target.startsWith('#')).map(({ target }) => target.slice(1)),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    const from = way.indexOf(file);
    if (from >= 0) circles.push([...way.slice(from), file].join(' → '));
    if (from >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

describe('files', () => {
  const room = (file: string): string => file.split('/').slice(0, -1).join('/');

  test('import each other in no circle that leaves a folder', () => {
    const circles = circlesIn(modules).filter((circle) => new Set(circle.split(' → ').map(room)).size > 1);
    expectNone(
      circles.map((circle) => ({
        file: `src/${circle.split(' → ')[0]}`,
        sentence: `It imports itself by way of others: ${circle}.`,
        remedy: 'Move what both need into a file of its own.',
      })),
    );
  });

  test('a circle is caught', () => {
    const [one, other] = [`import { b } from '../b/b.ts';`, `import { a } from '../a/a.ts';`];
    expect(circlesIn([readModule('a/a.ts', one), readModule('b/b.ts', other)])).toEqual(['a/a.ts → b/b.ts → a/a.ts']);
  });
});

describe('a deliberate violation is caught', () => {
  test.each(walls.map((wall) => [wall.name, wall] as const))('%s', (_name, wall) => {
    const found = crossed(wall, readModule(...wall.violation));
    expect(found).toHaveLength(1);
    expect(complaintLine(found[0]!)).toContain(`src/${wall.violation[0]}:1: `);
    expect(complaintLine(found[0]!)).toContain(wall.reason);
  });

  test(ruleWall.name, () => {
    expect(looksAround(readModule(...ruleWall.violation)).length).toBeGreaterThan(0);
  });

  test(nameWall.name, () => {
    expect(namesOne(readModule(...nameWall.violation))).toHaveLength(1);
  });

  test('in every form that an import has', () => {
    const wall = walls.find(({ name }) => name === 'sources know rules, wire and page')!;
    const forms = [
      `import { a } from '#server/a.ts';`,
      `import '#server/a.ts';`,
      `import type { A } from '#server/a.ts';`,
      `export { a } from '#server/a.ts';`,
      `export * from '#server/a.ts';`,
      `const a = import('#server/a.ts');`,
      `import { a } from '../server/a.ts';`,
      `const a = import.meta.glob('../server/*.ts');`,
    ];
    expect(forms.filter((code) => crossed(wall, readModule('sources/x.ts', code)).length !== 1)).toEqual([]);
  });

  test('words in comments and texts are no imports', () => {
    const code = `// import { a } from '#server/a.ts'\nexport const told = "import { a } from '#server/a.ts'";`;
    expect(readModule('sources/x.ts', code).imports).toEqual([]);
  });
});
