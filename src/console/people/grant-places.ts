import type { Channels } from '../calls/channels.ts';

interface Place {
  value: string;
  /** label with the names of its parents, for the search and for the chosen value */
  label: string;
  name: string;
  depth: number;
}

/** The value of what is '' in a grant: an empty value would be no choice at all. */
export const SITE = 'site';

/** The whole site, and both trees of channels below it; the server lists those above first. */
export function placesOf({ list, nameOf }: Channels): Place[] {
  const depths = new Map<string, number>();
  for (const { channelId, parentId } of list) depths.set(channelId, (depths.get(parentId) ?? 0) + 1);
  return [
    { value: SITE, label: '全站', name: '全站', depth: 0 },
    ...list.map(({ channelId, name }) => ({
      value: channelId,
      label: nameOf(channelId),
      name,
      depth: depths.get(channelId) ?? 1,
    })),
  ];
}
