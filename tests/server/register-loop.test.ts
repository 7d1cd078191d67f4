import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '#demo/fill.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { dryRun } from '#server/registers/import/dry-run.ts';
import { publicReferences } from '#server/registers/import/references.ts';
import { importTemplate } from '#server/registers/import/template.ts';
import { readRegisterInBatches } from '#server/store/rows/read-register-in-batches.ts';
import { readQuestion } from '#server/api/register-question-params.ts';
import { createTestDatabase } from '#tests/world/database.ts';
import { tries } from '#tests/world/proof.ts';
import { startSite, type TestSite } from '#tests/world/site.ts';
import { readWhole } from '#tests/world/sheets.ts';

let site: TestSite;
let filesDir: string;
let all: RegisterDefinition[];
/** Registers that are tried. */
let registers: RegisterDefinition[];
beforeAll(async () => {
  const database = await createTestDatabase();
  filesDir = await mkdtemp(join(tmpdir(), 'register-loop-'));
  await fillDemo({ database, filesDir, size: 'small', today: '2025-06-20', progress: () => {} });
  site = await startSite({ changes: [], database });
  all = [...(await site.deps.siteAt('now')).registers.values()];
  const each = tries(4, 1);
  registers = all.filter((_, at) => at % each === 0);
}, 180_000);
afterAll(async () => {
  await site.end();
  await rm(filesDir, { recursive: true, force: true });
});

/** Report of an import about a file, in one line. */
async function reportOf(definition: RegisterDefinition, bytes: Buffer, filename: string): Promise<string> {
  const { report } = await dryRun({ db: site.database.db, definition, bytes, filename, known: all });
  const { difference, problems, errors, publishable } = report;
  return JSON.stringify([
    filename,
    publishable,
    difference && [difference.publicRows > 0, difference.added, difference.removed, difference.changed],
    ...problems.map(({ reason }) => reason),
    ...errors.map(({ title, count, cells: [first] }) => [title, count, first]),
  ]);
}
const unchanged = (filename: string) => JSON.stringify([filename, true, [true, 0, 0, 0]]);

test(
  '[RG13] every register’s download comes back through the import without a difference',
  { timeout: 180_000 },
  async () => {
    const open = registers.filter(({ onDemand }) => !onDemand);
    expect(open.length).toBeGreaterThan(tries(5, 25));
    const messages: string[] = [];
    for (const [at, definition] of open.entries())
      for (const format of ['xlsx', 'csv']) {
        const name = `${definition.register}.${format}`;
        // one network may ask for 30 files a minute
        const { rawPayload } = await site.app.inject({ url: `/register-file/${name}`, remoteAddress: `10.0.${at}.1` });
        messages.push(await reportOf(definition, rawPayload, name));
      }
    expect(messages).toEqual(
      open.flatMap(({ register }) => ['xlsx', 'csv'].map((format) => unchanged(`${register}.${format}`))),
    );
  },
);

test(
  '[RG13] the template with what is public in it does, too, for registers shown on demand as well; it has every field, in the order of the page',
  { timeout: 180_000 },
  async () => {
    const { db } = site.database;
    const { facts } = (await site.deps.siteAt('now')).map;
    const messages: string[] = [];
    for (const definition of registers) {
      const { register, fields, columns } = definition;
      const reading = await readRegisterInBatches(db, 'now', definition, readQuestion(definition, {}, facts));
      const filled = { facts, batches: reading.batches() };
      const bytes = await buffer((await importTemplate(definition, publicReferences(db), filled)).workbook);
      messages.push(await reportOf(definition, bytes, register));
      const titles = (await readWhole(bytes, 'a.xlsx')).header.cells.map(({ text }) => text);
      expect(titles).toHaveLength(Object.keys(fields).length);
      for (const [at, field] of columns.entries()) expect(titles[at]).toContain(fields[field]!.title);
    }
    expect(messages).toEqual(registers.map(({ register }) => unchanged(register)));
  },
);
