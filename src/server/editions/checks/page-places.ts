import { schemaAt, titleAlong, type Described } from '#kinds/field-titles.ts';
import { pageStructure } from '#page/page-structure.ts';
import { isSiteAddress } from '#page/schema-words.ts';
import { isObject, type Json } from '#rules/json/json.ts';
import { widgets } from '#widgets/index.ts';
import { textsIn } from './public-texts.ts';

/** CK3: '页面 home 第 2 块“快捷入口”的“入口 1 名称”'. */
export function placeInPage(id: string, document: unknown, path: readonly string[]): string {
  const [, at, first, ...rest] = path;
  const block = blockAt(document, path);
  if (!block || first === undefined) return `页面 ${id} 的“${shortTitle(pageStructure, path)}”`;
  const widget = widgets.find(({ name }) => name === block.widget);
  const heading = typeof block.heading === 'string' ? block.heading : '';
  const name = (heading || widget?.title) ?? String(block.id);
  const field =
    first === 'props' && rest.length > 0
      ? titleAlong(propsOf(block), rest)
      : shortTitle(pageStructure.properties.blocks.items, [first, ...rest]);
  return `页面 ${id} 第 ${Number(at) + 1} 块“${name.slice(0, 40)}”的“${field}”`;
}

/** CK6: addresses on this site to which the blocks of a page lead. */
export const addressesOfPage = (document: unknown): { path: readonly string[]; href: string }[] =>
  textsIn(document).flatMap(({ path, text: href }) => {
    const block = blockAt(document, path);
    // an address with a gap is filled in for each article
    if (!block || path[2] !== 'props' || !href.startsWith('/') || href.includes('{')) return [];
    const word = schemaAt(propsOf(block), path.slice(3));
    return word && isSiteAddress(word) ? [{ path, href }] : [];
  });

function blockAt(document: unknown, [first, at]: readonly string[]): Json | undefined {
  const blocks = isObject(document) && first === 'blocks' ? document.blocks : undefined;
  const block: unknown = Array.isArray(blocks) ? blocks[Number(at)] : undefined;
  return isObject(block) ? block : undefined;
}

const propsOf = ({ widget }: Json): Described =>
  (widgets.find(({ name }) => name === widget)?.props ?? {}) as Described;

/** Titles of the page's own fields explain themselves behind a sign. */
const shortTitle = (schema: object, path: readonly string[]): string =>
  titleAlong(schema, path).split(/[：，；]/, 1)[0]!;
