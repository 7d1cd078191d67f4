import { areNear, plainColour } from './colours.ts';
import type { State } from './state.ts';
import { classesOf } from './css-selectors.ts';
import type { Style } from './style-sheets.ts';
import { textIn, type Element } from './tree.ts';

/** Whether the eye sees a text: its size, its colour and that behind it. @param knowsClass whether a rule of the text names it */
export function sightOf(element: Element, style: Style, knowsClass: (name: string) => boolean): Partial<State> {
  const { name, attribs } = element;
  const seen: Partial<State> = {};
  const visibility = style.get('visibility');
  if (visibility !== undefined && attribs.id !== 'js_content')
    seen.isInvisible = visibility !== 'visible' && visibility !== 'inherit';
  const size = style.get('font-size');
  if (size !== undefined) seen.isEmptySize = isTooSmall(size);
  const colour =
    style.get('-webkit-text-fill-color') ??
    style.get('color') ??
    (name === 'font' ? attribs.color?.toLowerCase() : undefined);
  // letters that are cut out of a coloured ground are seen by it
  const isCutOut = /\btext\b/.test(
    `${style.get('background-clip') ?? ''} ${style.get('-webkit-background-clip') ?? ''}`,
  );
  if (isCutOut) return { ...seen, colour: '', ground: '', isUnknown: true };
  if (colour !== undefined && !/^(?:inherit|currentcolor)$/.test(colour)) seen.colour = plainColour(colour);
  const ground = groundOf(element, style);
  if (ground !== '') seen.ground = plainColour(ground);
  if (
    name === 'th' ||
    (attribs.class !== undefined &&
      !classesOf(element).every((one) => /^(?:mso|xl\d|s\d|ql-)/.test(one) || knowsClass(one)))
  )
    seen.isUnknown = true;
  if (seen.ground !== undefined) seen.isUnknown = false;
  return seen;
}

/** AC3: whether a spreadsheet's format shows nothing of a cell: ;;; of anything, ;; of numbers. */
export function hidesByFormat(style: Style, cell: Element): boolean {
  const sections = style
    .get('mso-number-format')
    ?.replaceAll(/["'\\]/g, '')
    .split(';');
  if (!sections || sections.length < 2 || sections.some((one) => one.trim() !== '')) return false;
  return sections.length > 3 || /^[-+]?[\d.,%]+$/.test(textIn(cell));
}

export const WHITE = /^white$/;
const BLACK = '#000000';
export const USUAL_COLOUR =
  /^(?:black|windowtext|inherit|auto|initial|currentcolor|unset|#0{3,8}|rgba?\(0, ?0, ?0(?:, ?1)?\))$/;
export const USUAL_GROUND =
  /^(?:none|transparent|white|inherit|initial|unset|auto|#f{3,8}|rgba?\(255, ?255, ?255(?:, ?1)?\)|rgba\(\d+, ?\d+, ?\d+, ?0(?:\.0+)?\))$/;

export function groundOf({ attribs }: Element, style: Style): string {
  const ground = style.get('background-color') ?? style.get('background') ?? attribs.bgcolor?.toLowerCase() ?? '';
  if (attribs.background || style.has('background-image')) {
    const picture = style.get('background-image') ?? 'url()';
    if (picture !== 'none') return picture;
  }
  return /^(?:none|transparent|inherit|initial|unset|auto|rgba\(\d+, ?\d+, ?\d+, ?0(?:\.0+)?\))$/.test(ground)
    ? ''
    : ground;
}

/** Whether nobody can read letters of this size: WeChat and mails hide texts in one pixel. */
function isTooSmall(size: string): boolean {
  const [, amount = '', unit = ''] = /^(\d*\.?\d+)(px|pt|em|rem|%)?$/.exec(size) ?? [];
  const most = { px: 1, pt: 1, em: 0.1, rem: 0.1, '%': 10 }[unit] ?? 0;
  return amount !== '' && Number(amount) <= most;
}

/** Whether a text has the colour of what lies behind it. */
export function isAsGround({ colour, ground, isUnknown }: State): boolean {
  if (colour === 'transparent') return true;
  // letters are black where nothing says otherwise
  if (colour === '') return !isUnknown && (ground === BLACK || areNear(BLACK, ground));
  if (WHITE.test(colour)) return WHITE.test(ground) || (ground === '' && !isUnknown);
  return colour === ground || areNear(colour, ground);
}
