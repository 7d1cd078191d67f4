/** Columns and rows of a sheet that nobody sees (EY9): hidden, filtered or folded away, or of no width or height. */

type Attributes = Readonly<Record<string, string>>;

const isTrue = (value: string | undefined): boolean => /^(?:1|true)$/.test(value ?? '');
/** narrower than any sign, in characters; and lower, in points */
const NO_WIDTH = 1;
const NO_HEIGHT = 2;
/** hidden ones that are listed; a program hides all that it does not use */
const MOST_LISTED = 300;

export class SheetLayout {
  readonly hiddenColumns: number[] = [];
  private hidesRows = false;

  /** Reads the elements before the rows. */
  see(tag: string, attributes: Attributes): void {
    if (tag === 'sheetFormatPr') this.hidesRows = isTrue(attributes.zeroHeight);
    // columns that are not written one by one
    if (tag === 'sheetFormatPr' && attributes.defaultColWidth !== undefined)
      if (Number(attributes.defaultColWidth) < NO_WIDTH)
        this.hiddenColumns.push(...Array.from({ length: MOST_LISTED }, (_, column) => column));
    if (tag !== 'col') return;
    const { min, max, width, hidden } = attributes;
    const written = this.hiddenColumns.filter((column) => column < Number(min) - 1 || column >= Number(max ?? min));
    this.hiddenColumns.splice(0, Infinity, ...written);
    if (!isTrue(hidden) && !(width !== undefined && Number(width) < NO_WIDTH)) return;
    for (let column = Number(min); column <= Number(max ?? min) && this.hiddenColumns.length < MOST_LISTED; column++)
      this.hiddenColumns.push(column - 1);
  }

  hidesRow({ hidden, ht }: Attributes): boolean {
    return hidden === undefined ? this.hidesRows || (ht !== undefined && Number(ht) <= NO_HEIGHT) : isTrue(hidden);
  }
}
