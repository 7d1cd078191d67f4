/** Sheets that the product adds to a workbook of its own, beside the one that holds the rows. */

/** sheet of a template with the allowed values of each column */
export const NOTES_SHEET = '填写说明';
/** hidden sheet with the lists for the cells */
export const OPTIONS_SHEET = '选项';

/** The sheet with which a template explains itself; that it is not read need not be reported. */
export const isOwnAddition = ({ name, hidden }: { name: string; hidden: boolean }): boolean =>
  hidden ? name === OPTIONS_SHEET : name === NOTES_SHEET;
