import type { Mark } from './state.ts';
import { classesOf } from './css-selectors.ts';
import type { Style } from './style-sheets.ts';
import { isElement, type Element } from './tree.ts';

/** Classes that say a mark in the style sheets of many pages, of which the rule did not come along. */
const MARK_CLASSES: readonly (readonly [RegExp, Mark])[] = [
  [/^(?:line-through|text-decoration-line-through|strike(?:through)?|text-(?:strike|line-through|deleted))$/, 's'],
  [/^(?:sup|superscript|text-sup(?:er(?:script)?)?)$/, 'sup'],
  [/^(?:sub|subscript|text-sub(?:script)?)$/, 'sub'],
];

/** AC1: marks that classes say of an element. @param knowsClass whether a rule of the text names it, which says more */
export const marksByClass = (element: Element, knowsClass: (name: string) => boolean): Mark[] =>
  classesOf(element).flatMap((name) =>
    knowsClass(name) ? [] : MARK_CLASSES.flatMap(([fits, mark]) => (fits.test(name) ? [mark] : [])),
  );

/** Shift of smaller letters upwards, by their place in the line. */
function movedBy(style: Style): string[] {
  const align = style.get('vertical-align');
  const isSmaller = /^(?:0?\.\d+r?em|[1-9]?\d%|smaller|x{1,2}-small|[1-9](?:\.\d+)?p[xt])$/.test(
    style.get('font-size') ?? '',
  );
  if (!isSmaller) return [];
  if (align === 'text-top' || align === 'text-bottom') return [align === 'text-top' ? 'super' : 'sub'];
  if (style.get('position') !== 'relative') return [];
  const [top = '', bottom = ''] = [style.get('top'), style.get('bottom')];
  return [top.startsWith('-') ? top.slice(1) : top === '' ? '' : `-${top}`, bottom].filter((one) => /[1-9]/.test(one));
}

/** AC1: raised or lowered text, also by a share of the line or by Word's own property; '' for neither. */
export function raiseOf({ name, children }: Element, style: Style): 'sup' | 'sub' | '' {
  if (/^(?:td|th|tr|tbody|thead|table|img|col)$/.test(name)) return '';
  if (children.some((child) => isElement(child) && child.name === 'img')) return '';
  const position = style.get('font-variant-position');
  // Word says by it what it means, however little it is
  const raised = Number.parseFloat(style.get('mso-text-raise') ?? '');
  if (Math.abs(raised) >= 1) return raised > 0 ? 'sup' : 'sub';
  const written = [style.get('vertical-align'), style.get('baseline-shift'), position, ...movedBy(style)].filter(
    (one) => one !== undefined,
  );
  for (const one of written) {
    if (one === 'super') return 'sup';
    if (one === 'sub') return 'sub';
    const [, amount = '', unit = ''] = /^(-?\d+(?:\.\d+)?)(%|pt|px|em)$/.exec(one) ?? [];
    const least = { '%': 10, pt: 2, px: 3, em: 0.15 }[unit];
    if (least !== undefined && Math.abs(Number(amount)) >= least) return Number(amount) > 0 ? 'sup' : 'sub';
  }
  return '';
}
