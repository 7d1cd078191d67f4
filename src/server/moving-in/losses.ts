import { DROPPED_WHOLE } from '../store/sanitise.ts';
import { ElementType, parseDocument } from 'htmlparser2';

/** What cleaning takes that nobody reads: how a page looked, and what a browser is told of it. */
const QUIET = new Set(['style', 'head', 'title', 'xml', 'noscript', 'option']);
const TOLD = [...DROPPED_WHOLE.filter((name) => !QUIET.has(name)), 'embed', 'input', 'select', 'canvas', 'map'];
const COUNTED = { img: 'pictures', a: 'links', table: 'tables' } as const;

interface Counts {
  elements: Map<string, number>;
  handlers: number;
  /** without spaces, and without texts that are none of the article */
  characters: number;
}

/** What cleaning took, each with how much of it: 'script' → 1, 'pictures' → 2, 'characters' → 12. */
export type Losses = ReadonlyMap<string, number>;

/**
 * MI3: what cleaning took from a text that readers would miss, or that a browser would run. Styles, ids and unknown
 * elements around a text are none of it.
 */
export function lossesOf(before: string, after: string): Losses {
  const [given, kept] = [countsOf(before), countsOf(after)];
  const gone = (name: string) => (given.elements.get(name) ?? 0) - (kept.elements.get(name) ?? 0);
  const losses = [
    ...TOLD.map((name) => [name, gone(name)] as const),
    ...Object.entries(COUNTED).map(([name, title]) => [title, gone(name)] as const),
    ['event handlers', given.handlers] as const,
    ['characters', given.characters - kept.characters] as const,
  ];
  return new Map(losses.filter(([, count]) => count > 0));
}

/** MI3: '1 script, 2 pictures'; '' for nothing. */
export const lossWords = (losses: Losses): string => [...losses].map(([name, count]) => `${count} ${name}`).join(', ');

/** of elements, how readers know them */
const NAMES: Readonly<Record<string, string>> = {
  script: '脚本',
  iframe: '内嵌网页',
  object: '插件',
  embed: '插件',
  form: '表单',
  textarea: '输入框',
  select: '下拉框',
  input: '输入框',
  button: '按钮',
  video: '视频',
  audio: '音频',
  svg: '矢量图',
  canvas: '画布',
  map: '图片热区',
  math: '公式',
  pictures: '图片',
  links: '链接',
  tables: '表格',
  'event handlers': '脚本事件',
  characters: '字符',
};

/** MI3: '脚本 1 处、图片 2 处'; '' for nothing. */
export const lossNames = (losses: Losses): string =>
  [...losses]
    .map(([name, count]) => `${NAMES[name] ?? `<${name}>`} ${count} ${name === 'characters' ? '个' : '处'}`)
    .join('、');

/** The losses of many texts. */
export function allLosses(each: Iterable<Losses>): Losses {
  const all = new Map<string, number>();
  for (const losses of each) for (const [name, count] of losses) all.set(name, (all.get(name) ?? 0) + count);
  return all;
}

/** MI3: characters of a text that a reader sees, without spaces. */
export const charactersIn = (html: string): number => countsOf(html).characters;

function countsOf(html: string): Counts {
  const counts: Counts = { elements: new Map(), handlers: 0, characters: 0 };
  const open = [...parseDocument(html).children];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('data' in node && node.type === ElementType.Text) counts.characters += node.data.replaceAll(/\s+/g, '').length;
    if (!('attribs' in node)) continue;
    const { name, attribs, children } = node;
    // a link without an address and a picture without a file are none
    const isEmpty = (name === 'a' && !attribs.href) || (name === 'img' && !attribs.src);
    if (!isEmpty) counts.elements.set(name, (counts.elements.get(name) ?? 0) + 1);
    counts.handlers += Object.keys(attribs).filter((attribute) => /^on/i.test(attribute)).length;
    if (!DROPPED_WHOLE.includes(name)) open.push(...children);
  }
  return counts;
}
