import { nearest } from '#page/problems.ts';
import { isExternal } from '#rules/channel-tree.ts';
import type { ChannelRow } from '../store/list-channels.ts';

export type FoundChannel = { channelId: string } | { problem: string };

/**
 * MI1: finds the channel that a list means by its id, its site path with or without a slash in front, or its name where
 * only one channel has it; a table of the map comes before all of these.
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
  if (word === '') return { problem: 'no channel is named' };
  const path = word.replace(/^\/+|\/+$/g, '');
  const byId = channels.filter(({ channelId }) => channelId === word);
  const byPath = channels.filter(({ url }) => url !== '' && url === path);
  const byName = channels.filter(({ name }) => name === word);
  const [meant = []] = [byId, byPath, byName].filter(({ length }) => length > 0);
  const [channel] = meant;
  if (!channel) return { problem: `there is no channel "${word}"${suggestion(channels, word)}` };
  if (meant.length > 1)
    return { problem: `${meant.length} channels are called "${word}": ${namesOf(meant)}; name one by its id or path` };
  if (isExternal(channel.url)) return { problem: `channel "${word}" is a link to ${channel.url} and has no articles` };
  if (channel.sameAs) return { problem: `channel "${word}" shows the articles of ${channel.sameAs}; name that one` };
  return { channelId: channel.channelId };
}

const namesOf = (channels: readonly ChannelRow[]): string =>
  channels.map(({ channelId, name, url }) => `${channelId} (${name}, /${url})`).join(', ');

function suggestion(channels: readonly ChannelRow[], word: string): string {
  const near = nearest(
    word,
    channels.flatMap(({ name, url, channelId }) => [name, `/${url}`, channelId]),
  );
  const meant = channels.filter(({ name, url, channelId }) => [name, `/${url}`, channelId].includes(near ?? ''));
  return near === undefined
    ? '; give its id or path, or name it in "channels" of the map'
    : `. Did you mean ${namesOf(meant)}?`;
}
