import { visible } from '#rules/hidden-characters.ts';
import { numberFormat } from '../../files/number-formats.ts';
import { readRelationships } from '../../files/relationships.ts';
import type { ZippedXml } from '../../files/zipped-xml.ts';
import { isOwnAddition } from './own-sheets.ts';
import { SheetRefused } from './refusals.ts';

/** What the rest of a workbook says about the cells of its one sheet that is read. */
export interface Workbook {
  /** of the sheet */
  name: string;
  /** of the sheet */
  part: string;
  /** names of all visible ones, the notes of a template aside */
  visible: string[];
  /** sheets that are not read; those that the product's own workbooks bring along are left out */
  others: { name: string; hidden: boolean }[];
  base1904: boolean;
  styles: CellStyle[];
  sharedStrings: string[];
}

/** `zeros`: digits of a format that shows a number as a code, e.g. 6 for 000000; 0 for others */
interface CellStyle {
  kind: 'number' | 'percent' | 'date';
  zeros: number;
}

/**
 * Finds the first visible sheet, the notes of a template aside, or the visible one of this name, and what its cells
 * refer to.
 * @param longest characters of a string after which the rest is not kept
 * @throws SheetRefused
 */
export async function openWorkbook(archive: ZippedXml, longest: number, wanted = ''): Promise<Workbook> {
  const main = await findMainPart(archive);
  const parts = await readRelationships(archive, main);
  const { listed, base1904 } = await readSheetList(archive, main);
  const sheets = listed.flatMap(({ id, ...sheet }) => {
    const part = parts.get(id);
    return part?.type === 'worksheet' && archive.has(part.target) ? [{ ...sheet, part: part.target }] : [];
  });
  const visible = sheets.filter(({ hidden }) => !hidden);
  const tables = visible.filter((sheet) => !isOwnAddition(sheet));
  // whoever fills in a template may have put its notes first
  const first = wanted === '' ? (tables[0] ?? visible[0]) : tables.find(({ name }) => name === wanted);
  if (!first && wanted !== '') throw new SheetRefused('no-such-sheet', { sheet: wanted });
  if (!first) throw new SheetRefused('no-visible-sheet');
  const partOf = (type: string) =>
    [...parts.values()].find((part) => part.type === type && archive.has(part.target))?.target;
  return {
    name: first.name,
    part: first.part,
    visible: tables.map(({ name }) => name),
    others: sheets
      .filter((sheet) => sheet !== first && !isOwnAddition(sheet))
      .map(({ name, hidden }) => ({ name, hidden })),
    base1904,
    styles: await readStyles(archive, partOf('styles')),
    sharedStrings: await readSharedStrings(archive, partOf('sharedStrings'), longest),
  };
}

/** Archives that hold no workbook are told apart by parts that only they have. */
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

async function readSheetList(archive: ZippedXml, main: string) {
  const listed: { name: string; id: string; hidden: boolean }[] = [];
  let base1904 = false;
  await archive.readXml(main, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') base1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
      if (tag === 'sheet' && id)
        listed.push({
          name: visible((attributes.name ?? '').slice(0, 60)),
          id,
          hidden: /^(veryHidden|hidden)$/.test(attributes.state ?? ''),
        });
    },
  });
  return { listed, base1904 };
}

async function readStyles(archive: ZippedXml, part: string | undefined): Promise<CellStyle[]> {
  if (part === undefined) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inCells = false;
  await archive.readXml(part, {
    open: (tag, { numFmtId, formatCode }) => {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      if (tag === 'cellXfs') inCells = true;
      if (tag === 'xf' && inCells) ids.push(Number(numFmtId ?? 0));
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return ids.map((id) => cellStyle(id, codes));
}

function cellStyle(id: number, codes: ReadonlyMap<number, string>): CellStyle {
  const { kind } = numberFormat(id, codes);
  const zeros = /^0{2,30}$/.test(codes.get(id) ?? '') ? codes.get(id)!.length : 0;
  return { kind: kind === 'date' || kind === 'datetime' ? 'date' : kind === 'percent' ? 'percent' : 'number', zeros };
}

/** Runs of rich text are joined; what tells how to pronounce them is no text. */
async function readSharedStrings(archive: ZippedXml, part: string | undefined, longest: number): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let text = '';
  let [inText, inPhonetic] = [false, false];
  await archive.readXml(part, {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 't') inText = true;
      else if (tag === 'rPh') inPhonetic = true;
    },
    close: (tag) => {
      if (tag === 't') inText = false;
      else if (tag === 'rPh') inPhonetic = false;
      else if (tag === 'si') strings.push(text);
    },
    text: (more) => {
      // one character more than allowed tells that it was longer
      if (inText && !inPhonetic && text.length <= longest) text += more.slice(0, longest + 1);
    },
  });
  return strings;
}
