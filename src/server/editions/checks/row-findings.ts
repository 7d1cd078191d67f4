import { dateAgainstTitle, isDateOfRow } from '#rules/checks/data-dates.ts';
import type { RowsDocument } from '#kinds/rows/index.ts';
import type { Db } from '../../db/tables.ts';
import { filesInRows, findInRows, keyWords, numbersInCell, ofCells, publicColumns, type CellFinding } from './cells.ts';
import { findInFiles } from './files.ts';
import { foundAt, type Found } from './found.ts';
import { filesAgain, rowsAgain } from './public-again.ts';

interface Context {
  db: Db;
  filesDir?: string;
  advertWordsIn: (text: string) => string[];
}

/** PV1, CK5, CK8, CK9: findings in rows that an edition brings. */
export async function rowFindings(
  { db, filesDir, advertWordsIn }: Context,
  document: RowsDocument,
  editionTitle: string,
): Promise<Found[]> {
  const { definition, rows = [] } = document;
  const advertWordsInCell = (text: string): CellFinding[] =>
    advertWordsIn(text).map((word) => ({ check: 'advert-word', label: '', shown: `“${word}”` }));
  const files = filesInRows(definition, rows);
  return [
    ...(await findInRows(db, definition, rows, (text) => [...numbersInCell(text), ...advertWordsInCell(text)])),
    ...(filesDir === undefined ? [] : await findInFiles(db, filesDir, files)),
    ...dateFindings(document, editionTitle),
    ...(await rowsAgain(db, definition, rows)),
    ...(await filesAgain(db, [...files.keys()])),
  ];
}

/** CK5: the data date against the titles of register and edition, and against columns of dates. */
export function dateFindings({ definition, dataDate, rows = [] }: RowsDocument, editionTitle: string): Found[] {
  if (dataDate === '') return [];
  const { title, fields } = definition;
  const titles = [
    { place: `登记表“${title}”的名称`, text: title },
    { place: '稿件标题', text: editionTitle },
  ];
  const ofTitles = titles.flatMap(({ place, text }) => {
    const written = dateAgainstTitle(text, dataDate);
    return written === null ? [] : [foundAt('date-of-title', place, `写的是 ${written}，数据日期是 ${dataDate}`)];
  });
  const columns = publicColumns(definition).filter((name) => fields[name] && isDateOfRow(fields[name]));
  const late = columns.flatMap((field) =>
    rows.flatMap((row) => {
      const day = String(row[field] ?? '').slice(0, 10);
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || day <= dataDate) return [];
      const shown = `${day}，数据日期是 ${dataDate}`;
      return [{ check: 'date-of-column' as const, label: '', shown, field, row: keyWords(definition, row) }];
    }),
  );
  return [...ofTitles, ...ofCells(definition, late)];
}
