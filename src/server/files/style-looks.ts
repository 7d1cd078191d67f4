import { areNear } from '#authored/colours.ts';
import { symbolFontOf } from '#authored/symbol-fonts.ts';
import { formatCode, shownText } from './number-formats.ts';
import { attribute, type XmlHandler } from './zipped-xml.ts';

/** Looks of letters that change their meaning (EY8); a sum of these, 0 for ordinary ones. */
export const STRUCK = 1;
export const RAISED = 2;
export const LOWERED = 4;
/** letters in the colour of their ground, or too small for any eye */
export const UNSEEN = 8;
/** drawn by a symbol font, and read as the ordinary character that looks so */
export const SYMBOL = 16;
/** drawn by a symbol font, and no ordinary character is known for it */
export const STRANGE = 32;
/** letters of a point, until the ground is known: on a coloured one they are not seen either */
export const TINY = 64;
/** places of a symbol font among the looks, while the characters are not read by it */
export const FONT = 7;
export const ALL_BUT_FONT = (1 << FONT) - 1;

/** Symbol fonts by number, from 1. */
export const symbolFonts: string[] = [];
function fontNumber(family: string): number {
  const font = symbolFontOf(family);
  if (font === '') return 0;
  if (!symbolFonts.includes(font)) symbolFonts.push(font);
  return (symbolFonts.indexOf(font) + 1) << FONT;
}

export type Attributes = Readonly<Record<string, string>>;

/** Colours in the form for comparison: one that is nearly white is white. */
function colourOf(attributes: Attributes): string {
  const rgb = attribute(attributes, 'rgb')?.slice(-6).toLowerCase();
  if (rgb !== undefined) return /^(?:f[a-f\d]){3}$/.test(rgb) && !/[0-7]/.test(rgb.replaceAll('f', '')) ? WHITE : rgb;
  const indexed = attribute(attributes, 'indexed');
  if (indexed !== undefined)
    return /^(?:1|9|65)$/.test(indexed) ? WHITE : /^(?:0|8|64)$/.test(indexed) ? BLACK : `indexed ${indexed}`;
  const theme = attribute(attributes, 'theme');
  // the first colour of a theme is that of its paper
  const tint = attribute(attributes, 'tint') ?? '';
  if (theme !== undefined && tint === '' && (theme === '0' || theme === '1')) return theme === '0' ? WHITE : BLACK;
  return theme === undefined ? '' : `theme ${theme} ${tint}`;
}
export const WHITE = 'white';
const BLACK = '000000';

export interface Letters {
  looks: number;
  colour: string;
}

/** Adds an element of a font or of a run's properties to the look of letters. */
export function seeLetters(letters: Letters, tag: string, attributes: Attributes): void {
  const value = attribute(attributes, 'val') ?? '';
  if (tag === 'strike' && !/^(?:0|false)$/.test(value)) letters.looks |= STRUCK;
  else if (tag === 'vertAlign' && value === 'superscript') letters.looks |= RAISED;
  else if (tag === 'vertAlign' && value === 'subscript') letters.looks |= LOWERED;
  else if (tag === 'color') letters.colour = colourOf(attributes);
  else if (tag === 'sz' && value !== '' && Number(value) <= 1) letters.looks |= TINY;
  else if (tag === 'name' || tag === 'rFont') letters.looks |= fontNumber(value);
}

export interface LooksOfStyle {
  looks: number;
  /** the ground has a colour: white letters are seen on it */
  isColoured: boolean;
  colour: string;
  ground: string;
}

/** Look that a condition gives to cells; '' leaves their own. */
interface GivenLook extends Letters {
  ground: string;
  /** code of its number format */
  code: string;
}

