import { visible } from '#rules/text/hidden-characters.ts';
import { stringRuns } from '../../files/cell-runs.ts';
import { StyleLooks } from '../../files/style-looks.ts';
import { cellStyle, type CellStyle } from './cell-style.ts';
import { readRelationships } from '../../files/relationships.ts';
import { readNumberFormats, readSharedStrings, readSheetList } from '../../files/xlsx-parts.ts';
import type { ZippedXml } from '../../files/zipped-xml.ts';
import { isOwnAddition } from './own-sheets.ts';
import { SheetRefused } from './refusals.ts';

/** Facts of a workbook that the cells of its one read sheet depend on. */
export interface Workbook {
  /** name of the sheet */
  name: string;
  /** part of the sheet */
  part: string;
  /** names of all visible ones, the notes of a template aside */
  visible: string[];
  /** sheets that are not read, without those that the product's own workbooks add */
  others: { name: string; hidden: boolean }[];
  base1904: boolean;
  styles: CellStyle[];
  sharedStrings: string[];
  /** EY8: looks of letters in cells, by style, and by shared string where its runs differ */
  looks: StyleLooks;
  runs: ReadonlyMap<number, string>;
  /** errors of cells with metadata are pictures that the cells hold (Excel's own) */
  hasCellPictures: boolean;
}

/**
 * Finds the first visible sheet, the notes of a template aside, or the visible one of this name, and the parts that
 * its cells refer to.
 * @param longest characters of a string after which the rest is dropped
 * @throws SheetRefused
 */
export async function openWorkbook(archive: ZippedXml, longest: number, wanted = ''): Promise<Workbook> {
  const main = await findMainPart(archive);
  const parts = await readRelationships(archive, main);
  const { listed, base1904 } = await readSheetList(archive, main);
  const sheets = listed.flatMap(({ id, name, hidden }) => {
    const part = parts.get(id);
    return part?.type === 'worksheet' && archive.has(part.target)
      ? [{ name: visible(name.slice(0, 60)), hidden, part: part.target }]
      : [];
  });
  const notHidden = sheets.filter(({ hidden }) => !hidden);
  const tables = notHidden.filter((sheet) => !isOwnAddition(sheet));
  // people who fill in a template may have moved the notes sheet to the front
  const first = wanted === '' ? (tables[0] ?? notHidden[0]) : tables.find(({ name }) => name === wanted);
  if (!first && wanted !== '') throw new SheetRefused('no-such-sheet', { sheet: wanted });
  if (!first) throw new SheetRefused('no-visible-sheet');
  const partOf = (type: string) =>
    [...parts.values()].find((part) => part.type === type && archive.has(part.target))?.target;
  const looks = new StyleLooks();
  const { ids, codes } = await readNumberFormats(archive, partOf('styles'), looks.handler);
  const runs = new Map<number, string>();
  return {
    name: first.name,
    part: first.part,
    visible: tables.map(({ name }) => name),
    others: sheets
      .filter((sheet) => sheet !== first && !isOwnAddition(sheet))
      .map(({ name, hidden }) => ({ name, hidden })),
    base1904,
    styles: ids.map((id) => cellStyle(id, codes)),
    // one character more than allowed shows that it was longer
    sharedStrings: await readSharedStrings(archive, partOf('sharedStrings'), {
      most: longest + 1,
      runs: stringRuns(runs),
    }),
    looks,
    runs,
    hasCellPictures: archive.has('xl/richData/richValueRel.xml'),
  };
}

/** Other kinds of archives are recognised by parts that only they contain. */
async function findMainPart(archive: ZippedXml): Promise<string> {
  if (archive.has('EncryptedPackage')) throw new SheetRefused('encrypted-workbook');
  if (archive.has('word/document.xml')) throw new SheetRefused('not-a-sheet', { what: 'Word 文档' });
  if (archive.has('ppt/presentation.xml')) throw new SheetRefused('not-a-sheet', { what: '演示文稿' });
  if (archive.has('content.xml')) throw new SheetRefused('other-workbook', { what: 'OpenDocument 文件' });
  const parts = await readRelationships(archive, '');
  const main = [...parts.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (main.endsWith('.bin')) throw new SheetRefused('other-workbook', { what: '二进制工作簿（.xlsb）' });
  if (!archive.has(main)) throw new SheetRefused('not-a-sheet', { what: '压缩文件，里面没有工作簿' });
  return main;
}
