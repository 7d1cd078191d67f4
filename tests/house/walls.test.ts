import { describe, expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { complaintLine, expectNone, unequal, type Complaint } from './complaints.ts';
import { readModule, sourceModules, type Module } from './modules.ts';
import { lineOf } from './repository.ts';
import {
  consoleRooms,
  consoleUpwardImports,
  nameWall,
  ruleWall,
  serverRooms,
  upwardImports,
  walls,
  type Wall,
} from './walls.ts';

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

/** A part of src whose rooms stand above one another, as lists of walls.ts have them. */
interface House {
  part: string;
  rooms: readonly (readonly [room: string, what: string])[];
  roomsName: string;
  upward: readonly { from: string; to: string; reason: string }[];
  upwardName: string;
  mostRooms: number;
  mostUpward: number;
}

const server: House = {
  part: 'server',
  rooms: serverRooms,
  roomsName: 'serverRooms',
  upward: upwardImports,
  upwardName: 'upwardImports',
  mostRooms: 16,
  mostUpward: 10,
};
const consoleHouse: House = {
  part: 'console',
  rooms: consoleRooms,
  roomsName: 'consoleRooms',
  upward: consoleUpwardImports,
  upwardName: 'consoleUpwardImports',
  mostRooms: 26,
  mostUpward: 8,
};

const roomIn = ({ part }: House, path: string): string =>
  path
    .replace('#', '')
    .slice(part.length + 1)
    .split('/')[0]!;

/** Imports inside a house from a room to one that stands above it. */
function climbs(house: House, { imports }: Module): { from: string; to: string; line: number }[] {
  const { part, rooms } = house;
  const floors = new Map(rooms.map(([room], floor) => [room, floor]));
  const floorOf = (path: string): number => floors.get(roomIn(house, path)) ?? -1;
  return imports
    .filter(({ file, target }) => file.startsWith(`${part}/`) && target.startsWith(`#${part}/`))
    .filter(({ file, target }) => floorOf(target) > floorOf(file))
    .map(({ file, target, line }) => ({ from: file.slice(part.length + 1), to: target.slice(part.length + 2), line }));
}

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

describe.each([server, consoleHouse])('rooms of the $part', (house) => {
  const { part, rooms, roomsName, upward, upwardName, mostRooms, mostUpward } = house;

  test(`there are at most ${mostRooms}, and each says what it is for`, () => {
    const found = modules.filter(({ file }) => file.startsWith(`${part}/`)).map(({ file }) => roomIn(house, file));
    expectNone(
      unequal({
        found: [...new Set(found)],
        wanted: rooms.map(([room]) => room),
        superfluous: (room) => ({
          file: `src/${part}/${room}`,
          sentence: `The list of the rooms of the ${part} does not have it.`,
          remedy: `Put it into one of them, or say in ${roomsName} of ${WALLS} what it is for.`,
        }),
        missing: (room) => ({
          file: WALLS,
          line: lineOf(WALLS, `['${room}'`),
          sentence: `There is no room src/${part}/${room}.`,
          remedy: `Take it out of ${roomsName}.`,
        }),
      }),
    );
    expect(rooms.filter(([room]) => !/\.(tsx?|mjs)$/.test(room)).length).toBeLessThanOrEqual(mostRooms);
    expect(rooms.every(([, what]) => what.length > 0)).toBe(true);
  });

  test(`import downward, but for at most ${mostUpward} imports, each with its reason`, () => {
    const known = upward.map(({ from, to }) => `${from} → ${to}`);
    const found = modules.flatMap((module) => climbs(house, module));
    const climbing = found.filter(({ from, to }) => !known.includes(`${from} → ${to}`));
    const stale = upward.filter((one) => !found.some(({ from, to }) => from === one.from && to === one.to));
    expectNone([
      ...climbing.map(({ from, to, line }) => ({
        file: `src/${part}/${from}`,
        line,
        sentence: `It imports ${to} from a room above its own.`,
        remedy: `Move what both need down, or hand it in; ${roomsName} in ${WALLS} has the order.`,
      })),
      ...stale.map(({ from, to }) => ({
        file: WALLS,
        line: lineOf(WALLS, `from: '${from}'`),
        sentence: `${from} does not import ${to} any more.`,
        remedy: `Take it out of ${upwardName}.`,
      })),
    ]);
    expect(upward.length).toBeLessThanOrEqual(mostUpward);
    expect(upward.every(({ reason }) => reason.length > 0)).toBe(true);
  });

  test('an import upward is caught', () => {
    const [[low], [high]] = [rooms[4]!, rooms.at(-3)!];
    expect(climbs(house, readModule(`${part}/${low}/a.ts`, `import { b } from '../${high}/b.ts';`))).toHaveLength(1);
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
