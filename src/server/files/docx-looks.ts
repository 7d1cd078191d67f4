import { readSymbols, symbolFontOf } from '#authored/symbol-fonts.ts';
import type { SeenRun } from './seen-text.ts';
import { attribute, type ZippedXml } from './zipped-xml.ts';

type Attributes = Readonly<Record<string, string>>;

/** AC3: properties of a text of Word that decide whether and how a reader sees it; absent: unset. */
export interface Look {
  hides?: boolean;
  /** six digits; 'auto' is visible on every ground */
  colour?: string;
  /** six digits; 'unknown' for a pattern or a colour of the theme */
  ground?: string;
  struck?: boolean;
  /** '' on the line */
  script?: 'raised' | 'lowered' | '';
  /** symbol font that draws the letters; '' for an ordinary one */
  font?: string;
}

interface Style {
  basedOn: string;
  look: Look;
  /** ground of paragraphs, cells or the table */
  ground?: string;
  /** letters of the first row */
  firstRow: Look;
  /** heading level by outline level, else by its English or Chinese name */
  level?: number;
}

/** Styles of a document by their ids, each with the properties of the style that it is based on. */
export interface DocxStyles {
  /** letters of all texts, and those of paragraphs without a style */
  defaults: Look;
  style: (id: string) => Style | undefined;
}

const NEARLY_WHITE = /^(?:f[89a-f]){3}$/i;
/** theme colours that are paper in every ordinary theme */
const PAPER = /^(?:background1|light1|bg1|lt1)$/i;
const MOST_STEPS = 20;
/** per cent of their width at which letters are lines */
const NARROWEST = 5;

const spelt = (hex: string): string => (NEARLY_WHITE.test(hex) ? 'FFFFFF' : hex.toUpperCase());

/** Colour of letters; '' for an element without one. */
function colourOf(attributes: Attributes): string {
  const [value, theme] = [attribute(attributes, 'val') ?? '', attribute(attributes, 'themeColor')];
  if (/^[\da-f]{6}$/i.test(value)) return spelt(value);
  if (theme === undefined) return 'auto';
  return PAPER.test(theme) && attribute(attributes, 'themeShade') === undefined ? 'FFFFFF' : 'auto';
}

/** The ground of a shading; undefined for one that draws none. */
export function groundOf(attributes: Attributes): string | undefined {
  const [fill = 'auto', theme] = [attribute(attributes, 'fill'), attribute(attributes, 'themeFill')];
  const pattern = attribute(attributes, 'val') ?? 'clear';
  if (/^(?:solid|pct|(?:thin)?(?:horz|vert|diag|reverse|stripe))/i.test(pattern)) return 'unknown';
  if (/^[\da-f]{6}$/i.test(fill)) return spelt(fill);
  if (theme === undefined) return undefined;
  return PAPER.test(theme) && attribute(attributes, 'themeFillShade') === undefined ? 'FFFFFF' : 'unknown';
}

/** halves of a point from which letters are off their line */
const SHIFTED = 6;

const isOff = (value: string): boolean => /^(?:0|false|off)$/i.test(value);

/** Adds a property of letters to a look. */
export function seeLetters(look: Look, tag: string, attributes: Attributes): void {
  const value = attribute(attributes, 'val') ?? '';
  if (tag === 'vanish') look.hides = !isOff(value);
  // size in halves of a point
  else if (tag === 'sz' && value !== '') look.hides = Number(value) <= 2 || look.hides;
  else if (tag === 'w' && value !== '') look.hides = Number(value) <= NARROWEST || look.hides;
  else if (tag === 'color') look.colour = colourOf(attributes);
  else if (tag === 'highlight') look.ground = value === 'white' ? 'FFFFFF' : value === 'none' ? undefined : 'unknown';
  else if (tag === 'shd') look.ground = groundOf(attributes) ?? look.ground;
  else if (tag === 'strike' || tag === 'dstrike') look.struck = !isOff(value) || (tag === 'dstrike' && look.struck);
  else if (tag === 'vertAlign')
    look.script = value === 'superscript' ? 'raised' : value === 'subscript' ? 'lowered' : '';
  // distance in halves of a point; smaller steps only adjust a line
  else if (tag === 'position')
    look.script = Number(value) >= SHIFTED ? 'raised' : Number(value) <= -SHIFTED ? 'lowered' : '';
  else if (tag === 'rFonts') {
    const family = attribute(attributes, 'ascii') ?? attribute(attributes, 'hAnsi');
    if (family !== undefined) look.font = symbolFontOf(family);
  }
}

const LETTERS = new Set([
  'vanish',
  'sz',
  'w',
  'color',
  'highlight',
  'shd',
  'strike',
  'dstrike',
  'vertAlign',
  'position',
  'rFonts',
]);
/** Whether an element is one of those that `seeLetters` reads. */
export const isOfLetters = (tag: string): boolean => LETTERS.has(tag);

/**
 * AC3: whether nobody sees a text. @param looks of the elements around it, from the inside out @param page ground of
 * all pages
 */
