import type { ImportReport } from './import-report.ts';

/** errors with their place that a report on the screen lists; the workbook has all */
const MOST_LISTED = 500;

/** Report with the first errors of each column, so that every column with errors is seen. */
export function shortened(report: ImportReport): ImportReport {
  const each = Math.max(20, Math.floor(MOST_LISTED / Math.max(1, report.errors.length)));
  return { ...report, errors: report.errors.map((column) => ({ ...column, cells: column.cells.slice(0, each) })) };
}
