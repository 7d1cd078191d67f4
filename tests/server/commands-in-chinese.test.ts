import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markOpened } from '#server/people/staff/opening.ts';
import { runCommand } from '../world/command.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { speakAs } from '../world/language.ts';
import { temporaryFolder } from '../world/stores.ts';

speakAs('zh_CN.UTF-8');

const folder = temporaryFolder();
const nowhere = join(folder.path, 'nowhere/file');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await markOpened(database.db);
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

test.each([
  ['src/cli/backup.ts', [nowhere], `没有文件夹 ${join(folder.path, 'nowhere')}。请先建好它，或换一个。`],
  ['src/cli/restore.ts', [nowhere], `没有文件 ${nowhere}`],
  ['src/features/moving-in/cli/import-articles.ts', [nowhere, '--list', 'a.csv'], `没有文件夹 ${nowhere}。`],
  ['src/features/transfer/cli/export-site.ts', [nowhere], `没有文件 ${nowhere}`],
])(
  '[CM1] %s names a path that is not there in the language of the console, and nothing else',
  async (program, args, sentence) => {
    const env = { DATA_DIR: folder.path, DATABASE_URL: program.endsWith('restore.ts') ? '' : database.url };
    const { code, out, err } = await runCommand(join(import.meta.dirname, '../..', program), args, env);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect((out + err).replaceAll(nowhere, '')).not.toMatch(/\b(?:the|is|no|not|of)\b|    at /i);
  },
);