export function isUnseen(looks: readonly (Look | undefined)[], page: string | undefined): boolean {
  const first = <Key extends keyof Look>(key: Key): Look[Key] => looks.find((look) => look?.[key] !== undefined)?.[key];
  if (first('hides') === true) return true;
  const [colour = 'auto', ground = page ?? 'FFFFFF'] = [first('colour'), first('ground')];
  return colour !== 'auto' && colour === ground;
}

/** AC3: the look of a seen text. @param looks of the elements around it, from the inside out */
export function seenLook(looks: readonly Look[]): SeenRun['look'] {
  if (looks.find(({ struck }) => struck !== undefined)?.struck) return 'struck';
  return looks.find(({ script }) => script !== undefined)?.script ?? '';
}

/** AC4: letters as the font of their looks draws them. @param looks as of seenLook */
export function drawnText(text: string, looks: readonly Look[]): string {
  const font = looks.find((look) => look.font !== undefined)?.font ?? '';
  return font === '' ? text : readSymbols(text, font).text;
}

/** AC4: a sign that a document names by its font and code; '' where no ordinary character is known for it. */
export function drawnSign(attributes: Attributes): string {
  const [family = '', code = ''] = [attribute(attributes, 'font'), attribute(attributes, 'char')];
  if (!/^[\da-f]{4}$/i.test(code)) return '';
  const [sign, font] = [String.fromCharCode(parseInt(code, 16)), symbolFontOf(family)];
  return font === '' ? sign : readSymbols(sign, font).text;
}

/** Reads the styles of a document. @param part undefined where it has none */
export async function readStyles(archive: ZippedXml, part: string | undefined): Promise<DocxStyles> {
  const written = new Map<string, Style>();
  const defaults: Look = {};
  let normal = '';
  if (part !== undefined) {
    let style: Style | null = null;
    let [isDefault, inLetters, condition] = [false, false, ''];
    await archive.readXml(part, {
      open: (tag, attributes) => {
        const value = attribute(attributes, 'val') ?? '';
        if (tag === 'style') {
          const id = attribute(attributes, 'styleId') ?? '';
          style = { basedOn: '', look: {}, firstRow: {} };
          written.set(id, style);
          const isUsual = attribute(attributes, 'default');
          if (isUsual !== undefined && /^(?:1|true|on)$/.test(isUsual) && attribute(attributes, 'type') === 'paragraph')
            normal = id;
        } else if (tag === 'rPrDefault') isDefault = true;
        else if (tag === 'rPr') inLetters = true;
        else if (tag === 'tblStylePr') condition = attribute(attributes, 'type') ?? 'other';
        else if (tag === 'basedOn' && style) style.basedOn = value;
        else if (tag === 'name' && style) style.level ??= levelByName(value);
        else if (tag === 'outlineLvl' && style && /^[0-8]$/.test(value)) style.level = Number(value) + 1;
        else if (isOfLetters(tag)) take(style, tag, attributes);
      },
      close: (tag) => {
        if (tag === 'style') style = null;
        else if (tag === 'rPrDefault') isDefault = false;
        else if (tag === 'rPr') inLetters = false;
        else if (tag === 'tblStylePr') condition = '';
      },
    });
    function take(to: Style | null, tag: string, attributes: Attributes): void {
      if (!to) {
        if (isDefault) seeLetters(defaults, tag, attributes);
      } else if (inLetters) {
        if (condition === '' || condition === 'wholeTable') seeLetters(to.look, tag, attributes);
        else if (condition === 'firstRow') seeLetters(to.firstRow, tag, attributes);
        // cells of other conditions are not followed: white letters of these stay
      } else if (tag === 'shd') {
        const ground = groundOf(attributes);
        if (condition === '' || condition === 'wholeTable') to.ground = ground ?? to.ground;
        else if (condition === 'firstRow') to.firstRow.ground = ground ?? to.firstRow.ground;
        else if (ground !== undefined && ground !== 'FFFFFF') to.ground = 'unknown';
      }
    }
  }
  const known = new Map<string, Style>();
  const style = (id: string): Style | undefined => {
    const found = known.get(id);
    if (found || !written.has(id)) return found;
    let made: Style = { basedOn: '', look: {}, firstRow: {} };
    let above: string = id;
    for (let steps = 0; written.has(above) && steps < MOST_STEPS; steps++) {
      const one = written.get(above)!;
      const level = made.level ?? (above === id ? one.level : undefined);
      made = {
        basedOn: one.basedOn,
        look: { ...one.look, ...without(made.look) },
        firstRow: { ...one.firstRow, ...without(made.firstRow) },
        ground: made.ground ?? one.ground,
        level,
      };
      above = one.basedOn;
    }
    known.set(id, made);
    return made;
  };
  return { defaults: { ...defaults, ...without(style(normal)?.look ?? {}) }, style };
}

const without = (look: Look): Look =>
  Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined));

function levelByName(name: string): number | undefined {
  const level = /^(?:heading|标题)\s*([1-9])$/i.exec(name)?.[1];
  return level === undefined ? (/^title$/i.test(name) ? 1 : undefined) : Number(level);
}
