import { attribute, type XmlHandler, type ZippedXml } from './zipped-xml.ts';

/** Parts of a workbook that previews, texts and imports read alike. */

/**
 * The sheets of a workbook in its order.
 * @param main the workbook's main part
 */
export async function readSheetList(
  archive: ZippedXml,
  main: string,
): Promise<{ listed: { name: string; id: string; hidden: boolean }[]; base1904: boolean }> {
  const listed: { name: string; id: string; hidden: boolean }[] = [];
  let base1904 = false;
  await archive.readXml(main, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') base1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
      if (tag === 'sheet' && id)
        listed.push({
          name: attributes.name ?? '',
          id,
          hidden: /^(veryHidden|hidden)$/.test(attribute(attributes, 'state') ?? ''),
        });
    },
  });
  return { listed, base1904 };
}

/**
 * Number format of each style of cells by its id, and the codes of those formats that the workbook spells.
 * @param also sees all of the styles, too
 */
export async function readNumberFormats(
  archive: ZippedXml,
  part: string | undefined,
  also?: Pick<XmlHandler, 'open' | 'close'>,
): Promise<{ ids: number[]; codes: Map<number, string> }> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  if (part === undefined) return { ids, codes };
  let inCells = false;
  await archive.readXml(part, {
    open: (tag, attributes) => {
      also?.open?.(tag, attributes);
      if (tag === 'numFmt')
        codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
      if (tag === 'cellXfs') inCells = true;
      if (tag === 'xf' && inCells) ids.push(Number(attribute(attributes, 'numFmtId') ?? 0));
    },
    close: (tag) => {
      also?.close?.(tag);
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return { ids, codes };
}

/** Sees the runs of each shared string. */
export interface StringRuns extends Required<Pick<XmlHandler, 'open' | 'close'>> {
  begin(): void;
  /** @param length stored characters of the string */
  text(length: number): void;
  /** @param number of the string */
  end(number: number, text: string): void;
}

/**
 * Strings that cells refer to by number. Runs of rich text are joined; a guide to their pronunciation is no text.
 * @param most characters of one string; of a longer one at least so many are stored
 * @param last number of the last wanted string @param runs called with the runs of each string
 */
export async function readSharedStrings(
  archive: ZippedXml,
  part: string | undefined,
  { most, last = Infinity, runs }: { most: number; last?: number; runs?: StringRuns },
): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined || last < 0) return strings;
  let text = '';
  let [inText, inPhonetic] = [false, false];
  await archive.readXml(part, {
    open: (tag, attributes) => {
      runs?.open(tag, attributes);
      if (tag === 'si') {
        text = '';
        runs?.begin();
      } else if (tag === 't') inText = true;
      else if (tag === 'rPh') inPhonetic = true;
    },
    close: (tag) => {
      runs?.close(tag);
      if (tag === 't') inText = false;
      else if (tag === 'rPh') inPhonetic = false;
      else if (tag === 'si') {
        runs?.end(strings.length, text);
        strings.push(text);
      }
    },
    text: (more) => {
      if (!inText || inPhonetic || text.length >= most) return;
      const taken = more.slice(0, most);
      runs?.text(taken.length);
      text += taken;
    },
    done: () => strings.length > last,
  });
  return strings;
}

/** Characters that XML cannot hold are written _xHHHH_ in workbooks. */
export const decodeCharacters = (words: string): string =>
  words.includes('_x')
    ? words.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))).toWellFormed()
    : words;
