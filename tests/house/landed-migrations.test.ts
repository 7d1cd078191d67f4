import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { FORMER_CHECKSUMS, LANDED } from '#server/db/landed-migrations.ts';
import { checksumOf } from '#server/db/migrate.ts';
import { expectNone, unequal } from './complaints.ts';
import { filesIn, lineOf, textOf } from './repository.ts';

const FOLDER = new URL('../../src/server/db/migrations/', import.meta.url);
const LIST = 'src/server/db/landed-migrations.ts';

const migrations = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    file: `src/server/db/migrations/${file}`,
    name: file.replace('.sql', ''),
    checksum: checksumOf(readFileSync(new URL(file, FOLDER), 'utf8').replaceAll('\r\n', '\n')),
  }));

test('statements of migrations that landed are never changed: a change goes into a new migration', () => {
  expectNone(
    migrations
      .filter(({ name, checksum }) => name in LANDED && LANDED[name] !== checksum)
      .map(({ file }) => ({
        file,
        sentence: 'A statement of this migration, which has landed, was changed.',
        remedy: 'Take the change back, and write it into a new migration.',
      })),
  );
});

test(`every migration has its line in ${LIST}, and none is removed`, () => {
  const landed = Object.keys(LANDED);
  const removed = (name: string) => ({
    file: LIST,
    line: lineOf(LIST, `'${name}'`),
    sentence: `The migration ${name}, which has landed, is not there.`,
    remedy: 'Bring it back: databases out there have run it.',
  });
  expectNone([
    ...unequal({
      found: landed,
      wanted: migrations.map(({ name }) => name),
      superfluous: removed,
      missing: (name) => {
        const { file, checksum } = migrations.find((one) => one.name === name)!;
        return {
          file,
          sentence: `The migration has no line in ${LIST}.`,
          remedy: `Add to LANDED: '${name}': '${checksum}',`,
        };
      },
    }),
    ...Object.values(FORMER_CHECKSUMS)
      .filter((name) => !(name in LANDED))
      .map(removed),
  ]);
});

test('data of every migration but the newest, or of a later one, are kept in tests/stored-data', () => {
  const newest = filesIn('tests/stored-data', /facts\.json$/)
    .map((file) => (JSON.parse(textOf(file)) as { migration: string }).migration)
    .sort()
    .at(-1)!;
  expectNone(
    migrations
      .slice(0, -1)
      .filter(({ name }) => name > newest)
      .map(({ file }) => ({
        file,
        sentence: 'The migration after this one meets no data that this one has left.',
        remedy: 'Keep data of a commit that has this one and not the next (docs/CONTRIBUTING.md, stored data).',
      })),
  );
});
