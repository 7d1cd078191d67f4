import { columnOf } from '../../files/cell-address.ts';
import { readRelationships } from '../../files/relationships.ts';
import { attribute, type ZippedXml } from '../../files/zipped-xml.ts';
import type { OverCell } from './sheet.ts';

/** things of one sheet that are reported with their places; readers count all */
const MOST = 10_000;

const KINDS: Readonly<Record<string, OverCell['kind']>> = {
  pic: 'picture',
  sp: 'shape',
  // a line that is drawn across cells
  cxnSp: 'shape',
  graphicFrame: 'chart',
};

/** EY10: pictures, shapes and charts that lie over the cells of a sheet, and comments and notes of cells. */
export async function findOverCells(archive: ZippedXml, sheet: string): Promise<OverCell[]> {
  const found: OverCell[] = [];
  const listed = new Set<string>();
  for (const { type, target } of (await readRelationships(archive, sheet)).values()) {
    if (!archive.has(target)) continue;
    if (type === 'drawing') await readDrawing(archive, target, found);
    else if (type === 'comments' || type === 'threadedComment') await readComments(archive, target, found, listed);
  }
  return found;
}

async function readDrawing(archive: ZippedXml, part: string, found: OverCell[]): Promise<void> {
  let place: { column: number; row: number } | null = null;
  let [inFrom, taking, text] = [false, '', ''];
  await archive.readXml(part, {
    open: (tag) => {
      if (tag.endsWith('Anchor')) place = null;
      else if (tag === 'from') [inFrom, place] = [true, { column: 0, row: 0 }];
      else if (inFrom && (tag === 'col' || tag === 'row')) [taking, text] = [tag, ''];
      const kind = KINDS[tag];
      if (kind !== undefined && found.length < MOST)
        found.push({ kind, line: place === null ? 0 : place.row + 1, place: place?.column ?? -1 });
    },
    close: (tag) => {
      if (tag === 'from') inFrom = false;
      if (tag !== taking || place === null) return;
      place[taking === 'col' ? 'column' : 'row'] = Number(text) || 0;
      taking = '';
    },
    text: (more) => {
      if (taking !== '' && text.length < 20) text += more;
    },
    done: () => found.length >= MOST,
  });
}

async function readComments(archive: ZippedXml, part: string, found: OverCell[], listed: Set<string>): Promise<void> {
  await archive.readXml(part, {
    open: (tag, attributes) => {
      const address = tag === 'comment' || tag === 'threadedComment' ? (attribute(attributes, 'ref') ?? '') : '';
      const place = columnOf(address);
      // Excel writes a thread once more, as a note of old
      if (place === undefined || found.length >= MOST || listed.has(address)) return;
      listed.add(address);
      found.push({ kind: 'comment', line: Number(/\d+$/.exec(address)?.[0] ?? 0), place });
    },
    done: () => found.length >= MOST,
  });
}
