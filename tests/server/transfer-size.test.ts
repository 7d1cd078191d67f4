import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { UPLOAD_LIMITS } from '#rules/files/upload-rule.ts';
import { storeFile } from '#server/files/store.ts';
import { accept, startEnvironment, type Environment } from '../world/transfer.ts';
import { article, smallWorld } from '../world/site.ts';
import { startChild } from '../world/children.ts';
import { proved, tries } from '../world/proof.ts';
import { inherited, temporaryFolder } from '../world/stores.ts';

vi.setConfig({ testTimeout: tries(120_000, 1_800_000), hookTimeout: 120_000 });

// plain JavaScript without types: its path is put together so that it is not looked for any
const { serverMemory, serverOptions } = (await import(
  new URL('../../src/cli/server-process.mjs', import.meta.url).href
)) as { serverMemory: Record<string, string>; serverOptions: string[] };

/** files of 105 MB each; a program that held one and its spelling in base64 would be beyond the limit */
const FILES = tries(1, 5);
/** bytes that a process may take: the program itself takes half of them */
const MOST = 300_000_000;

let folder: ReturnType<typeof temporaryFolder>;
let environment: Environment;
beforeAll(async () => {
  folder = temporaryFolder();
  environment = await startEnvironment(smallWorld());
  await accept(environment, [{ name: '自己', key: environment.key }]);
});
afterAll(async () => {
  await environment.site.end();
  folder.remove();
});

/**
 * Says at its end how many kilobytes the process held at most. Linux counts what its parent held at its birth as its own in
 * `maxRSS`, and a worker of the tests may hold more than any command.
 */
const TELLS = `data:text/javascript,${encodeURIComponent(`
import { readFileSync } from 'node:fs';
const held = () => {
  try {
    return /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
};
process.on('exit', () => console.error('held', held()));
`)}`;

/** A command, with the options with which npm runs it (src/cli/run.mjs). */
async function peakOf(name: 'export-site' | 'import-site', args: string[]): Promise<{ out: string; held: number }> {
  const { site, dataDir } = environment;
  const child = startChild(
    process.execPath,
    [
      ...serverOptions,
      '--import',
      TELLS,
      join(import.meta.dirname, `../../src/features/transfer/cli/${name}.ts`),
      ...args,
    ],
    {
      env: { ...inherited(), ...serverMemory, DATA_DIR: dataDir, DATABASE_URL: site.database.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [, held = ''] = /^held (\d+)$/m.exec(err) ?? [];
  expect(err).toBe(`held ${held}\n`);
  return { out, held: Number(held) * 1_024 };
}

/** articles, and characters of the text of each: whoever held them all would be beyond MOST at full volume */
const [ARTICLES, LENGTH] = [tries(1_100, 10_000), tries(4_000, 10_000)];

test('[BE1] [BE3] [BE8] articles pass in batches and stored files in pieces, out of an environment and into one edition', async () => {
  const { site } = environment;
  const { ownerDb } = site.database;
  await site.publish('长文', [article('00010002000100080003', '长文')]);
  // rows that publications would have left, which would take long
  await sql`insert into article overriding system value
    select row.* from article as one, generate_series(1, ${ARTICLES}::int) as at,
      jsonb_populate_record(null::article, to_jsonb(one) || jsonb_build_object(
        'row_id', nextval(pg_get_serial_sequence('article', 'row_id')), 'article_id', nextval('article_id_seq'),
        'title', '长文' || at, 'content', '<p>' || repeat('文', ${LENGTH}::int) || at || '</p>')) as row
    where one.title = '长文'`.execute(ownerDb);
  const made = join(folder.path, 'made');
  for (let at = 0; at < FILES; at++) {
    // nothing but zeros behind its head: it is told, hashed, packed and stored as any other
    writeFileSync(made, `ID3\u0004${at}`);
    truncateSync(made, UPLOAD_LIMITS.file);
    const { filepath } = await storeFile(
      { db: site.database.db, dir: site.filesDir },
      { path: made, extension: 'mp3', at: new Date('2026-01-05') },
    );
    await site.publish('录音', [
      article('00010002000100080003', `录音${at}`, { attachments: [{ filename: `${at}.mp3`, filepath }] }),
    ]);
  }
  const path = join(folder.path, 'site');
  const exported = await peakOf('export-site', [path, '--articles']);
  expect(exported.out).toContain(
    `${FILES} stored files of ${((FILES * UPLOAD_LIMITS.file) / 1_000_000).toFixed(1)} MB`,
  );
  expect(exported.held).toBeLessThan(MOST);
  // change all, so that they have to be taken once more
  await sql`update article set title = '旧' || title where title like '长文%' or title like '录音%'`.execute(ownerDb);
  const imported = await peakOf('import-site', [path, '--save', '--by', environment.writer.account]);
  const count = ARTICLES + 1 + FILES;
  expect(imported.out).toContain(`${count} of these are articles`);
  expect(imported.out).toContain(`is a draft with ${count} things`);
  expect(imported.out).not.toContain('To be mended');
  expect(imported.held).toBeLessThan(MOST);
  const [out, back] = [exported, imported].map(({ held }) => `${Math.ceil(held / 1_000_000)} MB`);
  proved({
    fault: `${ARTICLES} articles of ${LENGTH} characters and stored files of ${FILES * 105} MB in one file between environments`,
    tries: 1,
    outcome: `${out} of memory for the export, ${back} for the import`,
  });
});
