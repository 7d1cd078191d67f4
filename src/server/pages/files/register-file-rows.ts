import type { RegisterDefinition } from '#page/register-schema.ts';
import { exportedFields } from '#page/register-view.ts';
import { inWords, readQuestion, stillPublic } from '../../api/register-question-params.ts';
import { Refused } from '../../errors.ts';
import { fieldsSheet, registerSheet } from '../../registers/sheets/register-sheet.ts';
import type { WrittenCell } from '../../registers/sheets/written-sheet.ts';
import type { Site } from '../../site/site.ts';
import { shownDocument } from '../../store/articles/authored-key.ts';
import { conditionsNotThen, definitionAt } from '../../store/documents/definition-at.ts';
import type { Moment } from '../../store/publication/new-publication.ts';
import { countEndedRows } from '../../store/publication/still-public.ts';
import { readRegisterInBatches } from '../../store/rows/read-register-in-batches.ts';
import { asksTooLittle } from '../../store/rows/register-question.ts';
import type { PagesDeps } from '../pages.ts';
import type { Part } from './register-file-question.ts';
import type { Format } from './register-file-question.ts';
import { NoFile } from './running-downloads.ts';

/** rows that a sheet of a workbook holds below its titles */
const SHEET_ROWS = 1_048_575;

/** The definition by which rows of the moment are shown (RG25). */
export const shownAt = async ({ db }: Pick<PagesDeps, 'db'>, definition: RegisterDefinition, moment: Moment) =>
  moment === 'now' ? definition : definitionAt(db, definition, moment);

/**
 * Titles and rows of the file; the first rows are read already, so that a page can report that the database is away.
 * @throws NoFile, Refused
 */
export async function rowsOf(
  { db }: PagesDeps,
  site: Site,
  definition: RegisterDefinition,
  format: Format,
  moment: Moment,
  query: Record<string, string>,
  part: Part | null,
) {
  const still = stillPublic(definition, moment, 'now');
  const question = { ...readQuestion(definition, query, site.map.facts), ...still };
  // RG8: one row by its key is shown, but its key alone is no condition of a file
  if (asksTooLittle(definition, { filters: question.filters }))
    throw new NoFile(
      404,
      '请先查询再下载',
      `${definition.title}只提供查询结果的下载，请在页面上填写至少一个查询条件。`,
    );
  const shown = await shownAt({ db }, definition, moment);
  const notThen = conditionsNotThen(definition, shown, question.filters);
  if (notThen.length > 0) throw new Refused('badParameter', inWords(notThen), { problems: notThen });
  const [reading, endedRows] = await Promise.all([
    readRegisterInBatches(db, moment, shown, question),
    countEndedRows(db, shown, moment, still),
  ]);
  if (format === 'xlsx' && Math.min(reading.count, part?.most ?? Infinity) > SHEET_ROWS)
    throw new NoFile(
      404,
      '数据超出 Excel 的行数',
      `共 ${reading.count} 行，Excel 工作表最多 ${SHEET_ROWS} 行。请下载 CSV 格式，或增加查询条件。`,
    );
  const { facts: known } = site.map;
  // a cell without a value is empty for programs, whatever words a page has for it
  const { columns, cellsOf } =
    format === 'json' ? fieldsSheet(shown, known, exportedFields(shown)) : registerSheet(shown, known);
  const batches = reading.batches(part ?? undefined);
  const first = await batches.next();
  return {
    shown,
    total: reading.count,
    endedRows,
    columns,
    rows: (async function* (): AsyncGenerator<WrittenCell[]> {
      try {
        for (const row of first.value ?? []) yield cellsOf(shownDocument(row));
        for await (const batch of batches) for (const row of batch) yield cellsOf(shownDocument(row));
      } finally {
        await batches.return(undefined);
      }
    })(),
  };
}
