import { columnOf } from '../../files/cell-address.ts';
import type { ZippedXml } from '../../files/zipped-xml.ts';
import { SheetRefused } from './refusals.ts';
import type { MergedRange } from './sheet.ts';

/** ranges of one sheet: a table for people has some dozen, and each must be judged */
const MOST_MERGES = 10_000;
const MERGE = /<(?:\w+:)?mergeCell\s[^<>]*?ref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g;
/** longer than any one mergeCell tag */
const OVERLAP = 200;

/**
 * Merged ranges of a worksheet. They come behind its rows, and must be known before them: so the part is unpacked
 * once for them alone, which also proves its size. @param also sees the part, too @throws SheetRefused for more than
 * are judged
 */
export async function findMerges(
  archive: ZippedXml,
  part: string,
  also?: { piece(bytes: string): void },
): Promise<MergedRange[]> {
  const found: MergedRange[] = [];
  let rest = '';
  for await (const piece of archive.unpack(part, false)) {
    const bytes = piece.toString('latin1');
    also?.piece(bytes);
    const text = rest + bytes;
    let end = 0;
    for (const match of text.includes('mergeCell') ? text.matchAll(MERGE) : []) {
      if (found.length >= MOST_MERGES) throw new SheetRefused('too-many-merges', { limit: MOST_MERGES });
      found.push(rangeOf(match));
      end = match.index + match[0].length;
    }
    rest = text.slice(Math.max(end, text.length - OVERLAP));
  }
  return found.filter(({ top, bottom, left, right }) => bottom > top || right > left);
}

function rangeOf([, from = '', top = '', to = '', bottom = '']: RegExpExecArray): MergedRange {
  return {
    range: `${from}${top}:${to}${bottom}`,
    top: Number(top),
    bottom: Number(bottom),
    left: columnOf(from) ?? 0,
    right: columnOf(to) ?? 0,
  };
}

/** The merged range that touches this row, if one does. */
export const mergeAt = (merges: readonly MergedRange[], row: number): MergedRange | undefined =>
  merges.find(({ top, bottom }) => top <= row && bottom >= row);
