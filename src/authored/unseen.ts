import type { FindingKind } from './findings.ts';
import { classesOf } from './css-selectors.ts';
import type { Style } from './style-sheets.ts';
import { firstElement, isElement, textIn, type Element, type Node } from './tree.ts';

/** Classes that hide from the eye wherever they are written, whether their style sheet came along or not. */
const HIDING = new Set([
  'sr-only', 'visually-hidden', 'visuallyhidden', 'screen-reader-text', 'element-invisible', 'd-none', 'hidden', 'hide', 'layui-hide',
]); // prettier-ignore
/** a share of what is there that nobody sees */
const FAINT = /^(?:0+(?:\.0*)?|0*\.0+|0*\.0[0-4]\d*|[0-4](?:\.\d+)?%)$/;
/** a place far outside of the page */
const FAR = /^(?:-\d{4,}|9\d{3}|\d{5,})(?:\.\d+)?(?:px|pt|em)$|^-\d{3,}(?:\.\d+)?(?:em|rem|vw|vh)$/;
/** a side on which no letter has room, with what is beside it cut off */
const NO_ROOM = /^(?:0+(?:\.0*)?(?:px|pt|em|rem|cm|mm|in|%)?|(?:0?\.\d+|1(?:\.0*)?)(?:px|pt))$/;
/** sizes of transform and scale that leave nothing, turns that show the edge alone */
const FLAT =
  /\bscale(?:x|y|3d)?\(\s*0+(?:\.0*)?%?\s*[,)]|\bscale\([^,()]+,\s*0+(?:\.0*)?\s*\)|\bmatrix\(\s*0\s*,\s*0\s*,\s*0\s*,\s*0\b|\brotate[xy]\(\s*-?90deg\s*\)/;

/** Formulas as the programs of the web draw them, by class. */
const FORMULA_CLASSES =
  /^(?:katex(?:-\w+)*|mathjax\w*|mjx-\w+|mwe-math-element|ql-formula|ztext-math|equation(?:-\w+)*|math-(?:tex|inline|block|display))$/;
/** attributes in which programs keep the words of a formula */
const FORMULA_WORDS = ['data-tex', 'data-latex', 'data-formula', 'data-equation'];
/** the longest formula that is drawn by styles alone */
const LONGEST_DRAWN = 60;
const FORMULA_TAGS = new Set(['math', 'm:omath', 'm:omathpara', 'mjx-container']);

const MEDIA = new Set(['iframe', 'video', 'audio', 'object', 'embed', 'applet', 'qqmusic']);
const FORMS = new Set(['input', 'select', 'textarea', 'button']);
/** texts that no program shows, and marks without any */
const QUIET = new Set(['style', 'link', 'meta', 'base', 'head', 'title', 'xml', 'param', 'source', 'track', 'rp', 'wbr', 'mp-style-type']); // prettier-ignore

/** Why an element stays out of an article with all that is in it; 'quiet': it shows nothing; undefined: it comes in. */
export function whyLeftOut(
  element: Element,
  style: Style,
  styleOf: (element: Element) => Style,
): FindingKind | 'quiet' | undefined {
  const { name, attribs } = element;
  const classes = classesOf(element);
  if (FORMULA_TAGS.has(name) || classes.some((one) => FORMULA_CLASSES.test(one))) return 'formulas';
  if (FORMULA_WORDS.some((one) => attribs[one]) || isDrawnFormula(element, style, styleOf)) return 'formulas';
  if (name === 'script') return /^math\//i.test(attribs.type ?? '') ? 'formulas' : 'scripts';
  if (QUIET.has(name)) return 'quiet';
  if (isComment(element, classes, style)) return 'comments';
  if (classes.includes('msoplaceholdertext') || attribs.showingplchdr === 't') return 'placeholders';
  if (name === 'template' || name === 'noscript' || name === 'noframes' || name === 'noembed') return 'unshown';
  if (/^(?:amp-img|amp-anim|image)$/.test(name)) return 'pictures';
  if (MEDIA.has(name) || /^amp-(?:video|audio|iframe|youtube)/.test(name) || /^mp-?[a-z-]+$/.test(name)) return 'media';
  if (name === 'svg' || name === 'canvas' || name === 'v:shape') return 'drawings';
  if (name === 'map' || name === 'area') return 'maps';
  if (FORMS.has(name)) return attribs.type?.toLowerCase() === 'hidden' ? 'quiet' : 'forms';
  if (isHidden(element, classes, style)) return 'hidden';
  return attribs['aria-hidden']?.trim().toLowerCase() === 'true' ? 'unspoken' : undefined;
}

/** Whether lines stand above each other in the middle of a line, as in a fraction: written in a row they say another number. */
function isDrawnFormula(element: Element, style: Style, styleOf: (element: Element) => Style): boolean {
  if (element.name !== 'span' || !/^inline-(?:block|table|flex|grid)$/.test(style.get('display') ?? '')) return false;
  const lines = element.children.filter(isElement).filter((one) => textIn(one) !== '');
  return (
    lines.length >= 2 &&
    lines.every(
      (one) =>
        one.name === 'span' &&
        /^(?:block|table|table-row|flex|grid|list-item)$/.test(styleOf(one).get('display') ?? ''),
    ) &&
    textIn(element).length <= LONGEST_DRAWN
  );
}

/** Remarks beside a text: of Word, WPS and LibreOffice by class and style, of Google Docs by the anchors that it writes. */
function isComment(element: Element, classes: readonly string[], style: Style): boolean {
  const { name } = element;
  if (name === 'comment') return true;
  // class of LibreOffice, where it writes XHTML
  if (classes.includes('annotation_style_by_filter')) return true;
  if (classes.some((one) => one.startsWith('msocom') || one.startsWith('msocomment'))) return true;
  if (/^comment(?:-list)?$/.test(style.get('mso-element') ?? '')) return true;
  if (style.get('mso-special-character') === 'comment') return true;
  const isMark = (one: Element): boolean => one.name === 'a' && /^cmnt_ref\d+$/.test(one.attribs.id ?? '');
  if (isMark(element)) return true;
  if (name === 'sup')
    return element.children.length === 1 && element.children.every((one) => isElement(one) && isMark(one));
  return name === 'div' && element.children.some((one) => isElement(one) && one.children.some(isGoogleNote));
}

const isGoogleNote = (one: Node): boolean =>
  isElement(one) && one.name === 'a' && /^cmnt\d+$/.test(one.attribs.id ?? '');

function isHidden({ name, attribs }: Element, classes: readonly string[], style: Style): boolean {
  if (attribs.hidden !== undefined) return true;
  if ((name === 'dialog' && attribs.open === undefined) || attribs.popover !== undefined) return true;
  if (style.get('display') === 'none' || style.get('mso-hide') === 'all') return true;
  if (style.get('content-visibility') === 'hidden') return true;
  if (/^(?:disc|circle|square)$/.test(style.get('-webkit-text-security') ?? '')) return true;
  // WeChat hides a whole article until its script has begun
  if (FAINT.test(style.get('opacity') ?? '') && attribs.id !== 'js_content') return true;
  if (FAINT.test(/\bopacity\(\s*([^()]*?)\s*\)/.exec(style.get('filter') ?? '')?.[1] ?? '')) return true;
  const transform = style.get('transform') ?? '';
  if (FLAT.test(transform) || /^0+(?:\.0*)?%?(?:\s|$)/.test(style.get('scale') ?? '')) return true;
  if (/^0+(?:\.0*)?%?$/.test(style.get('zoom') ?? '')) return true;
  const moved = [...transform.matchAll(/\btranslate(?:x|y|3d)?\(([^()]*)\)/g)].flatMap(([, by = '']) => by.split(','));
  if ([...moved, ...(style.get('translate') ?? '').split(/\s+/)].some((by) => FAR.test(by.trim()))) return true;
  if (/^(?:inset\((?:50|100)%|circle\(0|polygon\(0(?:px)? 0)/.test(style.get('clip-path') ?? '')) return true;
  const isPlaced = /^(?:absolute|fixed)$/.test(style.get('position') ?? '');
  if (isPlaced && /^rect\((?:[01](?:px)?[, ]*){4}\)$/.test(style.get('clip') ?? '')) return true;
  if (isPlaced && ['left', 'top', 'right', 'bottom'].some((side) => FAR.test(style.get(side) ?? ''))) return true;
  if (['text-indent', 'margin-left', 'margin-top'].some((side) => FAR.test(style.get(side) ?? ''))) return true;
  if (
    style
      .get('margin')
      ?.split(/\s+/)
      .some((by) => FAR.test(by))
  )
    return true;
  const isCut = /hidden|clip|auto|scroll/.test(
    ['overflow', 'overflow-x', 'overflow-y'].map((one) => style.get(one) ?? '').join(' '),
  );
  const sides = ['height', 'width', 'max-height', 'max-width', 'block-size', 'inline-size'];
  if (isCut && sides.some((side) => NO_ROOM.test(style.get(side) ?? ''))) return true;
  return classes.some((one) => HIDING.has(one)) && style.get('display') === undefined;
}

/** Words by which an element is told: its own, or what a formula or a medium says of itself. */
export function wordsOf(element: Element, why: FindingKind): string {
  if (why === 'scripts') return '';
  const words = (one: Element): string =>
    one.name === 'annotation'
      ? textIn(one)
      : one.attribs.alttext ||
        one.attribs['data-value'] ||
        one.attribs.alt ||
        one.attribs.title ||
        one.attribs.value ||
        FORMULA_WORDS.map((attribute) => one.attribs[attribute]).find((words) => words) ||
        '';
  if (why !== 'formulas')
    return (
      textIn(element)
        .replaceAll(/\[[^\]]{1,10}\]/g, '')
        .trim() || words(element)
    );
  const written = firstElement(element, (one) => words(one) !== '');
  // the parts of a formula are no word when they stand one after the other
  return written ? words(written) : textIn(element, ' ');
}

/** Whether an element that is left out would have shown anything. */
export const showsAnything = (element: Element): boolean =>
  textIn(element) !== '' ||
  undefined !== firstElement(element, ({ name }) => name === 'img' || name === 'svg' || MEDIA.has(name));

/** Word's v:imagedata and m:oMath stand in comments that other programs pass over. */
export const inComment = (data: string): { formulas: number; pictures: number } => ({
  formulas: /\bmsEquation\b/.test(data) ? (data.match(/<m:oMath[\s>]/g)?.length ?? 0) : 0,
  pictures: /^\[if\b/.test(data) ? (data.match(/<v:imagedata\b/g)?.length ?? 0) : 0,
});

/** elements within which a text goes on */
const INLINE = new Set([
  'p',
  'span',
  'font',
  'a',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

/** AC3: words of a comment that stands in the middle of a text, as LibreOffice writes remarks; '' for any other. */
export function remarkIn(data: string, around: Node | null): string {
  if (
    around === null ||
    !isElement(around) ||
    !INLINE.has(around.name) ||
    /^\s*(?:\[if|\[endif|<!\[|StartFragment|EndFragment)/i.test(data)
  )
    return '';
  return /\p{Script=Han}/u.test(data) && !/[<>{}]/.test(data) ? data.replaceAll(/\s+/g, ' ').trim() : '';
}
