import { localName } from '#rules/files/svg-rule.ts';
import sax from 'sax';
import { RASTER_LIMITS, rasterSize, sizeProblem, type RasterKind } from './raster-size.ts';

/** FO7: limits of a picture's drawing, with all its repetitions. */
export const SVG_LIMITS = {
  /** bytes of the file */
  bytes: 10 * 1024 * 1024,
  /** elements in the file, and elements that are drawn; each 2,000 characters of a path or a text count as one more */
  elements: 5_000,
  /** elements that are drawn in a moving picture */
  moving: 500,
  /** parts of filters, once for each time that a filter is used */
  filters: 200,
  /** elements inside each other */
  depth: 200,
  /** tries of a part of a selector at an element, for all rules of its styles and all that is drawn */
  matches: 2_000_000,
  /** octaves of noise, by which its time is multiplied */
  octaves: 8,
  /** order of a convolution, whose time grows with its square */
  order: 15,
} as const;

/** characters of a path that take as long as an element */
const LONG = 2_000;
/** number beyond any limit, and still a whole one */
const ENDLESS = 1e9;

interface Element {
  name: string;
  children: Element[];
  /** true where it is drawn only by reference */
  isOnlyReferenced: boolean;
  /** 1, and more for long paths and texts */
  weight: number;
  /** numbers in its path, at each of which there may be a marker */
  corners: number;
  /** ids that are drawn in its place or once with it */
  once: string[];
  /** ids that each element in it is painted with, and those at each corner of it */
  each: string[];
  corner: string[];
  total?: Total | 'being counted';
}

/** Costs of drawing an element, everything below it included. */
interface Total {
  elements: number;
  /** elements that paint something */
  painted: number;
  corners: number;
  filters: number;
}

const NOTHING: Total = { elements: 0, painted: 0, corners: 0, filters: 0 };
const ONLY_REFERENCED = new Set(['defs', 'symbol', 'clippath', 'mask', 'marker', 'pattern', 'filter', 'font', 'glyph']);
const GRADIENTS = new Set(['lineargradient', 'radialgradient']);
const MOTIONS = new Set(['animatemotion', 'animatetransform']);
/** elements whose href leads somewhere, or names a moved element */
const LINKS = new Set(['a', ...MOTIONS]);

/** @param text that svgProblem takes @returns why it is refused; '' where it draws little enough */
export function drawingProblem(text: string): string {
  try {
    const picture = new Picture();
    read(withoutPictures(text), picture);
    return picture.problem();
  } catch (error) {
    if (error instanceof TooMuch) return error.message;
    return '不是完整的 SVG 文件，浏览器画不出来；请重新导出';
  }
}

class TooMuch extends Error {}

