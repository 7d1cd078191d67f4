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
  return readBody(archive, main, await readStyles(archive, styles), limits);
}

interface Styles {
  /** heading level by style id: by outline level, else by the style's English or Chinese name */
  headings: Map<string, number>;
  /** ids of styles whose letters nobody sees (AC3) */
  hiding: Set<string>;
}

async function readStyles(archive: ZippedXml, part: string | undefined): Promise<Styles> {
  const [headings, hiding, shown] = [new Map<string, number>(), new Set<string>(), new Set<string>()];
  const basedOn = new Map<string, string>();
  if (part === undefined) return { headings, hiding };
  let id = '';
  await archive.readXml(part, {
    open: (tag, attributes) => {
      if (tag === 'style') id = attribute(attributes, 'styleId') ?? '';
      const value = attribute(attributes, 'val') ?? '';
      const named = tag === 'name' ? /^(?:heading|标题)\s*([1-9])$/i.exec(value)?.[1] : undefined;
      if (named) headings.set(id, Number(named));
      else if (tag === 'name' && /^title$/i.test(value)) headings.set(id, 1);
      else if (tag === 'outlineLvl' && /^[0-8]$/.test(value)) headings.set(id, Number(value) + 1);
      else if (tag === 'basedOn') basedOn.set(id, value);
      const hides = id === '' ? undefined : hidesLetters(tag, value);
      if (hides === true) hiding.add(id);
      else if (hides === false) shown.add(id);
    },
    close: (tag) => {
      if (tag === 'style') id = '';
    },
  });
  for (const one of basedOn.keys()) {
    let above: string | undefined = one;
    for (let steps = 0; above !== undefined && steps < 20 && !hiding.has(above) && !shown.has(above); steps++)
      above = basedOn.get(above);
    if (above !== undefined && hiding.has(above)) hiding.add(one);
  }
  return { headings, hiding };
}

/** Whether a property of letters takes them from the eye: hidden, or of a point; undefined for one that says nothing of it. */
function hidesLetters(tag: string, value: string): boolean | undefined {
  if (tag === 'vanish') return !/^(?:0|false|off)$/i.test(value);
  // in halves of a point
  return tag === 'sz' && value !== '' ? Number(value) <= 2 || undefined : undefined;
}

/** Parts that are not read as text: repeated for old programs, taken out, moved elsewhere, or how it looked before. */
const PASSED_OVER = new Set(['Fallback', 'del', 'moveFrom', 'rPrChange', 'pPrChange']);
/** nearly white, too */
const WHITE = /^(?:f[89a-f]){3}$/i;

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
  { headings, hiding }: Styles,
  limits: DocxLimits,
): Promise<DocxText> {
  const result: DocxText = { blocks: [], cut: false, pictures: false };
  const tables: OpenTable[] = [];
  // a text box lies inside a paragraph and holds paragraphs of its own
  const paragraphs: OpenParagraph[] = [];
  let [taking, skipped] = [false, 0];
  // AC3: letters that nobody sees, by the paragraph's style or by the run; white ones on a ground of their own are seen
  const hidingParagraphs: boolean[] = [];
  const groundParagraphs: boolean[] = [];
  let run: { hides?: boolean; isWhite?: boolean; hasGround?: boolean } = {};
  const isHidden = (): boolean =>
    run.hides ?? ((run.isWhite && !run.hasGround && !groundParagraphs.at(-1)) || (hidingParagraphs.at(-1) ?? false));
  let { blocks, characters } = limits;
  const cell = () => tables.at(-1)?.rows.at(-1)?.at(-1);
  const add = (block: DocxBlock) => (cell()?.blocks ?? result.blocks).push(block);
  const write = (text: string) => {
    const paragraph = paragraphs.at(-1);
    if (!paragraph || characters <= 0 || isHidden()) return;
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
      hidingParagraphs.push(false);
      // a cell or a shape has a ground that nobody here knows
      groundParagraphs.push(tables.length > 0 || paragraphs.length > 1);
      [inRun, run] = [false, {}];
    },
    pStyle: (attributes) => {
      const style = attribute(attributes, 'val') ?? '';
      setLevel(headings.get(style));
      if (hiding.has(style)) hidingParagraphs[hidingParagraphs.length - 1] = true;
    },
    rStyle: (attributes) => {
      if (inRun && hiding.has(attribute(attributes, 'val') ?? '')) run.hides = true;
    },
    vanish: (attributes) => seeLetters('vanish', attributes),
    sz: (attributes) => seeLetters('sz', attributes),
    color: (attributes) => {
      if (inRun) run.isWhite = WHITE.test(attribute(attributes, 'val') ?? '');
    },
    shd: (attributes) => seeGround(attribute(attributes, 'fill') ?? ''),
    highlight: () => seeGround('yellow'),
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
    r: () => ([inRun, run] = [true, {}]),
  };
  let inRun = false;
  const seeLetters = (tag: string, attributes: Readonly<Record<string, string>>) => {
    if (inRun) run.hides = hidesLetters(tag, attribute(attributes, 'val') ?? '') ?? run.hides;
  };
  const seeGround = (fill: string) => {
    if (fill === '' || fill === 'auto' || WHITE.test(fill)) return;
    if (inRun) run.hasGround = true;
    else if (groundParagraphs.length > 0) groundParagraphs[groundParagraphs.length - 1] = true;
  };
  const setLevel = (level: number | undefined) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph && level !== undefined && level >= 1 && level <= 9) paragraph.level = Math.min(level, 6);
  };
  const closeParagraph = () => {
    const paragraph = paragraphs.pop();
    hidingParagraphs.pop();
    groundParagraphs.pop();
    if (paragraph && paragraph.text.trim() !== '') add(paragraph);
  };
  const closeTable = () => {
    const table = tables.pop();
    if (table && table.rows.length > 0) add({ kind: 'table', rows: joinRows(table.rows) });
  };
  await archive.readXml(part, {
    open: (tag, attributes) => {
      if (PASSED_OVER.has(tag) || skipped > 0) skipped++;
      else if (Object.hasOwn(opened, tag)) opened[tag]!(attributes);
    },
    close: (tag) => {
      if (skipped > 0) skipped--;
      else if (tag === 't') taking = false;
      else if (tag === 'r') [inRun, run] = [false, {}];
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
