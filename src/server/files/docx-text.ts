import { addFinding, type Finding, type FindingKind } from '#authored/findings.ts';
import {
  drawnSign,
  drawnText,
  groundOf,
  isOfLetters,
  isUnseen,
  readStyles,
  seeLetters,
  seenLook,
  type DocxStyles,
  type Look,
} from './docx-looks.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import { addSeen, searchedText, type SeenRun } from './seen-text.ts';
import { PackageRefused } from './zip-package.ts';
import { attribute, type ZippedXml } from './zipped-xml.ts';

export type DocxBlock =
  /** level 0 is plain text, 1 to 6 a heading */
  { kind: 'paragraph'; runs: SeenRun[]; level: number; listed: boolean } | { kind: 'table'; rows: DocxCell[][] };

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
  /** AC3: unseen parts were left out: hidden texts, comments, deletions of tracked changes */
  unseen: Map<FindingKind, Finding>;
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
  const text = await readBody(archive, main, await readStyles(archive, styles), limits);
  for (const { type, target } of parts.values())
    if (type === 'comments' && archive.has(target)) await readComments(archive, target, text);
  return text;
}

async function readComments(archive: ZippedXml, part: string, found: DocxText): Promise<void> {
  let [taking, text] = [false, ''];
  await archive.readXml(part, {
    open: (tag) => {
      if (tag === 't') taking = true;
      else if (tag === 'comment') text = '';
    },
    close: (tag) => {
      if (tag === 't') taking = false;
      else if (tag === 'comment') tell(found, 'comments', text);
    },
    text: (piece) => {
      if (taking && text.length < LONGEST_PIECE) text += piece;
    },
  });
}

/** stored characters of an unseen text */
const LONGEST_PIECE = 2_000;

function tell({ unseen }: DocxText, kind: FindingKind, given: string): void {
  const text = given.trim();
  if (text === '' && kind !== 'comments') return;
  addFinding(unseen, kind, text);
}

/** Parts that are not read as text: repeated for old programs, taken out, moved elsewhere, or how it looked before. */
const PASSED_OVER = new Set([
  'Fallback', 'del', 'moveFrom', 'rPrChange', 'pPrChange', 'tblPrChange', 'tcPrChange', 'trPrChange', 'tblPrExChange', 'sectPrChange',
]); // prettier-ignore

interface OpenCell extends DocxCell {
  continued: boolean;
  look: Look;
}
interface OpenTable {
  rows: OpenCell[][];
  look: Look;
  firstRow: Look;
  /** tracked changes have deleted the row that is open */
  isRowGone: boolean;
}
interface OpenParagraph {
  block: Extract<DocxBlock, { kind: 'paragraph' }>;
  /** looks of its own, and of its style */
  looks: [own: Look, style: Look];
}