/** A drawing without the bytes of the pictures of pixels in it, which together are as large as one may be (FO8). */
function withoutPictures(text: string): string {
  let pixels = 0;
  return text.replace(
    /data:image\/(png|jpeg|gif|webp)([;,])([^"')]*)/gi,
    (_all, kind: string, sign: string, rest: string) => {
      const data = /^(?:[^,]*;)?base64,/i.exec(rest);
      if (sign !== ';' || !data) throw new TooMuch('内嵌的图片不是 base64 编码');
      const bytes = Buffer.from(rest.slice(data[0].length), 'base64');
      const size = rasterSize(bytes, kind.toLowerCase() === 'jpeg' ? 'jpg' : (kind.toLowerCase() as RasterKind));
      if (!size) throw new TooMuch('内嵌的图片已损坏：读不出宽和高');
      const problem = sizeProblem(size);
      if (problem !== '') throw new TooMuch(`内嵌的${problem.split('；', 1)[0]}`);
      if ((pixels += size.width * size.height * size.frames) > RASTER_LIMITS.pixels)
        throw new TooMuch(`内嵌的图片合计超过 ${RASTER_LIMITS.pixels / 1_000_000} 百万像素`);
      return '';
    },
  );
}

function read(text: string, picture: Picture): void {
  const parser = sax.parser(true, { position: false, strictEntities: true } as sax.SAXOptions);
  Object.assign(parser, {
    onerror: (error: Error) => {
      throw error;
    },
    onopentag: ({ name, attributes }: sax.Tag) => picture.open(localName(name), attributes),
    onclosetag: () => picture.close(),
    ontext: (more: string) => picture.text(more),
    oncdata: (more: string) => picture.text(more),
  });
  parser.write(text).close();
}

/** Count of the numbers of a path, by the beginnings of digits. */
function numbersIn(path: string): number {
  let [count, isInside] = [0, false];
  for (let at = 0; at < path.length; at++) {
    const sign = path.charCodeAt(at);
    const isDigit = (sign >= 0x30 && sign <= 0x39) || sign === 0x2e;
    if (isDigit && !isInside) count++;
    isInside = isDigit;
  }
  return count;
}

/** A picture as its elements are read. */
class Picture {
  readonly #byId = new Map<string, Element>();
  readonly #all: Element[] = [];
  readonly #open: Element[] = [];
  readonly #classes = new Map<Element, readonly string[]>();
  #elements = 0;
  #deepest = 0;
  #style = '';
  #moves = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const element: Element = {
      name,
      children: [],
      isOnlyReferenced: ONLY_REFERENCED.has(name) || GRADIENTS.has(name),
      weight: 1,
      corners: 0,
      once: [],
      each: [],
      corner: [],
    };
    this.#all.push(element);
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
    this.#deepest = Math.max(this.#deepest, this.#open.length);
    if (this.#open.length > SVG_LIMITS.depth) throw new TooMuch(`的元素嵌套超过 ${SVG_LIMITS.depth} 层`);
    this.#count(1);
    if (MOTIONS.has(name)) this.#moves = true;
    for (const [key, value] of Object.entries(attributes)) this.#attribute(element, localName(key), value);
  }

  #attribute(element: Element, name: string, value: string): void {
    if (name === 'id') this.#byId.set(value, this.#byId.get(value) ?? element);
    if (name === 'class') this.#classes.set(element, value.split(/\s+/));
    if (name === 'd' || name === 'points') {
      this.#lengthen(element, value.length);
      element.corners = numbersIn(value);
    }
    if (name === 'numoctaves' && Number(value) > SVG_LIMITS.octaves)
      throw new TooMuch(`的滤镜 feTurbulence 的 numOctaves 超过 ${SVG_LIMITS.octaves}`);
    if (name === 'order' && value.split(/[\s,]+/).some((size) => Number(size) > SVG_LIMITS.order))
      throw new TooMuch(`的滤镜 feConvolveMatrix 的 order 超过 ${SVG_LIMITS.order}`);
    if (name === 'href' && !LINKS.has(element.name) && !GRADIENTS.has(element.name)) {
      const id = /^\s*#(.+?)\s*$/.exec(value)?.[1];
      if (id !== undefined) element.once.push(id);
    }
    if (name === 'style') takeStyle(element, value);
    else takeProperty(element, name, value);
    if (name === 'style' && /animation/i.test(value)) this.#moves = true;
  }

  close(): void {
    this.#open.pop();
  }

  text(more: string): void {
    const element = this.#open.at(-1);
    if (element?.name === 'style') this.#style += more;
    else if (element) this.#lengthen(element, more.trim().length);
  }

  #lengthen(element: Element, characters: number): void {
    const more = Math.floor(characters / LONG);
    element.weight += more;
    this.#count(more);
  }

  #count(more: number): void {
    if ((this.#elements += more) > SVG_LIMITS.elements) throw new TooMuch(`有 ${SVG_LIMITS.elements} 个以上的元素`);
  }

  problem(): string {
    this.#applyStyle();
    const { elements, filters } = this.#totalOf(this.#all[0]!);
    const most = this.#moves ? SVG_LIMITS.moving : SVG_LIMITS.elements;
    if (elements > most)
      return this.#moves
        ? `有动画，却要画 ${most} 个以上的元素`
        : `展开引用（use、图案、标记、蒙版等）后要画 ${most} 个以上的元素`;
    if (filters > SVG_LIMITS.filters) return `用到的滤镜合计有 ${SVG_LIMITS.filters} 个以上的步骤`;
    return selectorProblem(this.#style, elements, this.#deepest);
  }

  /** Rules of a style by class and id count for these; other rules may mean any element. */
  #applyStyle(): void {
    if (/@keyframes|animation/i.test(this.#style)) this.#moves = true;
    for (const [, selectors = '', body = ''] of this.#style.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      if (!/url\s*\(/i.test(body)) continue;
      for (const selector of selectors.split(',')) {
        const [, sign, name] = /([.#])([\w-]+)(?:::?[\w-]+)?\s*$/.exec(selector) ?? [];
        for (const element of this.#all) {
          const isMeant =
            name === undefined ||
            (sign === '#' ? this.#byId.get(name) === element : this.#classes.get(element)?.includes(name));
          if (isMeant) takeStyle(element, body);
        }
      }
    }
  }

  /** Counted once for each element, however often it is drawn. */
  #totalOf(element: Element): Total {
    if (element.total === 'being counted') return NOTHING;
    if (element.total) return element.total;
    element.total = 'being counted';
    const { name, weight } = element;
    let sum: Total = { elements: weight, painted: 1, corners: element.corners, filters: name.startsWith('fe') ? 1 : 0 };
    for (const child of element.children) if (!child.isOnlyReferenced) sum = plus(sum, this.#totalOf(child));
    const { painted, corners } = sum;
    for (const id of element.once) sum = plus(sum, this.#referred(id));
    // an element that is drawn by reference is painted as the others are
    const [all, ends] = element.name === 'use' ? [sum.painted, sum.corners] : [painted, corners];
    for (const id of element.each) sum = plus(sum, times(this.#referred(id), all));
    for (const id of element.corner) sum = plus(sum, times(this.#referred(id), ends));
    return (element.total = sum);
  }

  #referred(id: string): Total {
    const element = this.#byId.get(id);
    return !element || GRADIENTS.has(element.name) ? NOTHING : this.#totalOf(element);
  }
}

const plus = (one: Total, other: Total): Total => ({
  elements: Math.min(one.elements + other.elements, ENDLESS),
  painted: Math.min(one.painted + other.painted, ENDLESS),
  corners: Math.min(one.corners + other.corners, ENDLESS),
  filters: Math.min(one.filters + other.filters, ENDLESS),
});

const times = (one: Total, count: number): Total => ({
  elements: Math.min(one.elements * count, ENDLESS),
  painted: 0,
  corners: 0,
  filters: Math.min(one.filters * count, ENDLESS),
});

const takeStyle = (element: Element, style: string): void => {
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0)
      takeProperty(element, declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1));
  }
};

/** Fill, stroke and markers pass on to everything inside, the others are done once for all of it. */
function takeProperty(element: Element, name: string, value: string): void {
  for (const [, id = ''] of value.matchAll(/url\s*\(\s*["']?#([^"')]+)/gi)) {
    if (name === 'marker' || name === 'marker-mid') element.corner.push(id.trim());
    else if (/^(?:fill|stroke|marker-)/.test(name)) element.each.push(id.trim());
    else element.once.push(id.trim());
  }
}

/** Selectors that compare an element with others beside it, or with a list: they take as many times as long. */
const COMPARES = /[~+]|:(?:has|is|where|not|-webkit-any|-moz-any|nth-[\w-]+|host-context|host)\s*\(/i;

/** Each element is held against each rule; a part of a selector in front of another against all elements around it. */
function selectorProblem(style: string, elements: number, deepest: number): string {
  let tries = 0;
  for (const [, prelude = ''] of style.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)\{/g)) {
    if (prelude.trim().startsWith('@')) continue;
    const compares = COMPARES.exec(prelude.replaceAll(/\[[^\]]*\]/g, ''));
    if (compares) return `的样式用了选择符“${compares[0]}”，浏览器要逐个比较元素；请改用类名`;
    for (const selector of prelude.split(',')) {
      const parts = selector.trim().split(/[\s>]+/).length;
      tries += elements * (1 + (parts - 1) * deepest);
    }
    if (tries > SVG_LIMITS.matches)
      return `的样式规则太多，要与 ${elements} 个元素逐一比较；请减少规则或元素，或导出为 PNG`;
  }
  return '';
}
