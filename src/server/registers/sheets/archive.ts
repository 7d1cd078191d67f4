import { openZippedXml, type ZippedXml, type ZippedXmlProblem } from '../../files/zipped-xml.ts';
import { inMegabytes, SheetRefused } from './refusals.ts';
import type { SheetLimits } from './sheet.ts';

/** XML elements of a worksheet inside each other */
const DEPTH = 64;

/**
 * Opens a workbook's archive, which throws SheetRefused, too.
 * @throws SheetRefused for a file that is no zip archive or has too many entries; nothing has been unpacked by then
 */
export function openArchive(bytes: Buffer, limits: Pick<SheetLimits, 'entries' | 'unpackedSize'>): Promise<ZippedXml> {
  const { entries, unpackedSize } = limits;
  // rows and columns have limits of their own, and the deadline ends whatever has too many elements besides
  return openZippedXml(bytes, { entries, unpackedSize, depth: DEPTH, elements: Infinity }, (problem) =>
    refusalOf(problem, limits),
  );
}

function refusalOf(
  problem: ZippedXmlProblem,
  { entries, unpackedSize }: Pick<SheetLimits, 'entries' | 'unpackedSize'>,
): SheetRefused {
  switch (problem.kind) {
    case 'damaged-archive':
      return new SheetRefused('damaged-workbook', { where: '压缩结构不完整' });
    case 'missing':
      return new SheetRefused('damaged-workbook', { where: `缺少 ${problem.part}` });
    case 'damaged':
    case 'too-many-elements':
      return new SheetRefused('damaged-workbook', { where: problem.part });
    case 'double-entry':
      return new SheetRefused('double-part', { where: problem.part });
    case 'encrypted':
      return new SheetRefused('encrypted-workbook');
    case 'too-many-entries':
      return new SheetRefused('too-many-entries', { count: problem.count, limit: entries });
    case 'unpacks-too-large':
      return new SheetRefused('unpacks-too-large', { limit: inMegabytes(unpackedSize) });
    case 'doctype':
      return new SheetRefused('doctype-in-workbook', { where: problem.part });
    case 'nested-too-deep':
      return new SheetRefused('nested-too-deep', { where: problem.part });
  }
}