async function readBody(
  archive: ZippedXml,
  part: string,
  { defaults, style }: DocxStyles,
  limits: DocxLimits,
): Promise<DocxText> {
  const result: DocxText = { blocks: [], cut: false, pictures: false, unseen: new Map() };
  const tables: OpenTable[] = [];
  // a text box lies inside a paragraph and holds paragraphs of its own
  const paragraphs: OpenParagraph[] = [];
  let [taking, deleted, skipped, inRun] = [false, false, 0, false];
  // AC3: letters that nobody sees
  let run: [own: Look, style: Look] = [{}, {}];
  let page: string | undefined;
  let context: 'paragraph' | 'cell' | 'table' | 'none' = 'none';
  const isHidden = (): boolean => {
    const around = [...tables].reverse().flatMap((table): Look[] => {
      const isFirst = table.rows.length === 1;
      return [table.rows.at(-1)?.at(-1)?.look ?? {}, ...(isFirst ? [table.firstRow] : []), table.look];
    });
    // the ground of a shape is unknown
    const shape: Look[] = paragraphs.length > 1 ? [{ ground: 'unknown' }] : [];
    return isUnseen([...run, ...(paragraphs.at(-1)?.looks ?? []), ...shape, ...around, defaults], page);
  };
  let { blocks, characters } = limits;
  const cell = () => tables.at(-1)?.rows.at(-1)?.at(-1);
  const add = (block: DocxBlock) => (cell()?.blocks ?? result.blocks).push(block);
  // neighbours of one kind are one text
  let unseen: { kind: FindingKind; text: string } | null = null;
  const tellUnseen = () => {
    if (unseen) tell(result, unseen.kind, unseen.text);
    unseen = null;
  };
  const take = (kind: FindingKind, text: string) => {
    if (unseen && unseen.kind !== kind) tellUnseen();
    unseen ??= { kind, text: '' };
    if (unseen.text.length < LONGEST_PIECE) unseen.text += text;
  };
  const write = (text: string) => {
    const paragraph = paragraphs.at(-1);
    if (!paragraph || characters <= 0) return;
    if (isHidden()) {
      take('hidden', text);
      return;
    }
    tellUnseen();
    const looks = [...run, ...paragraph.looks, defaults];
    addSeen(paragraph.block.runs, drawnText(text, looks).slice(0, characters), seenLook(looks));
    characters -= text.length;
  };
  const spend = () => {
    if (--blocks < 0 || characters <= 0) result.cut = true;
  };
  const opened: Record<string, (attributes: Readonly<Record<string, string>>) => void> = {
    p: () => {
      spend();
      paragraphs.push({ block: { kind: 'paragraph', runs: [], level: 0, listed: false }, looks: [{}, {}] });
      [inRun, run] = [false, [{}, {}]];
    },
    background: (attributes) => {
      const colour = attribute(attributes, 'color') ?? '';
      if (/^[\da-f]{6}$/i.test(colour)) page = groundOf({ fill: colour });
    },
    pPr: () => (context = 'paragraph'),
    tcPr: () => (context = 'cell'),
    tblPr: () => (context = 'table'),
    // look of the mark that ends a paragraph, outside of a run
    rPr: () => (context = 'none'),
    pStyle: (attributes) => {
      const found = style(attribute(attributes, 'val') ?? '');
      setLevel(found?.level);
      const paragraph = paragraphs.at(-1);
      if (paragraph && found) paragraph.looks[1] = { ...found.look, ground: found.look.ground ?? found.ground };
    },
    rStyle: (attributes) => {
      if (inRun) run[1] = style(attribute(attributes, 'val') ?? '')?.look ?? {};
    },
    tblStyle: (attributes) => {
      const [found, table] = [style(attribute(attributes, 'val') ?? ''), tables.at(-1)];
      if (!found || !table) return;
      table.look = { ...found.look, ground: table.look.ground ?? found.look.ground ?? found.ground };
      table.firstRow = found.firstRow;
    },
    // letters of no filling
    noFill: () => {
      if (inTextFill) run[0].hides = true;
    },
    textFill: () => (inTextFill = inRun),
    outlineLvl: (attributes) => setLevel(Number(attribute(attributes, 'val')) + 1),
    numPr: () => {
      const paragraph = paragraphs.at(-1);
      if (paragraph) paragraph.block.listed = true;
    },
    t: () => (taking = true),
    sym: (attributes) => inRun && write(drawnSign(attributes)),
    trPr: () => (inRow = true),
    tab: () => inRun && write('\t'),
    br: () => inRun && write('\n'),
    cr: () => inRun && write('\n'),
    noBreakHyphen: () => write('-'),
    drawing: () => (result.pictures = true),
    pict: () => (result.pictures = true),
    tbl: () => tables.push({ rows: [], look: {}, firstRow: {}, isRowGone: false }),
    tr: () => tables.at(-1)?.rows.push([]),
    tc: () => {
      spend();
      tables.at(-1)?.rows.at(-1)?.push({ blocks: [], colspan: 1, rowspan: 1, continued: false, look: {} });
    },
    gridSpan: (attributes) => {
      const [open, span] = [cell(), Number(attribute(attributes, 'val'))];
      if (open && span >= 1 && span <= 63) open.colspan = span;
    },
    vMerge: (attributes) => {
      const open = cell();
      if (open) open.continued = (attribute(attributes, 'val') ?? 'continue') === 'continue';
    },
    r: () => ([inRun, run] = [true, [{}, {}]]),
  };
  let [inTextFill, inRow] = [false, false];
  const seeGround = (attributes: Readonly<Record<string, string>>) => {
    const found = {
      paragraph: paragraphs.at(-1)?.looks[0],
      cell: cell()?.look,
      table: tables.at(-1)?.look,
      none: null,
    }[context];
    if (found) found.ground = groundOf(attributes) ?? found.ground;
  };
  const setLevel = (level: number | undefined) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph && level !== undefined && level >= 1 && level <= 9) paragraph.block.level = Math.min(level, 6);
  };
  const closeParagraph = () => {
    tellUnseen();
    const paragraph = paragraphs.pop();
    if (paragraph && paragraph.block.runs.some(({ text }) => text.trim() !== '')) add(paragraph.block);
  };
  const closeRow = () => {
    const table = tables.at(-1);
    if (!table?.isRowGone) return;
    const gone = table.rows.pop()!.flatMap(({ blocks }) => blocks);
    table.isRowGone = false;
    tell(result, 'deletions', linesOf(gone).join(' '));
  };
  const closeTable = () => {
    const table = tables.pop();
    if (table && table.rows.length > 0) add({ kind: 'table', rows: joinRows(table.rows) });
  };
  await archive.readXml(part, {
    open: (tag, attributes) => {
      if (tag === 'delText') deleted = true;
      if (tag === 'del' && inRow && tables.length > 0) tables.at(-1)!.isRowGone = true;
      if (PASSED_OVER.has(tag) || skipped > 0) skipped++;
      else if (Object.hasOwn(opened, tag)) opened[tag]!(attributes);
      else if (inRun && isOfLetters(tag)) seeLetters(run[0], tag, attributes);
      else if (tag === 'shd') seeGround(attributes);
    },
    close: (tag) => {
      if (tag === 'delText') deleted = false;
      if (skipped > 0) skipped--;
      else if (tag === 't') taking = false;
      else if (tag === 'r') [inRun, run] = [false, [{}, {}]];
      else if (tag === 'trPr') inRow = false;
      else if (tag === 'tr') closeRow();
      else if (tag === 'textFill') inTextFill = false;
      else if (tag === 'rPr' && !inRun) context = 'paragraph';
      else if (tag === 'pPr' || tag === 'tcPr' || tag === 'tblPr') context = 'none';
      else if (tag === 'p') closeParagraph();
      else if (tag === 'tbl') closeTable();
    },
    text: (text) => {
      if (deleted) take('deletions', text);
      else if (taking && skipped === 0) write(text);
    },
    done: () => result.cut,
  });
  // closes elements that were open when the limits were reached
  while (paragraphs.length > 0) closeParagraph();
  while (tables.length > 0) closeTable();
  return result;
}

/** Lines of text as a search reads them. */
export const linesOf = (blocks: readonly DocxBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? searchedText(block.runs)
      : block.rows.flatMap((row) => row.flatMap((cell) => linesOf(cell.blocks))),
  );

/** Cells that continue the one above make it taller. */
function joinRows(rows: OpenCell[][]): DocxCell[][] {
  let above = new Map<number, OpenCell>();
  return rows.map((row) => {
    const here = new Map<number, OpenCell>();
    const cells: DocxCell[] = [];
    let column = 0;
    for (const cell of row) {
      const upper = above.get(column);
      if (cell.continued && upper && upper.colspan === cell.colspan) {
        upper.rowspan++;
        here.set(column, upper);
      } else {
        cells.push(cell);
        here.set(column, cell);
      }
      column += cell.colspan;
    }
    above = here;
    return cells;
  });
}
