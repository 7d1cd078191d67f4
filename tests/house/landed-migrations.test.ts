import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FORMER_CHECKSUMS, LANDED } from '#server/db/landed-migrations.ts';
import { checksumOf } from '#server/db/migrate.ts';

const FOLDER = new URL('../../src/server/db/migrations/', import.meta.url);
const LIST = 'src/server/db/landed-migrations.ts';

const migrations = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    name: file.replace('.sql', ''),
    checksum: checksumOf(readFileSync(new URL(file, FOLDER), 'utf8').replaceAll('\r\n', '\n')),
  }));

test('statements of migrations that landed are never changed: a change goes into a new migration', () => {
  expect(
    migrations.filter(({ name, checksum }) => name in LANDED && LANDED[name] !== checksum).map(({ name }) => name),
  ).toEqual([]);
});

test(`every migration has its line in ${LIST}, and none is removed`, () => {
  expect(
    migrations
      .filter(({ name }) => !(name in LANDED))
      .map(({ name, checksum }) => `add to LANDED:  '${name}': '${checksum}',`),
  ).toEqual([]);
  expect(Object.keys(LANDED)).toEqual(migrations.map(({ name }) => name));
  expect(Object.values(FORMER_CHECKSUMS).filter((name) => !(name in LANDED))).toEqual([]);
});