/** Reads the looks of each style of cells beside its number format. */
export class StyleLooks {
  readonly handler: Required<Pick<XmlHandler, 'open' | 'close'>> = {
    open: (tag, attributes) => this.open(tag, attributes),
    close: (tag) => this.close(tag),
  };
  private readonly fonts: Letters[] = [];
  private readonly grounds: string[] = [];
  private readonly styles: LooksOfStyle[] = [];
  private readonly given: GivenLook[] = [];
  private place: 'fonts' | 'fills' | 'cellXfs' | 'dxfs' | '' = '';
  private isSolid = false;
  private inBorder = false;

  private open(tag: string, attributes: Attributes): void {
    if (tag === 'fonts' || tag === 'fills' || tag === 'cellXfs' || tag === 'dxfs') this.place = tag;
    else if (this.place === 'dxfs') this.openGiven(tag, attributes);
    else if (this.place === 'fonts') {
      if (tag === 'font') this.fonts.push({ looks: 0, colour: '' });
      else if (this.fonts.length > 0) seeLetters(this.fonts.at(-1)!, tag, attributes);
    } else if (this.place === 'fills') {
      if (tag === 'fill') this.grounds.push(WHITE);
      else if (tag === 'patternFill') this.isSolid = attribute(attributes, 'patternType') === 'solid';
      else if (tag === 'fgColor' && this.isSolid && this.grounds.length > 0)
        this.grounds[this.grounds.length - 1] = colourOf(attributes) || WHITE;
      else if (tag === 'gradientFill') this.grounds[this.grounds.length - 1] = 'gradient';
    } else if (this.place === 'cellXfs' && tag === 'xf') {
      const { looks, colour } = this.fonts[Number(attribute(attributes, 'fontId') ?? 0)] ?? { looks: 0, colour: '' };
      const ground = this.grounds[Number(attribute(attributes, 'fillId') ?? 0)] ?? WHITE;
      this.styles.push({
        looks: looks | (isAlike(colour, ground) ? UNSEEN : 0),
        isColoured: ground !== WHITE,
        colour,
        ground,
      });
    }
  }

  /**
   * Opens an element of a look by conditions: in its fills other attributes than elsewhere hold the colour of the
   * ground.
   */
  private openGiven(tag: string, attributes: Attributes): void {
    if (tag === 'dxf') this.given.push({ looks: 0, colour: '', ground: '', code: '' });
    const look = this.given.at(-1);
    if (look === undefined) return;
    if (tag === 'bgColor') look.ground = colourOf(attributes);
    else if (tag === 'fgColor' && look.ground === '') look.ground = colourOf(attributes);
    else if (tag === 'numFmt') look.code = formatCode(0, new Map([[0, attribute(attributes, 'formatCode') ?? '']]));
    else if (tag !== 'color' || !this.inBorder) seeLetters(look, tag, attributes);
    if (tag === 'border') this.inBorder = true;
  }

  private close(tag: string): void {
    if (tag === this.place) this.place = '';
    if (tag === 'border') this.inBorder = false;
  }

  of(style: number): LooksOfStyle {
    return this.styles[style] ?? PLAIN;
  }

  /** Whether a look that conditions give may strike out or hide. */
  changes(given: number): boolean {
    const look = this.given[given];
    if (look === undefined) return false;
    const { looks, colour, ground, code } = look;
    const hides = code !== '' && (shownText(code, 1) === '' || shownText(code, '甲') === '');
    return (looks & STRUCK) !== 0 || hides || isAlike(colour, ground || WHITE);
  }

  /** Look of a cell of a style under a look by conditions. */
  by(given: number, style: number): { isStruck: boolean; isUnseen: boolean; code: string } {
    const { looks, colour, ground, code } = this.given[given]!;
    const own = this.of(style);
    return {
      isStruck: (looks & STRUCK) !== 0,
      isUnseen: isAlike(colour || own.colour, ground || own.ground),
      code,
    };
  }
}

/** letters without a colour are black */
const isAlike = (colour: string, ground: string): boolean =>
  (colour || BLACK) === ground || areNear(`#${colour || BLACK}`, `#${ground}`);

const PLAIN: LooksOfStyle = { looks: 0, isColoured: false, colour: '', ground: WHITE };
