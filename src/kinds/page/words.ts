import { isObject } from '#rules/json/json.ts';
import type { KindWords, Names } from '../define-kind.ts';

export const words: KindWords<unknown> = {
  titleOf: (document, id, names) => {
    const name = names?.pageName(document);
    return name === undefined ? `页面 ${id}` : `页面“${name}”`;
  },
  nameOf: (id, { knownTitle }) => knownTitle(`page:${id}`) ?? id,
  summaryOf: (document, _id, { nameOf }) => pageWords(document, nameOf),
  seenAt: (document, _id, { nameOf }) => pageWords(document, nameOf),
  fieldTitle: (path) => path.join(' '),
};

function pageWords(document: unknown, nameOf: Names['nameOf']): string {
  const { for: place, blocks } = isObject(document) ? document : {};
  const count = Array.isArray(blocks) ? blocks.length : 0;
  const channelId = isObject(place) && typeof place.channel === 'string' ? place.channel : '';
  const path = isObject(place) && typeof place.path === 'string' ? place.path : '';
  return [
    `${count} 个内容块`,
    ...(channelId === '' ? [] : [`用于栏目“${nameOf(channelId)}”`]),
    ...(path === '' ? [] : [`地址 ${path}`]),
  ].join('，');
}
