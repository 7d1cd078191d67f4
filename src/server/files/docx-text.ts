import { findMainPart, readRelationships } from './relationships.ts';
import { PackageRefused } from './zip-package.ts';
import { attribute, type ZippedXml } from './zipped-xml.ts';

export type DocxBlock =
  /** level 0 is plain text, 1 to 6 a heading */
  { kind: 'paragraph'; text: string; level: number; listed: boolean } | { kind: 'table'; rows: DocxCell[][] };

interface DocxCell {
  blocks: DocxBlock[];
  colspan: number;
  rowspan: number;
}

export interface DocxText {
  blocks: DocxBlock[];
  /** text beyond the limits was left out */
  cut: boolean;
  /** pictures and drawings are not shown */
  pictures: boolean;
}

export interface DocxLimits {
  /** paragraphs and cells together */
  blocks: number;
  characters: number;
}

/** @throws PackageRefused */
export async function readDocx(archive: ZippedXml, limits: DocxLimits): Promise<DocxText> {
  const main = await findMainPart(archive);
  if (main === undefined || !archive.has(main)) throw new PackageRefused('文件中没有正文，无法预览');
  const parts = await readRelationships(archive, main);
  const styles = [...parts.values()].find(({ type, target }) => type === 'styles' && archive.has(target))?.target;
  return readBody(archive, main, await readHeadingStyles(archive, styles), limits);
}

/** Heading level by style id: by outline level, else by the style's English or Chinese name. */
async function readHeadingStyles(archive: ZippedXml, part: string | undefined): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  if (part === undefined) return levels;
  let id = '';
  await archive.readXml(part, {
    open: (tag, attributes) => {
      if (tag === 'style') id = attribute(attributes, 'styleId') ?? '';
      const value = attribute(attributes, 'val') ?? '';
      const named = tag === 'name' ? /^(?:heading|标题)\s*([1-9])$/i.exec(value)?.[1] : undefined;
      if (named) levels.set(id, Number(named));
      else if (tag === 'name' && /^title$/i.test(value)) levels.set(id, 1);
      else if (tag === 'outlineLvl' && /^[0-8]$/.test(value)) levels.set(id, Number(value) + 1);
    },
  });
  return levels;
}

interface OpenCell extends DocxCell {
  continued: boolean;
}
interface OpenTable {
  rows: OpenCell[][];
}
type OpenParagraph = Extract<DocxBlock, { kind: 'paragraph' }>;

async function readBody(
  archive: ZippedXml,
  part: string,
  headings: Map<string, number>,
  limits: DocxLimits,
): Promise<DocxText> {
  const result: DocxText = { blocks: [], cut: false, pictures: false };
  const tables: OpenTable[] = [];
  // a text box lies inside a paragraph and holds paragraphs of its own
  const paragraphs: OpenParagraph[] = [];
  let [taking, skipped] = [false, 0];
  let { blocks, characters } = limits;
  const cell = () => tables.at(-1)?.rows.at(-1)?.at(-1);
  const add = (block: DocxBlock) => (cell()?.blocks ?? result.blocks).push(block);
  const write = (text: string) => {
    const paragraph = paragraphs.at(-1);
    if (!paragraph || characters <= 0) return;
    paragraph.text += text.slice(0, characters);
    characters -= text.length;
  };
  const spend = () => {
    if (--blocks < 0 || characters <= 0) result.cut = true;
  };
  const opened: Record<string, (attributes: Readonly<Record<string, string>>) => void> = {
    p: () => {
      spend();
      paragraphs.push({ kind: 'paragraph', text: '', level: 0, listed: false });
    },
    pStyle: (attributes) => setLevel(headings.get(attribute(attributes, 'val') ?? '')),
    outlineLvl: (attributes) => setLevel(Number(attribute(attributes, 'val')) + 1),
    numPr: () => {
      const paragraph = paragraphs.at(-1);
      if (paragraph) paragraph.listed = true;
    },
    t: () => (taking = true),
    tab: () => inRun && write('\t'),
    br: () => inRun && write('\n'),
    cr: () => inRun && write('\n'),
    noBreakHyphen: () => write('-'),
    drawing: () => (result.pictures = true),
    pict: () => (result.pictures = true),
    tbl: () => tables.push({ rows: [] }),
    tr: () => tables.at(-1)?.rows.push([]),
    tc: () => {
      spend();
      tables.at(-1)?.rows.at(-1)?.push({ blocks: [], colspan: 1, rowspan: 1, continued: false });
    },
    gridSpan: (attributes) => {
      const [open, span] = [cell(), Number(attribute(attributes, 'val'))];
      if (open && span >= 1 && span <= 63) open.colspan = span;
    },
    vMerge: (attributes) => {
      const open = cell();
      if (open) open.continued = (attribute(attributes, 'val') ?? 'continue') === 'continue';
    },
    r: () => (inRun = true),
  };
  let inRun = false;
  const setLevel = (level: number | undefined) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph && level !== undefined && level >= 1 && level <= 9) paragraph.level = Math.min(level, 6);
  };
  const closeParagraph = () => {
    const paragraph = paragraphs.pop();
    if (paragraph && paragraph.text.trim() !== '') add(paragraph);
  };
  const closeTable = () => {
    const table = tables.pop();
    if (table && table.rows.length > 0) add({ kind: 'table', rows: joinRows(table.rows) });
  };
  await archive.readXml(part, {
    open: (tag, attributes) => {
      // the fallback repeats, for old programs, what was read already
      if (tag === 'Fallback' || skipped > 0) skipped++;
      else if (Object.hasOwn(opened, tag)) opened[tag]!(attributes);
    },
    close: (tag) => {
      if (skipped > 0) skipped--;
      else if (tag === 't') taking = false;
      else if (tag === 'r') inRun = false;
      else if (tag === 'p') closeParagraph();
      else if (tag === 'tbl') closeTable();
    },
    text: (text) => {
      if (taking && skipped === 0) write(text);
    },
    done: () => result.cut,
  });
  // what was open when the limits were reached
  while (paragraphs.length > 0) closeParagraph();
  while (tables.length > 0) closeTable();
  return result;
}

/** Cells that continue the one above make it taller. */
function joinRows(rows: OpenCell[][]): DocxCell[][] {
  let above = new Map<number, OpenCell>();
  return rows.map((row) => {
    const here = new Map<number, OpenCell>();
    const kept: DocxCell[] = [];
    let column = 0;
    for (const cell of row) {
      const upper = above.get(column);
      if (cell.continued && upper && upper.colspan === cell.colspan) {
        upper.rowspan++;
        here.set(column, upper);
      } else {
        kept.push(cell);
        here.set(column, cell);
      }
      column += cell.colspan;
    }
    above = here;
    return kept;
  });
}
