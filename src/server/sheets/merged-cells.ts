import type { Archive } from './archive.ts';
import { SheetRefused } from './refusals.ts';

export interface MergedRange {
  /** as written, e.g. A1:C1 */
  range: string;
  top: number;
  bottom: number;
}

/** what is looked at; a template has a handful */
const MOST_MERGES = 20_000;
const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?ref=["']([A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}(\d{1,7}))["']/g;
/** longer than any one mergeCell tag */
const OVERLAP = 200;

/**
 * The merged ranges of a worksheet. They stand behind its rows, and the header must be judged before them: so the part
 * is unpacked once for them alone, which also proves its size.
 */
export async function findMerges(archive: Archive, part: string): Promise<MergedRange[]> {
  const found: MergedRange[] = [];
  const stream = await archive.stream(part);
  let rest = '';
  try {
    for await (const chunk of stream) {
      const text = rest + (chunk as Buffer).toString('latin1');
      let end = 0;
      for (const match of text.includes('mergeCell') ? text.matchAll(MERGE) : []) {
        if (found.length < MOST_MERGES) found.push({ range: match[1]!, top: Number(match[2]), bottom: Number(match[3]) });
        end = match.index + match[0].length;
      }
      rest = text.slice(Math.max(end, text.length - OVERLAP));
    }
  } catch {
    throw new SheetRefused('damaged-workbook', { where: part });
  } finally {
    stream.destroy();
  }
  return found;
}

/** The merged range that touches the header row, if one does. */
export const headerMerge = (merges: readonly MergedRange[], row: number): MergedRange | undefined => merges.find(({ top, bottom }) => top <= row && bottom >= row);

export function mergeRemark(merges: readonly MergedRange[]): string[] {
  if (merges.length === 0) return [];
  return [`工作表有 ${merges.length} 处合并单元格（如 ${merges[0]!.range}），合并区域只有左上角的单元格有内容`];
}
