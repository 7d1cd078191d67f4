import { nearest } from '#page/problems.ts';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import type { BilingualText } from './problems.ts';

export type FoundChannel = { channelId: string } | { problem: BilingualText };

/**
 * MI1: finds the channel of a list's word by its id or by its site path, with or without a slash in front. A name works
 * where only one channel has it. A table of the map comes before all of these.
 * @param table from words of the list to an id, path or name
 */
export function channelFinder(
  channels: readonly ChannelRow[],
  table: Readonly<Record<string, string>>,
): (word: string) => FoundChannel {
  const known = new Map<string, FoundChannel>();
  return (word) => {
    const found = known.get(word) ?? find(channels, Object.hasOwn(table, word) ? table[word]! : word);
    known.set(word, found);
    return found;
  };
}

function find(channels: readonly ChannelRow[], given: string): FoundChannel {
  const word = given.trim();
  if (word === '') return withProblem('no channel is named', '没有写栏目');
  const path = word.replace(/^\/+|\/+$/g, '');
  const byId = channels.filter(({ channelId }) => channelId === word);
  const byPath = channels.filter(({ url }) => url !== '' && url === path);
  const byName = channels.filter(({ name }) => name === word);
  const [meant = []] = [byId, byPath, byName].filter(({ length }) => length > 0);
  const [channel] = meant;
  if (!channel) return unknown(channels, word);
  if (meant.length > 1)
    return withProblem(
      `${meant.length} channels are called "${word}": ${namesOf(meant)}; name one by its id or path`,
      `有 ${meant.length} 个栏目都叫“${word}”，请在对应关系中选定一个`,
    );
  if (isExternal(channel.url))
    return withProblem(
      `channel "${word}" is a link to ${channel.url} and has no articles`,
      `栏目“${word}”是指向 ${channel.url} 的链接，不能有文章`,
    );
  if (channel.sameAs)
    return withProblem(
      `channel "${word}" shows the articles of ${channel.sameAs}; name that one`,
      `栏目“${word}”显示的是另一个栏目的文章，请选那一个`,
    );
  return { channelId: channel.channelId };
}

const withProblem = (en: string, zh: string): FoundChannel => ({ problem: { en, zh } });

const namesOf = (channels: readonly ChannelRow[]): string =>
  channels.map(({ channelId, name, url }) => `${channelId} (${name}, /${url})`).join(', ');

function unknown(channels: readonly ChannelRow[], word: string): FoundChannel {
  const near = nearest(
    word,
    channels.flatMap(({ name, url, channelId }) => [name, `/${url}`, channelId]),
  );
  const meant = channels.filter(({ name, url, channelId }) => [name, `/${url}`, channelId].includes(near ?? ''));
  const there = `there is no channel "${word}"`;
  return near === undefined
    ? withProblem(
        `${there}; give its id or path, or name it in "channels" of the map`,
        `没有“${word}”这个栏目，请为它选一个栏目`,
      )
    : withProblem(
        `${there}. Did you mean ${namesOf(meant)}?`,
        `没有“${word}”这个栏目，是不是“${meant.map(({ name }) => name).join('”或“')}”？请为它选一个栏目`,
      );
}
