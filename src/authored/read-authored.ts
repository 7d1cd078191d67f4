import { parseDocument } from 'htmlparser2';
import { AUTHORED_CLASSES, styleClasses } from './authored-classes.ts';
import { formulaCodesIn } from './formula-code.ts';
import { capDepth } from './cap-depth.ts';
import { plainColour } from './colours.ts';
import { addFinding, type Finding, type FindingKind, type Findings } from './findings.ts';
import { takeHiddenCells } from './hidden-cells.ts';
import { classesOf } from './css-selectors.ts';
import { StyleSheets, type Style } from './style-sheets.ts';
import { groundOf, hidesByFormat, isAsGround, sightOf, USUAL_COLOUR, USUAL_GROUND, WHITE } from './sight.ts';
import { BEGIN, MARKS, ORDER, type Mark, type State } from './state.ts';
import { laterSymbolFontOf, readSymbols, symbolFontOf } from './symbol-fonts.ts';
import { marksByClass, raiseOf } from './text-marks.ts';
import { isWordSign, listsFromWord, WORD_SIGN, wordLevel } from './tidy-lists.ts';
import { isElement, textIn, type Document, type Element, type Node } from './tree.ts';
import { inComment, remarkIn, showsAnything, whyLeftOut, wordsOf } from './unseen.ts';

/**
 * The room `authored` is how HTML is read that was written elsewhere: pasted, saved by a browser, exported by another
 * system. The console runs it on what is pasted, the server on everything that it stores.
 */

/** A text without styles: what they say is said by elements and by the classes that articles may have. */
export interface Authored {
  html: string;
  findings: Findings;
}

/** No article comes near it, and no parser slows down at it. */
export const MAX_DEPTH = 128;

/** Elements around words that say nothing once their style is read. */
const PLAIN = new Set(['span', 'font', 'big', 'o:p', 'nobr', 'html', 'body', 'tt', 'label', 'st1:chsdate', 'w:sdt']);
const VOID = new Set(['br', 'hr', 'img', 'col']);
const HEADINGS = /^h[1-6]$/;
const DROPPED_ATTRIBUTES =
  /^(?:style|class|id|name|lang|dir|align|bgcolor|background|hidden|on.*|data-.*|aria-.*|xml.*|v:.*|o:.*)$/;

const LIST_TYPES: Readonly<Record<string, string>> = {
  decimal: '1',
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};
const NO_LIST_TYPES = /^(?:inherit|initial|unset|disc|circle|square|outside|inside)$/;

/** Attributes where scripts of WeChat and of many portals keep the address of a picture until it is to be seen. */
export const LATER_ADDRESSES = ['data-src', 'data-original', 'data-actualsrc', 'data-lazy-src', 'data-url'];

/** AC5: whether a script would put another picture in the place of this one. */
const isStandIn = (attribs: Readonly<Record<string, string>>): boolean =>
  LATER_ADDRESSES.some((name) => (attribs[name] ?? '').trim() !== '' && attribs[name] !== attribs.src);

/** A picture that the server takes: below this site. */
const isOwnPicture = (address: string): boolean => /^(?!\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2}))\s*\S/i.test(address);

/**
 * AC1: reads HTML for what its writer saw: styles that say something become elements, what is not seen stays out,
 * symbols become characters. All that is taken or changed is found. What it gives back is plain, and not yet safe: the
 * server's sanitiser decides what may stay (src/server/store/articles/sanitise.ts). Plain HTML stays as it is.
 * @param html of any size; elements deeper than MAX_DEPTH lose their tags
 * @param isPicture whether a picture of this address can be shown
 */
export function readAuthored(html: string, isPicture: (address: string) => boolean = isOwnPicture): Authored {
  const document = parseDocument(capDepth(html, MAX_DEPTH));
  return new Reader(document, html, isPicture).read();
}

class Reader {
  private readonly findings = new Map<FindingKind, Finding>();
  private readonly sheets: StyleSheets;
  private readonly knowsClass = (name: string): boolean => this.sheets.classes.has(name);
  private readonly out: string[] = [];
  private readonly headingShift: 0 | 1;
  /** some text is plain within a bold or a slanted one: marks are written around each text, not around elements */
  private readonly isBoldUndone: boolean;
  private readonly isSlantUndone: boolean;
  /** marks of the text that was written last, while nothing came behind it */
  private lastMarks = '';
  /** end of the text that was written last */
  private lastWords = '';
  private commentMarks = 0;
  private readonly commentNotes: string[] = [];
  /** Word's codes of fields, which nobody sees, are open */
  private codes = 0;

