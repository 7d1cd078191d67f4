import type { Style } from './style-sheets.ts';

/**
 * The closed list of classes that authored HTML may carry. The stylesheet has a rule for each of them and no others
 * (held equal by a test). So an editor's choice of alignment, width or indent survives a policy without inline styles.
 */
const ALIGNMENTS = ['align-left', 'align-center', 'align-right', 'align-justify'] as const;
/** percent of the containing box, in steps of 5 */
const WIDTHS: readonly string[] = Array.from({ length: 20 }, (_, step) => `w-${(step + 1) * 5}`);
/** first-line indent, in characters */
const INDENTS = ['indent-1', 'indent-2', 'indent-3', 'indent-4'] as const;
/** left margin, in steps of two characters */
const INSETS = ['inset-1', 'inset-2', 'inset-3', 'inset-4'] as const;

export const AUTHORED_CLASSES: ReadonlySet<string> = new Set([...ALIGNMENTS, ...WIDTHS, ...INDENTS, ...INSETS]);

const WIDTH_OF = new Set(['table', 'col', 'colgroup', 'td', 'th', 'img', 'figure', 'div']);
/** A width in pixels is read as a share of this column, the widest that a page gives an article. */
const COLUMN_WIDTH = 1200;
const PIXELS_A_CHARACTER = 16;

/**
 * Classes for what an element declares and for the old attributes align and width; what is not on the list is dropped.
 * @param style its declarations, those of its style sheet among them
 */
export function styleClasses(tag: string, attributes: Readonly<Record<string, string>>, style: Style): string[] {
  const align = (style.get('text-align') ?? attributes.align ?? (tag === 'center' ? 'center' : '')).toLowerCase();
  const width = tag === 'img' ? style.get('width') : (style.get('width') ?? attributes.width);
  return [
    ALIGNMENTS.find((name) => name === `align-${align}`),
    WIDTH_OF.has(tag) && width ? widthClass(width) : undefined,
    stepClass(style.get('text-indent'), INDENTS, 1),
    stepClass(style.get('margin-left'), INSETS, 2),
  ].filter((name) => name !== undefined);
}

const LENGTH = /^(\d{1,5}(?:\.\d{1,6})?)(px|pt|em|rem|cm|mm|%|)$/i;
const PIXELS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  em: PIXELS_A_CHARACTER,
  rem: PIXELS_A_CHARACTER,
  cm: 37.8,
  mm: 3.78,
};

function pixels(length: string): { percent: number } | { pixels: number } | null {
  const match = LENGTH.exec(length);
  if (!match) return null;
  const unit = match[2]!.toLowerCase();
  return unit === '%' ? { percent: Number(match[1]) } : { pixels: Number(match[1]) * PIXELS[unit]! };
}

function widthClass(length: string): string | undefined {
  const size = pixels(length);
  if (!size) return undefined;
  const percent = 'percent' in size ? size.percent : (size.pixels / COLUMN_WIDTH) * 100;
  if (percent <= 0) return undefined;
  return WIDTHS[Math.min(WIDTHS.length, Math.max(1, Math.round(percent / 5))) - 1];
}

function stepClass(length: string | undefined, steps: readonly string[], charactersAStep: number): string | undefined {
  const size = length ? pixels(length) : null;
  if (!size || 'percent' in size) return undefined;
  const step = Math.round(size.pixels / PIXELS_A_CHARACTER / charactersAStep);
  return step < 1 ? undefined : steps[Math.min(step, steps.length) - 1];
}
