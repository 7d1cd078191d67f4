/**
 * What a picture of this kind may hold: what is drawn from itself alone. Read as text and not as markup, so that
 * nothing depends on how a browser mends what is malformed; what is in doubt is refused.
 */

/** elements in lower case, without their prefix, and what they are */
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
  for (const [, name = '', attributes = ''] of text.matchAll(/<([^\s<>/!?]+)((?:"[^"]*"|'[^']*'|[^<>"'])*)/g)) {
    const element = local(name);
    const what = Object.hasOwn(ELEMENTS, element) && ELEMENTS[element];
    if (what) return `含有${what}${shown(`<${name}>`)}`;
    if (/=\s*(?!"")\S/.test(attributes.replace(/"[^"]*"|'[^']*'/g, '""')))
      return `的属性没有写引号${shown(`<${name}${attributes}`)}`;
    for (const [, attribute = '', , quoted = '', single = ''] of attributes.matchAll(
      /([^\s"'<>/=]+)\s*=\s*("([^"]*)"|'([^']*)')/g,
    )) {
      const value = quoted || single;
      if (/^on[a-z]/.test(local(attribute))) return `含有脚本：事件属性${shown(attribute)}`;
      if (ADDRESSES.includes(local(attribute)) && !INSIDE.test(value.trim()))
        return `${element === 'use' ? '中的 <use> ' : ''}引用了图片以外的内容${shown(`${attribute}="${value}"`)}`;
      if (
        local(attribute) === 'style' &&
        /image-set|src\s*\(|https?:|\/\//i.test(value.replace(/url\s*\([^)]*\)/gi, ''))
      )
        return `样式引用了图片以外的内容${shown(value)}`;
      // programs for drawing write down folders in attributes of their own
      if (!attribute.includes(':') && value.includes('\\'))
        return `含有用反斜杠改写的内容${shown(`${attribute}="${value}"`)}`;
    }
  }
  return undefined;
}

const local = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

function styleProblem(text: string): string | undefined {
  const outside = [...text.matchAll(/url\s*\(\s*["']?([^"')]*)/gi)].find(
    ([, address]) => !INSIDE.test(address!.trim()),
  );
  if (outside) return `样式引用了图片以外的内容${shown(outside[0])}`;
  // from the first to the last: what stands between two is looked at, too, because an end may be part of a style
  const style = /<(?:[^\s<>/:]+:)?style\b([^]*)<\/(?:[^\s<>/:]+:)?style/i.exec(text)?.[1] ?? '';
  const found = /https?:|\/\/|\\/.exec(style);
  return found ? `样式引用了图片以外的内容，或用反斜杠改写${shown(style.slice(found.index))}` : undefined;
}
