import { definitionHash } from '#kinds/rows/server/public-rows.ts';
import { bareFilename } from '#rules/files/upload-rule.ts';
import type { Readable } from 'node:stream';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { FoundImport } from '#wire/register-answers.ts';
import type { Db } from '../../db/tables.ts';
import { readStoredBytes } from '../../files/stored-bytes.ts';
import { publicRevisions } from '../../editions/publish/public-revisions.ts';
import { Refused } from '../../errors.ts';
import { errorsWorkbook } from '../import/errors-workbook.ts';
import type { ImportReport } from '../import/import-report.ts';
import { dryRun } from '../import/dry-run.ts';
import type { Site } from '../../site/site.ts';
import { amendedDefinition, mendsOf } from './amend-definition.ts';
import { PULSE } from './begin-import.ts';

/** @throws Refused unknownImport */
export async function getImport(db: Db, importId: number) {
  const found = await db.selectFrom('register_import').selectAll().where('import_id', '=', importId).executeTakeFirst();
  if (!found) throw new Refused('unknownImport');
  return found;
}

/** An import, for one reader. @throws Refused unknownImport */
export async function findImport(
  db: Db,
  { registers }: Pick<Site, 'registers'>,
  importId: number,
): Promise<FoundImport> {
  const row = await getImport(db, importId);
  const isSilent = row.state === 'running' && row.changed_at.getTime() < Date.now() - 30 * PULSE;
  const revisions =
    row.state === 'done' && row.edition_id === null ? await publicRevisions(db, [`rows:${row.register}`]) : null;
  return {
    importId,
    register: row.register,
    filename: row.filename,
    state: isSilent ? 'failed' : row.state,
    rowsRead: row.rows_read,
    problem: isSilent ? '检查中断了（服务器重新启动过），请重新选择文件' : row.problem,
    report: row.report as FoundImport['report'],
    editionId: row.edition_id,
    amendment: row.amendment,
    isOutdated:
      revisions !== null &&
      (revisions[`rows:${row.register}`] !== row.mark || (await definitionOf(db, { registers }, row)) === null),
  };
}

/** The definition that a file was checked against; null: it is another one by now. */
export async function definitionOf(
  db: Db,
  site: Pick<Site, 'registers'>,
  { register, amendment, definition_hash }: Awaited<ReturnType<typeof getImport>>,
): Promise<RegisterDefinition | null> {
  try {
    const definition = await amendedDefinition(db, site, register, amendment ?? {});
    return definition_hash === '' || definitionHash(definition) === definition_hash ? definition : null;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** The file once more with everything that is wrong in it marked. */
export async function importErrors(
  db: Db,
  filesDir: string,
  site: Pick<Site, 'registers'>,
  importId: number,
): Promise<{ filename: string; body: Readable }> {
  const { register, filepath, filename, amendment } = await getImport(db, importId);
  const definition = await amendedDefinition(db, site, register, amendment ?? {});
  const bytes = await readStoredBytes(filesDir, filepath);
  const { report } = await dryRun({ db, definition, bytes, filename, mends: mendsOf(amendment ?? {}) });
  return {
    filename: `${bareFilename(filename)}-错误标注.xlsx`,
    body: await errorsWorkbook(bytes, filename, report satisfies ImportReport),
  };
}