  private readonly document: Document;
  private readonly isPicture: (address: string) => boolean;

  constructor(document: Document, html: string, isPicture: (address: string) => boolean) {
    this.document = document;
    this.isPicture = isPicture;
    this.sheets = new StyleSheets(cssIn(document), html);
    this.headingShift = /<h1[\s/>]/i.test(html) ? 1 : 0;
    this.isBoldUndone = /[\s;"'{]font-weight\s*:\s*(?:normal|[1-5]\d\d\b)/i.test(html);
    this.isSlantUndone = /[\s;"'{]font-style\s*:\s*normal/i.test(html);
  }

  read(): Authored {
    this.children(this.document, BEGIN);
    // a program writes a comment as a mark in the text and as a note below it, or one of both
    const comments = Math.max(this.commentMarks, this.commentNotes.length);
    if (comments > 0) this.found('comments', this.commentNotes[0], comments);
    for (const rule of this.sheets.unread) this.found('unreadRules', rule);
    return { html: listsFromWord(this.out.join('')).trim(), findings: this.findings };
  }

  private found(kind: FindingKind, text = '', count = 1): void {
    addFinding(this.findings, kind, text, count);
  }

  private children(node: Document | Element, state: State): void {
    for (const child of node.children) this.node(child, state);
  }

  private node(node: Node, state: State): void {
    if (isElement(node)) this.element(node, state);
    else if (node.type === 'text') {
      for (const code of state.isInvisible ? [] : formulaCodesIn(node.data)) this.found('formulaCode', code);
      this.text(node.data, state);
    } else if (node.type === 'comment') {
      const { formulas, pictures } = inComment(node.data);
      if (formulas > 0) this.found('formulas', `${this.lastWords}〔〕`, formulas);
      // the fallback beside it for other programs has the picture once more
      if (pictures > 0 && !nextIsFallback(node)) this.found('pictures', '', pictures);
      const remark = remarkIn(node.data, node.parent);
      if (remark !== '') this.commentNotes.push(remark);
    } else if ('children' in node) for (const child of node.children) this.node(child, state);
  }

  private text(data: string, state: State): void {
    if (this.codes > 0) return;
    if (data.trim() === '') return this.blank(data, state);
    if (state.isInvisible || state.isEmptySize || isAsGround(state)) return this.found('hidden', textOf(data));
    if (WHITE.test(state.colour) && state.ground === '') this.found('pale', textOf(data));
    let text = data;
    if (state.symbolFont !== '') {
      const read = readSymbols(data, state.symbolFont);
      if (read.changed > 0) this.found('symbols', textOf(read.text), read.changed);
      if (read.unknown > 0) this.found('unknownSymbols', '', read.unknown);
      ({ text } = read);
    }
    if (state.laterFont !== '') {
      const { changed, unknown } = readSymbols(data, state.laterFont);
      if (changed + unknown > 0) this.found('otherFonts', textOf(data));
    }
    if (state.letters !== '') text = state.letters === 'uppercase' ? text.toUpperCase() : text.toLowerCase();
    this.lastWords = text.trim().slice(-8);
    this.write(this.laidOut(escaped(text), state), state);
  }

  /** White space between words or blocks. */
  private blank(data: string, state: State): void {
    this.out.push(escaped(data));
    if (state.marks.size === 0) this.lastMarks = '';
  }

  /** AC7: spaces and line breaks as they were shown. */
  private laidOut(html: string, { spaces }: State): string {
    if (spaces === '' || !/\n|\t| {2}/.test(html)) return html;
    const broken = html.replaceAll(/\r?\n/g, '<br>');
    const laid =
      spaces === 'lines'
        ? broken
        : broken.replaceAll(/\t/g, '    ').replaceAll(/ {2,}/g, (run) => `${'\u00A0'.repeat(run.length - 1)} `);
    if (laid !== html) this.found('spaces', textOf(html));
    return laid;
  }

  /** A text with the marks that styles say; one that follows another with the same marks goes on within them. */
  private write(html: string, state: State): void {
    const marks = ORDER.filter((mark) => state.marks.has(mark) && !state.inside.has(mark));
    const end = marks
      .toReversed()
      .map((mark) => `</${mark}>`)
      .join('');
    if (end !== '' && end === this.lastMarks) {
      const at = this.out.lastIndexOf(end);
      this.out.splice(at, 1);
      this.out.push(html, end);
      return;
    }
    this.out.push(...marks.map((mark) => `<${mark}>`), html);
    if (end !== '') this.out.push(end);
    this.lastMarks = end;
  }

  private tag(text: string): void {
    this.out.push(text);
    this.lastMarks = '';
  }

  private element(element: Element, around: State): void {
    const { name, attribs } = element;
    const style = this.sheets.styleOf(element);
    if (this.field(style)) return;
    if (this.codes > 0) return this.children(element, around);
    for (const attribute of Object.keys(attribs)) if (/^on[a-z]/.test(attribute)) this.found('handlers');
    if (name === 'input' && /^(?:checkbox|radio)$/i.test(attribs.type ?? ''))
      return this.write(attribs.checked === undefined ? '☐' : '☑', around);
    const generated = this.sheets.generatedBy(element);
    if (generated !== '') this.found('generated', generated);
    const why = whyLeftOut(element, style, (one) => this.sheets.styleOf(one));
    // a cell of which nothing is seen keeps its place all the same
    const isBlankCell = why === 'hidden' && (name === 'td' || name === 'th') && style.get('display') !== 'none';
    if (why !== undefined && !isBlankCell) return this.leaveOut(element, why);
    const state = this.stateWithin(element, style, around);
    if (isBlankCell || hidesByFormat(style, element)) state.isInvisible = true;
    this.looks(element, style, around);
    if (name === 'img') return this.picture(element, style, state);
    if (name === 'rt') return this.bracketed(element, state);
    if (name === 'q') return this.around('“', '”', element, state);
    if (isWordSign(attribs.style ?? '')) {
      this.tag(`<${WORD_SIGN}>`);
      this.children(element, state);
      return this.tag(`</${WORD_SIGN}>`);
    }
    if (name === 'a' && attribs.href !== undefined && !this.link(element, state)) return;
    if (name === 'table')
      for (const words of takeHiddenCells(element, (one) => this.sheets.styleOf(one))) this.found('hiddenCells', words);
    if (classesOf(element).some((one) => one === 'checkbox-on' || one === 'checkbox-off'))
      this.write(classesOf(element).includes('checkbox-on') ? '☑' : '☐', state);
    const tagName = this.tagOf(element, style, state);
    if (tagName === '') return this.children(element, state);
    const inner: State = name in MARKS ? { ...state, inside: new Set([...state.inside, MARKS[name]!]) } : state;
    this.tag(`<${tagName}${this.attributes(element, tagName, style)}>`);
    if (VOID.has(tagName)) return;
    const checked = attribs['data-list'];
    if (name === 'li' && (checked === 'checked' || checked === 'unchecked'))
      this.write(checked === 'checked' ? '☑ ' : '☐ ', inner);
    this.children(element, inner);
    this.tag(`</${tagName}>`);
  }

  /** Word marks where the code of a field begins, where its result does, and where both end. */
  private field(style: Style): boolean {
    const part = style.get('mso-element');
    if (part === 'field-begin') this.codes += 1;
    else if (part === 'field-separator' || part === 'field-end') this.codes = Math.max(0, this.codes - 1);
    else return false;
    return true;
  }

  private leaveOut(element: Element, why: FindingKind | 'quiet'): void {
    if (why === 'quiet') return;
    const isText =
      why === 'hidden' || why === 'unspoken' || why === 'unshown' || why === 'comments' || why === 'placeholders';
    if (isText && !showsAnything(element)) return;
    const words = wordsOf(element, why);
    // the place of a formula has to be found
    if (why === 'formulas') return this.found(why, `${this.lastWords}〔${words}〕`);
    if (why !== 'comments') return this.found(why, words);
    if (/[\p{L}\p{N}]/u.test(words)) this.commentNotes.push(words);
    else this.commentMarks += 1;
  }

  /** State of the text within an element. */
  private stateWithin(element: Element, style: Style, around: State): State {
    const { name, attribs } = element;
    const state = { ...around, ...sightOf(element, style, this.knowsClass) };
    const marks = new Set(around.marks);
    const set = (mark: Mark, isSet: boolean | undefined): void => {
      if (isSet === true) marks.add(mark);
      else if (isSet === false) marks.delete(mark);
    };
    if (HEADINGS.test(name) || name === 'th') state.isHeading = true;
    if (name === 'a') state.isLink = true;
    if (this.isBoldUndone && MARKS[name] === 'strong') marks.add('strong');
    if (this.isSlantUndone && MARKS[name] === 'em') marks.add('em');
    const weight = style.get('font-weight');
    if (!state.isHeading) set('strong', weight === undefined ? undefined : /^(?:bold|bolder|[6-9]\d\d)$/.test(weight));
    const slant = style.get('font-style');
    set('em', slant === undefined ? undefined : /^(?:italic|oblique)/.test(slant));
    const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''} ${style.get('text-line-through') ?? ''}`;
    if (/line-through|single|double/.test(line) && (/line-through/.test(line) || style.has('text-line-through')))
      marks.add('s');
    if (/\bunderline\b/.test(line) && !state.isLink && !state.isHeading) marks.add('u');
    for (const mark of marksByClass(element, this.knowsClass)) marks.add(mark);
    const raised = raiseOf(element, style);
    if (raised !== '') {
      marks.delete(raised === 'sup' ? 'sub' : 'sup');
      marks.add(raised);
    }
    state.marks = marks;
    const family = style.get('mso-symbol-font-family') ?? style.get('font-family') ?? attribs.face;
    if (family !== undefined) [state.symbolFont, state.laterFont] = [symbolFontOf(family), laterSymbolFontOf(family)];
    const space = style.get('white-space') ?? '';
    if (name === 'pre' || name === 'listing' || name === 'xmp') Object.assign(state, { isPre: true, spaces: '' });
    else if (space !== '' && !state.isPre)
      state.spaces = /^(?:pre|pre-wrap|break-spaces)$/.test(space) ? 'pre' : space === 'pre-line' ? 'lines' : '';
    const letters = style.get('text-transform');
    if (letters !== undefined) state.letters = letters === 'uppercase' || letters === 'lowercase' ? letters : '';
    return state;
  }

  /** Notes what of its look an element loses. */
  private looks({ name, attribs }: Element, style: Style, around: State): void {
    const colour = style.get('color') ?? (name === 'font' ? attribs.color?.toLowerCase() : undefined);
    if (
      colour !== undefined &&
      plainColour(colour) !== around.colour &&
      !around.isLink &&
      name !== 'a' &&
      !USUAL_COLOUR.test(colour)
    )
      this.found('colours');
    const ground = groundOf({ name, attribs } as Element, style);
    if (/\burl\(/.test(ground)) this.found('backgrounds');
    else if (ground !== '' && !USUAL_GROUND.test(ground)) this.found('grounds');
    if (/-reverse\b/.test(`${style.get('flex-direction') ?? ''} ${style.get('flex-flow') ?? ''}`))
      this.found('direction');
    const isTurned = name === 'bdo' || /override/.test(style.get('unicode-bidi') ?? '');
    if (isTurned && (attribs.dir === 'rtl' || style.get('direction') === 'rtl')) this.found('direction');
    if ((name === 'del' || name === 'ins') && (attribs.datetime !== undefined || attribs.cite !== undefined))
      this.found('revisions');
  }

  private picture(element: Element, style: Style, state: State): void {
    const { attribs } = element;
    if (state.isInvisible) return this.found('hidden', attribs.alt ?? '');
    if (attribs.src === undefined || !this.isPicture(attribs.src) || isStandIn(attribs))
      return this.found('pictures', attribs.alt ?? '');
    this.tag(`<img${this.attributes(element, 'img', style)}>`);
  }

  private bracketed(element: Element, state: State): void {
    if (textIn(element) === '') return;
    this.found('readings', textIn(element));
    this.around('（', '）', element, state);
  }

  private around(before: string, after: string, element: Element, state: State): void {
    this.write(before, state);
    this.children(element, state);
    this.write(after, state);
  }

  /** Whether a link stays one; the words of an other are written. */
  private link(element: Element, state: State): boolean {
    const href = element.attribs.href!.trim();
    if (href.startsWith('#')) {
      // a mark of its own footnote or its own heading, without words, leads nowhere either
      if (textIn(element) !== '') this.found('anchors', textIn(element));
      this.children(element, state);
      return false;
    }
    if (/^(?:https?:\/\/|mailto:|tel:)/i.test(href) || !/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(href)) return true;
    this.found('links', textIn(element));
    delete element.attribs.href;
    return true;
  }

  /** Name of an element in an article; '' where it says nothing itself. */
  private tagOf({ name, attribs }: Element, style: Style, state: State): string {
    if (PLAIN.has(name) || /^(?:w|st1|m|v):/.test(name)) return '';
    const level = HEADINGS.test(name) ? Number(name[1]) : 0;
    if (level > 0) return `h${Math.min(6, level + this.headingShift)}`;
    const mark = MARKS[name];
    if (mark === 'strong' && (this.isBoldUndone || state.isHeading))
      return state.isHeading && !this.isBoldUndone ? name : '';
    if (mark === 'em' && this.isSlantUndone) return '';
    if ((mark === 'u' || mark === 's') && style.get('text-decoration')?.startsWith('none')) return '';
    if (name === 'strike') return 's';
    if (name === 'xmp' || name === 'listing') return 'pre';
    const type = style.get('list-style-type') ?? '';
    if ((name === 'ul' || name === 'menu' || name === 'dir') && LIST_TYPES[type] !== undefined) return 'ol';
    if (name === 'menu' || name === 'dir') return 'ul';
    return name === 'a' && attribs.href === undefined && attribs.name !== undefined ? '' : name;
  }

  private attributes(element: Element, tagName: string, style: Style): string {
    const { name, attribs } = element;
    const written: [string, string][] = Object.entries(attribs).filter(
      ([attribute]) => !DROPPED_ATTRIBUTES.test(attribute),
    );
    const classes = new Set(classesOf(element).filter((one) => AUTHORED_CLASSES.has(one)));
    for (const one of styleClasses(name, attribs, style)) classes.add(one);
    const level = tagName === 'p' ? wordLevel(attribs.style ?? '') : undefined;
    if (level) classes.add(level);
    if (classes.size > 0) written.push(['class', [...classes].join(' ')]);
    if (tagName === 'ol') {
      const type = this.listType(element, style);
      if (type !== undefined && attribs.type === undefined) written.push(['type', type]);
    }
    return written.map(([attribute, value]) => ` ${attribute}="${escaped(value).replaceAll('"', '&quot;')}"`).join('');
  }

  /** AC6: how the items of an ordered list are numbered, where it is another way than 1, 2, 3. */
  private listType(element: Element, style: Style): string | undefined {
    const items = element.children.filter(isElement).filter(({ name }) => name === 'li');
    const written =
      style.get('list-style-type') ??
      style.get('list-style') ??
      (items[0] && this.sheets.styleOf(items[0]).get('list-style-type'));
    const words = (written ?? '').split(/\s+/).filter((word) => word !== '' && !NO_LIST_TYPES.test(word));
    const known = words.map((word) => LIST_TYPES[word]).find((type) => type !== undefined);
    if (known !== undefined) return known === '1' ? undefined : known;
    if (words.length > 0) this.found('listLabels', words[0]);
    return undefined;
  }
}

const textOf = (text: string): string => text.replaceAll(/<[^>]*>|\s+/g, ' ').trim();

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** All that style elements say. */
function cssIn(document: Document): string {
  const texts: string[] = [];
  const open: (Node | Document)[] = [document];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isElement(node) && node.name === 'style') {
      for (const child of node.children) if ('data' in child) texts.push(child.data);
    } else if ('children' in node) for (const child of node.children.toReversed()) open.push(child);
  }
  return texts.join('\n');
}

/** `<![if !vml]>` behind Word's drawing. */
function nextIsFallback(node: Node): boolean {
  let next = node.next;
  while (next && next.type === 'text' && 'data' in next && next.data.trim() === '') next = next.next;
  return !!next && 'data' in next && /\[if !vml\]/i.test(String(next.data));
}
