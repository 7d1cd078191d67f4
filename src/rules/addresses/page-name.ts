import { isObject, type Json } from '../json/json.ts';
interface NamedChannel {
  channelId: string;
  url: string;
  name: string;
}

const CONTENTS: Readonly<Record<string, string>> = {
  list: '多篇文章的栏目',
  html: '一篇文章的栏目',
  htmlFile: '一篇文章和附件的栏目',
  downList: '只有附件的栏目',
  empty: '没有内容的栏目',
  detail: '文章的详情',
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * RG18: what people call a page: by its title, else the channels that it is for, else the heading of its first block.
 * @param channels asked for only where they are needed @returns undefined where only its technical name is known
 */
export function pageName(page: unknown, channels: () => Iterable<NamedChannel>): string | undefined {
  if (!isObject(page)) return undefined;
  const { title, for: claims, blocks } = page;
  if (textIn(title) !== '') return textIn(title);
  const all = [claims].flat().filter(isObject);
  for (const claim of all) {
    const name = nameOfClaim(claim, channels);
    if (name !== undefined) return all.length > 1 ? `${name}等 ${all.length} 处` : name;
  }
  return [blocks]
    .flat()
    .filter(isObject)
    .map((block) => textIn(block.title) || textIn(isObject(block.props) ? block.props.title : ''))
    .find((heading) => heading !== '');
}

function nameOfClaim(
  { channel, url, idEnds, contentKind, default: isDefault }: Json,
  channels: () => Iterable<NamedChannel>,
): string | undefined {
  if (isDefault === true) return '默认页面';
  if (typeof contentKind === 'string') return CONTENTS[contentKind];
  const find = (test: (one: NamedChannel) => boolean): string | undefined => {
    for (const one of channels()) if (test(one)) return one.name;
    return undefined;
  };
  if (typeof channel === 'string') return find(({ channelId }) => channelId === channel);
  if (typeof idEnds === 'string') return find(({ channelId }) => channelId.endsWith(idEnds));
  if (typeof url !== 'string') return undefined;
  const name = find((one) => one.url === url.replace(/\/detail$/, ''));
  return name !== undefined && url.endsWith('/detail') ? `${name}的详情` : name;
}
