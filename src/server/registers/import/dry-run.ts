import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';
import { exportedFields } from '#page/register-view.ts';
import { compareImport, vanishingOf, type Respelt } from './compare-import.ts';
import { shownValue } from './findings.ts';
import type { FileProblem } from './import-report.ts';
import type { StoredKeys } from './key-spellings.ts';
import { missingFiles } from './missing-files.ts';
import { readImport, type ImportSource, type ReadImport } from './read-import.ts';
import { publicReferences } from './references.ts';

export interface DryRun extends Omit<ImportSource, 'references'> {
  db: Db;
  /** number of rows that may vanish, as the person has confirmed */
  confirmRemoved?: number;
}

/**
 * RG6: the effects of an import. Reads only.
 * @returns the report, and the rows for publishing
 * @throws SheetRefused where the file is no sheet
 */
export async function dryRun({ db, confirmRemoved, ...source }: DryRun): Promise<ReadImport> {
  const mayLack = neverExported(source.definition);
  const read = await readImport({
    ...source,
    mayLack,
    references: publicReferences(db),
    storedKeys: publicKeys(db, source.definition.register),
  });
  const { report, rows } = read;
  if (!report.publishable) return read;
  report.remarks.push(...(await missingFiles(db, source.definition, rows)));
  const { difference, respelt } = await compareImport(db, source.definition, read);
  report.difference = difference;
  report.remarks.push(...respeltWords(respelt));
  report.problems.push(...lackingRows(source.definition, read));
  report.vanishing = vanishingOf(report.difference, confirmRemoved);
  report.publishable = report.problems.length === 0 && (report.vanishing === null || report.vanishing.confirmed);
  return read;
}

/** RG13: required columns that no download has: in a file that was a download, rows keep the public values. */
function neverExported(definition: RegisterDefinition): ReadonlySet<string> {
  const exported = new Set(exportedFields(definition));
  return new Set(Object.keys(definition.fields).filter((name) => !exported.has(name)));
}

/**
 * RG14: rows that would vanish and come again for a spelling: put as a question, because nobody sees the difference.
 */
export function respeltWords(respelt: readonly Respelt[]): string[] {
  const sentences = respelt
    .slice(0, MOST_NAMED)
    .map(
      ({ line, name, stored }) =>
        `第 ${line} 行“${shownValue(name)}”与现在公示的“${shownValue(stored)}”只差全角、半角等写法，是同一条吗？照文件发布，后者会被删除，前者算作新增；是同一条，请照现在公示的写法填写`,
    );
  return respelt.length > MOST_NAMED ? [...sentences, `这样的行共 ${respelt.length} 行`] : sentences;
}

/** keys of one statement */
const BATCH = 5_000;

function publicKeys(db: Db, register: string): StoredKeys {
  return async (keys) => {
    const stored = new Set<string>();
    for (let from = 0; from < keys.length; from += BATCH) {
      const found = await db
        .selectFrom('register_row')
        .select('key')
        .where('register', '=', register)
        .where('public_to', 'is', null)
        .where('key', 'in', keys.slice(from, from + BATCH))
        .execute();
      for (const { key } of found) stored.add(key);
    }
    return stored;
  };
}

/** lines that a sentence names */
const MOST_NAMED = 10;

/** New rows without a public value that they could keep. */
function lackingRows({ fields }: RegisterDefinition, { absent, rows, lines }: ReadImport): FileProblem[] {
  return absent.flatMap((name) => {
    const { title, required } = fields[name]!;
    if (!required) return [];
    const lacking = lines.filter((_, at) => (rows[at]![name] ?? null) === null);
    if (lacking.length === 0) return [];
    const named = `${lacking.slice(0, MOST_NAMED).join('、')}${lacking.length > MOST_NAMED ? ' …' : ''}`;
    return [
      {
        cell: '',
        value: '',
        reason: `新增的 ${lacking.length} 行（第 ${named} 行）必须填写“${title}”，而文件没有这一列`,
        remedy: `请加上标题为“${title}”的一列并逐行填写（模板中有这一列），或在登记表中逐行新增`,
      },
    ];
  });
}
