import { withdrawnOf, writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import type { ChannelFields, ChannelLine } from '#wire/channel-answers.ts';
import { bySiblingOrder, ordersFor } from './channel-order.ts';

export interface Ending {
  reason: string;
  /** site path, '' for none */
  successor: string;
}

/** One channel that is being changed. A new one may still get another id, so it has a key of its own. */
export interface Entry {
  key: string;
  isNew: boolean;
  fields: ChannelFields;
  /** true for a new one whose id was typed by hand, so that no proposal takes its place */
  ownId?: true;
  ownUrl?: true;
}

/** Unsaved changes. */
export interface Working {
  entries: readonly Entry[];
  ending: Readonly<Record<string, Ending>>;
  /** page by channel that places its content otherwise */
  pages: Readonly<Record<string, { place: string; page: string; document: unknown; mark: string }>>;
  /** changes of an edition that are about something else */
  rest: readonly Change[];
  /** number of new ones so far */
  made: number;
}

export const NOTHING: Working = { entries: [], ending: {}, pages: {}, rest: [], made: 0 };

export const isUntouched = ({ entries, ending, pages }: Working): boolean =>
  entries.length === 0 && Object.keys(ending).length === 0 && Object.keys(pages).length === 0;

/** A channel in the tree as the changes leave it. */
export interface TreeChannel extends ChannelFields {
  key: string;
  isNew: boolean;
  isChanged: boolean;
  isEmpty: boolean;
  ending: Ending | null;
}

/** The part of a channel in the tree that a change of it holds. */
export function channelFields({
  channelId,
  parentId,
  classOrder,
  url,
  name,
  type,
  sameAs,
  department,
  hidden,
  freshness,
}: TreeChannel): ChannelFields {
  return {
    channelId,
    parentId,
    classOrder,
    url,
    name,
    type,
    ...(sameAs !== undefined && { sameAs }),
    ...(department !== undefined && { department }),
    ...(hidden !== undefined && { hidden }),
    ...(freshness !== undefined && { freshness }),
  };
}

/** The fields of a public channel that people wrote. */
export function fieldsOf({
  channelId,
  parentId,
  classOrder,
  url,
  name,
  type,
  sameAs,
  department,
  hidden,
  freshness,
}: ChannelLine): ChannelFields {
  return {
    channelId,
    parentId,
    classOrder,
    url,
    name,
    type,
    department,
    ...(sameAs !== null && { sameAs }),
    ...(hidden && { hidden }),
    ...(freshness !== '' && { freshness }),
  };
}

export function channelsWith(lines: readonly ChannelLine[], { entries, ending }: Working): TreeChannel[] {
  const changed = new Map(entries.map((entry) => [entry.key, entry]));
  const present = lines.map((line): TreeChannel => {
    const entry = changed.get(line.channelId);
    return {
      ...(entry?.fields ?? fieldsOf(line)),
      key: line.channelId,
      isNew: false,
      isChanged: entry !== undefined,
      isEmpty: line.isEmpty,
      ending: ending[line.channelId] ?? null,
    };
  });
  const added = entries
    .filter(({ isNew }) => isNew)
    .map(({ key, fields }): TreeChannel => ({
      ...fields,
      key,
      isNew: true,
      isChanged: true,
      isEmpty: true,
      ending: null,
    }));
  return [...present, ...added];
}

const NAMES = [
  'channelId',
  'parentId',
  'classOrder',
  'url',
  'name',
  'type',
  'department',
  'hidden',
  'freshness',
] as const;

/** A channel whose content is another's, which is not chosen yet (''), is no longer the same. */
const isSameChannel = (one: ChannelFields, other: ChannelFields): boolean =>
  one.sameAs === other.sameAs && NAMES.every((name) => (one[name] || '') === (other[name] || ''));

/** A channel with some fields changed. Is it again what is public, there is nothing to save of it. */
export function withFields(
  lines: readonly ChannelLine[],
  working: Working,
  key: string,
  patch: Partial<ChannelFields>,
  own: Pick<Entry, 'ownId' | 'ownUrl'> = {},
): Working {
  const entry = working.entries.find((one) => one.key === key);
  const line = lines.find(({ channelId }) => channelId === key);
  const before = entry?.fields ?? (line && fieldsOf(line));
  if (!before) return working;
  const fields = { ...before, ...patch };
  const next: Entry = {
    key,
    isNew: entry?.isNew ?? false,
    ...(entry?.ownId && { ownId: true }),
    ...(entry?.ownUrl && { ownUrl: true }),
    ...own,
    fields,
  };
  const isPublic = line !== undefined && isSameChannel(fields, fieldsOf(line));
  const others = working.entries.map((one) =>
    one.key === key ? next : below(one, before.channelId, fields.channelId),
  );
  const entries = entry ? others : [...others, next];
  return { ...working, entries: isPublic ? entries.filter((one) => one.key !== key) : entries };
}

/** Channels below a new one go along when that gets another id. */
function below(entry: Entry, was: string, is: string): Entry {
  return was !== is && entry.fields.parentId === was ? { ...entry, fields: { ...entry.fields, parentId: is } } : entry;
}

export function withNew(working: Working, fields: ChannelFields): { working: Working; key: string } {
  const key = `new-${working.made + 1}`;
  return {
    key,
    working: { ...working, made: working.made + 1, entries: [...working.entries, { key, isNew: true, fields }] },
  };
}

/** Nothing of this channel is to be saved. */
export function without(working: Working, key: string): Working {
  const { [key]: _ending, ...ending } = working.ending;
  const id = working.entries.find((entry) => entry.key === key)?.fields.channelId ?? key;
  const { [id]: _page, ...pages } = working.pages;
  return { ...working, ending, pages, entries: working.entries.filter((entry) => entry.key !== key) };
}

export function withEnding(working: Working, channelIds: readonly string[], ending: Ending): Working {
  const entries = working.entries.filter(({ key }) => !channelIds.includes(key));
  return {
    ...working,
    entries,
    ending: { ...working.ending, ...Object.fromEntries(channelIds.map((id) => [id, ending])) },
  };
}

/** A channel moved below this parent, to this place among those who stand there without it. */
export function withPlace(
  lines: readonly ChannelLine[],
  working: Working,
  key: string,
  { parentId, place }: { parentId: string; place: number },
): Working {
  const channels = channelsWith(lines, working);
  const moved = channels.find((channel) => channel.key === key);
  if (!moved) return working;
  const others = channels
    .filter((channel) => channel.parentId === parentId && channel.key !== key)
    .sort(bySiblingOrder);
  let next = withFields(lines, working, key, { parentId });
  for (const [channelId, classOrder] of ordersFor(others, moved.channelId, place)) {
    const at = channels.find((channel) => channel.channelId === channelId)!;
    next = withFields(lines, next, at.key, { classOrder });
  }
  return next;
}

/** The changes as an edition holds them. A public channel that gets another address says so. */
export function changesOf(lines: readonly ChannelLine[], { entries, ending, pages, rest }: Working): Change[] {
  const urls = new Map(lines.map(({ channelId, url }) => [channelId, url]));
  return [
    ...entries.map(({ key, isNew, fields: { moves: _moves, ...channel } }): Change => ({
      kind: channelKind.name,
      document: { ...channel, ...(!isNew && urls.get(key) !== channel.url && { moves: true }) },
    })),
    ...Object.entries(ending).map(([id, { reason, successor }]): Change => ({
      kind: channelKind.name,
      id,
      withdraw: { reason, ...(successor !== '' && { successor }) },
    })),
    ...Object.values(pages).map(({ page, document }): Change => ({ kind: pageKind.name, id: page, document })),
    ...rest,
  ];
}

/** Marks of each channel's public content when its change was begun; '' for new ones. */
export function baseOf(lines: readonly ChannelLine[], { entries, ending, pages }: Working): Record<string, string> {
  const marks = new Map(lines.map(({ channelId, mark }) => [channelId, mark]));
  return Object.fromEntries([
    ...entries.map(({ isNew, key, fields }) => [`channel:${fields.channelId}`, isNew ? '' : (marks.get(key) ?? '')]),
    ...Object.keys(ending).map((channelId) => [`channel:${channelId}`, marks.get(channelId) ?? '']),
    ...Object.values(pages).map(({ page, mark }) => [`page:${page}`, mark]),
  ] as [string, string][]);
}

/** Work to be continued, from the changes of an edition. */
export function workingOf(lines: readonly ChannelLine[], changes: readonly Change[]): Working {
  const present = new Set(lines.map(({ channelId }) => channelId));
  const ending = withdrawnOf(channelKind, changes).map(({ id, withdraw }): [string, Ending] => [
    id,
    { reason: withdraw.reason, successor: withdraw.successor ?? '' },
  ]);
  const rest = changes.filter(({ kind }) => kind !== channelKind.name);
  return writtenOf(channelKind, changes).reduce<Working>(
    (working, { document: { moves: _moves, ...channel } }) => {
      if (present.has(channel.channelId)) {
        const entry: Entry = { key: channel.channelId, isNew: false, fields: channel };
        return { ...working, entries: [...working.entries, entry] };
      }
      const { key, working: next } = withNew(working, channel);
      return {
        ...next,
        entries: next.entries.map((entry) => (entry.key === key ? { ...entry, ownId: true, ownUrl: true } : entry)),
      };
    },
    { ...NOTHING, ending: Object.fromEntries(ending), rest },
  );
}
