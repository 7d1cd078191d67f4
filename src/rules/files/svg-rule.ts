import {
  MOVED,
  SVG,
  SVG_ATTRIBUTES,
  SVG_ELEMENTS,
  SVG_WORDS,
  WEB_NAMESPACES,
  XLINK,
  XLINK_ATTRIBUTES,
} from './svg-names.ts';

/**
 * Elements of a picture of this kind: drawn from itself alone. Read as text and not as markup, so that nothing depends
 * on how a browser mends what is malformed; what is in doubt is refused.
 */

/** Descriptions of some refused elements, for a better sentence; in lower case, without their prefix. */
const ELEMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['script', 'handler', 'listener'].map((name) => [name, '脚本'])),
  ...Object.fromEntries(
    ['foreignobject', 'iframe', 'embed', 'object', 'audio', 'video', 'canvas', 'link', 'meta', 'base'].map((name) => [
      name,
      '其他文档的内容',
    ]),
  ),
  ...Object.fromEntries(['set', 'animate'].map((name) => [name, '可以改变引用的动画'])),
};

/** attributes that hold an address */
const ADDRESSES: readonly string[] = ['href', 'src', 'srcset', 'action', 'formaction', 'poster', 'ping', 'base'];

/** A reference within the picture, or an embedded picture. */
const INSIDE = /^(?:#|data:image\/(?:png|jpeg|gif|webp)[;,]|$)/i;

/** Patterns for the raw text: the first match is reported, with the text found. */
const TEXTS: readonly [pattern: RegExp, what: string][] = [
  [/<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])[^"'>]*/i, '声明的编码不是 UTF-8'],
  // text in a comment must not look like a part of a tag
  [/<!--(?:(?!-->)[^])*?[<"'](?:(?!-->)[^]){0,20}/, '的注释中有标记或引号'],
  [/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i, '含有文档类型或实体的声明'],
  [/<\?(?!xml\s)[^\s?>]*/i, '含有样式表等处理指令'],
  [/&(?!(?:amp|lt|gt|quot|apos);)[^\s;]{0,20};?/, '含有字符实体'],
  [/(?:javascript|vbscript)\s*:/i, '含有脚本的地址'],
  [/@import/i, '样式中引用了外部的样式表'],
  [
    /(?<![\w-])data\s*:(?!image\/(?:png|jpeg|gif|webp)[;,])[\w/+.-]{0,40}/i,
    '内嵌的数据不是 PNG、JPEG、GIF 或 WebP 图片',
  ],
];

/** @param text of an svg file @returns why it is refused; '' when it can neither run scripts nor load anything */
export function svgProblem(text: string): string {
  const found = textProblem(text) ?? tagProblem(text) ?? styleProblem(text);
  return found === undefined ? '' : `这个 SVG 图片${found}，不能上传；请导出为 PNG，或去掉后再上传`;
}

const shown = (part: string): string => `（${part.trim().slice(0, 60)}）`;

function textProblem(text: string): string | undefined {
  for (const [pattern, what] of TEXTS) {
    const found = pattern.exec(text);
    if (found) return what + shown(found[0]);
  }
  return undefined;
}

function tagProblem(text: string): string | undefined {
  const spaces = new Map<string, Set<string>>();
  const tags = [...text.matchAll(/<([^\s<>/!?]+)((?:"[^"]*"|'[^']*'|[^<>"'])*)/g)].map(
    ([, name = '', attributes = '']) => ({ name, attributes }),
  );
  // prefixes are looked up in the whole text, wherever they are declared
  for (const { attributes } of tags)
    for (const { name, value } of attributesOf(attributes))
      if (/^xmlns(:|$)/i.test(name)) {
        const prefix = name.slice('xmlns:'.length);
        spaces.set(prefix, (spaces.get(prefix) ?? new Set()).add(value));
      }
  for (const tag of tags) {
    const found = elementProblem(tag, spaces);
    if (found !== undefined) return found;
  }
  return undefined;
}

function* attributesOf(text: string): Generator<{ name: string; value: string }> {
  for (const [, name = '', , quoted = '', single = ''] of text.matchAll(/([^\s"'<>/=]+)\s*=\s*("([^"]*)"|'([^']*)')/g))
    yield { name, value: quoted || single };
}

/** Without a prefix everything is SVG. */
const isKnownSpace = (name: string, value: string): boolean =>
  name.includes(':') ? WEB_NAMESPACES.has(value) || !/(^|\W)w3\.org/i.test(value) : value === SVG;

type Spaces = ReadonlyMap<string, ReadonlySet<string>>;

function elementProblem(
  { name, attributes }: { name: string; attributes: string },
  spaces: Spaces,
): string | undefined {
  const element = localName(name);
  const what = Object.hasOwn(ELEMENTS, element) && ELEMENTS[element];
  if (what) return `含有${what}${shown(`<${name}>`)}`;
  if (isSvg(name, spaces) && !SVG_ELEMENTS.has(element)) return `含有不在允许之列的元素${shown(`<${name}>`)}`;
  if (/=\s*(?!"")\S/.test(attributes.replace(/"[^"]*"|'[^']*'/g, '""')))
    return `的属性没有写引号${shown(`<${name}${attributes}`)}`;
  for (const attribute of attributesOf(attributes)) {
    const found = attributeProblem(name, attribute, spaces);
    if (found !== undefined) return found;
  }
  return undefined;
}

const prefixOf = (name: string): string => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');

/** A prefix that stands for nothing is refused as if it stood for SVG. */
const isSvg = (name: string, spaces: Spaces): boolean => {
  const prefix = prefixOf(name);
  return prefix === '' || (spaces.get(prefix) ?? new Set([SVG])).has(SVG);
};

function attributeProblem(
  tag: string,
  { name, value }: { name: string; value: string },
  spaces: Spaces,
): string | undefined {
  const own = localName(name);
  const written = `${name}="${value}"`;
  if (/^on[a-z]/.test(own)) return `含有脚本：事件属性${shown(name)}`;
  if (ADDRESSES.includes(own) && !INSIDE.test(value.trim()))
    return `${localName(tag) === 'use' ? '中的 <use> ' : ''}引用了图片以外的内容${shown(written)}`;
  if (/^xmlns(:|$)/i.test(name) && !isKnownSpace(name, value)) return `声明了不能使用的命名空间${shown(written)}`;
  // an element that is no SVG is not drawn, and what it has of its own means nothing to a browser
  const isNote = prefixOf(name) === '' && !isSvg(tag, spaces);
  if (value.includes('<') || !(isNote || isKnownAttribute(name, spaces)))
    return `含有不在允许之列的属性${shown(written)}`;
  // programs for drawing write down folders in attributes of their own
  if (isNote || name.includes(':') || SVG_WORDS.has(own) || isForPeople(own)) return undefined;
  if (own !== 'href' && own !== 'xmlns' && OUTSIDE.test(value.replace(/url\s*\([^)]*\)/gi, '')))
    return `样式引用了图片以外的内容${shown(value)}`;
  const effect = EFFECT.exec(value);
  if (effect) return effectFound(effect[0]);
  if (value.includes('\\')) return `含有用反斜杠改写的内容${shown(written)}`;
  return own === 'attributename' && !MOVED.has(value.toLowerCase())
    ? `含有可以改变引用的动画${shown(written)}`
    : undefined;
}

/** Ways in which a style or an attribute that takes a picture can load without url(). */
const OUTSIDE = /image-set|src\s*\(|https?:|\/\//i;

/** FO7: an effect of CSS takes as long as a step of a filter, for each element that has the style, and is not counted. */
const EFFECT =
  /(?:blur|drop-shadow|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)\s*\(|(?:text|box)-shadow\s*:/i;

const effectFound = (found: string): string => `的样式中有滤镜或阴影效果${shown(found)}`;

const isForPeople = (name: string): boolean => /^(?:aria|data)-[\w.-]+$/.test(name);

function isKnownAttribute(name: string, spaces: Spaces): boolean {
  const own = localName(name);
  const prefix = prefixOf(name);
  if (name.toLowerCase() === 'xmlns' || prefix === 'xmlns') return true;
  if (prefix === '') return SVG_ATTRIBUTES.has(own) || SVG_WORDS.has(own) || isForPeople(own);
  if (prefix === 'xml') return SVG_WORDS.has(name.toLowerCase());
  const known = spaces.get(prefix) ?? new Set(prefix === 'xlink' ? [XLINK] : [SVG]);
  if (known.has(SVG)) return false;
  return !known.has(XLINK) || XLINK_ATTRIBUTES.has(own);
}

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

function styleProblem(text: string): string | undefined {
  const outside = [...text.matchAll(/url\s*\(\s*["']?([^"')]*)/gi)].find(
    ([, address]) => !INSIDE.test(address!.trim()),
  );
  if (outside) return `样式引用了图片以外的内容${shown(outside[0])}`;
  // from the first to the last: what stands between two is looked at, too, because an end may be part of a style
  const style = /<(?:[^\s<>/:]+:)?style\b([^]*)<\/(?:[^\s<>/:]+:)?style/i.exec(text)?.[1] ?? '';
  const effect = EFFECT.exec(style);
  if (effect) return effectFound(effect[0]);
  const found = /https?:|\/\/|\\/.exec(style);
  return found ? `样式引用了图片以外的内容，或用反斜杠改写${shown(style.slice(found.index))}` : undefined;
}
