import { useEffect, useRef, useState } from 'react';
import type { Grant } from '#rules/people/staff-rights.ts';
import type { Channel } from '#wire/console-answers.ts';
import { useRead } from './use-calls.ts';

export interface Channels {
  list: readonly Channel[];
  /** '全站' for '', names from the top for a channel; of one that has ended its number */
  nameOf: (channelId: string) => string;
  error: unknown;
  retry: () => void;
}

/** The channels of the site as names for people, who know no numbers. */
export function useChannels(): Channels {
  const { data, error, mutate } = useRead('GET /channels');
  const [requested, setRequested] = useState<ReadonlySet<string>>(NONE);
  const missing = useRef(new Set<string>());
  useEffect(() => {
    const ids = [...missing.current].filter((id) => !requested.has(id));
    missing.current.clear();
    if (ids.length > 0) void mutate().finally(() => setRequested((before) => new Set([...before, ...ids])));
  });
  const list = data ?? [];
  const byId = new Map(list.map((channel) => [channel.channelId, channel]));
  const nameOf = (channelId: string): string => {
    if (channelId === '') return '全站';
    const line: string[] = [];
    for (let at = byId.get(channelId); at && line.length < 20; at = byId.get(at.parentId)) line.unshift(at.name);
    // the tree's own name says nothing beside that of a channel in it
    if (line.length > 0) return line.slice(line.length > 1 ? 1 : 0).join(' / ');
    // one that was opened since the list was read is asked for once, before it is said to have ended (VA8)
    if (!data || !requested.has(channelId)) {
      if (data) missing.current.add(channelId);
      return '…';
    }
    return `已不公开的栏目（${channelId}）`;
  };
  return { list, nameOf, error, retry: () => void mutate() };
}

const NONE: ReadonlySet<string> = new Set();

const known = new WeakMap<readonly Channel[], ReadonlyMap<string, string>>();

/** Parents of each list, made once: some thousand channels are looked up one by one. */
function parentsOf(list: readonly Channel[]): ReadonlyMap<string, string> {
  const before = known.get(list);
  if (before) return before;
  const parents = new Map(list.map((channel) => [channel.channelId, channel.parentId]));
  known.set(list, parents);
  return parents;
}

/** The id of a channel and of all above it, as far as they are public. */
export function lineOf(list: readonly Channel[], channelId: string): string[] {
  const parents = parentsOf(list);
  const line: string[] = [];
  for (let id = channelId; id !== '' && !line.includes(id); id = parents.get(id) ?? '') line.push(id);
  return line;
}

/** One entry for each role, with all the channels it is given for. */
export function byRole(grants: readonly Grant[]): { role: Grant['role']; channelIds: string[] }[] {
  const roles = [...new Set(grants.map(({ role }) => role))];
  return roles.map((role) => ({
    role,
    channelIds: grants.filter((grant) => grant.role === role).map(({ channelId }) => channelId),
  }));
}
