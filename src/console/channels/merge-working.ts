import { freshnessName } from '#rules/registers/freshness.ts';
import type { ChannelFields } from '#wire/channel-answers.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import { CHANNEL_TYPES } from '#kinds/channel/words.ts';
import { valueWords } from '../documents/value-words.ts';
import { entryName, type MergeWords } from '../merge/merge-words.ts';
import { mergeThreeWay, type Merge } from '../merge/three-way.ts';
import type { Ending, Working } from './working.ts';

/** State of a channel. */
type State = { fields: ChannelFields } | { ending: Ending };

const statesOf = ({ entries, ending }: Working): Record<string, State> => ({
  ...Object.fromEntries(entries.map(({ fields }): [string, State] => [fields.channelId, { fields }])),
  ...Object.fromEntries(
    Object.entries(ending).map(([channelId, one]): [string, State] => [channelId, { ending: one }]),
  ),
});

/**
 * Merges the work of two persons on one draft, channel by channel and field by field. Whether a channel ends is one
 * question.
 */
export function mergeWorkings(was: Working | undefined, mine: Working, theirs: Working): Merge<Working> {
  const isWhole = (path: readonly unknown[], sides: readonly unknown[]): boolean =>
    path.length === 1 && sides.some((side) => typeof side === 'object' && side !== null && 'ending' in side);
  const { changes, merged } = mergeThreeWay(was && statesOf(was), statesOf(mine), statesOf(theirs), isWhole);
  return { changes, merged: (own) => workingWith(merged(own), mine, theirs) };
}

function workingWith(states: Readonly<Record<string, State>>, mine: Working, theirs: Working): Working {
  const known = new Map([...mine.entries, ...theirs.entries].map((entry) => [entry.fields.channelId, entry]));
  const found = Object.entries(states);
  return {
    ...theirs,
    entries: found.flatMap(([channelId, state]) =>
      'fields' in state ? [{ ...known.get(channelId)!, fields: state.fields }] : [],
    ),
    ending: Object.fromEntries(
      found.flatMap(([channelId, state]) => ('ending' in state ? [[channelId, state.ending] as const] : [])),
    ),
    pages: { ...theirs.pages, ...mine.pages },
    made: Math.max(mine.made, theirs.made),
  };
}

/** @param nameOf of a channel by its id */
export const workingWords = (nameOf: (channelId: string) => string): MergeWords => ({
  nameOf: ([channelId, , field]) =>
    `栏目“${nameOf(String(channelId))}”${field === undefined ? '' : `的${channelKind.words.fieldTitle([String(field)])}`}`,
  textOf: ([, , field], value) =>
    field === undefined ? stateWords(value as State | undefined) : fieldWords(String(field), value, nameOf),
  entryOf: entryName,
});

const stateWords = (state: State | undefined): string =>
  state === undefined ? '不修改' : 'ending' in state ? '停用' : '修改';

function fieldWords(field: string, value: unknown, nameOf: (channelId: string) => string): string {
  if (field === 'parentId' || field === 'sameAs') return value === undefined ? '' : nameOf(String(value));
  if (field === 'type') return CHANNEL_TYPES[String(value)] ?? '';
  if (field === 'freshness') return freshnessName(String(value ?? '')) || '没有要求';
  return field === 'hidden' ? (value === true ? '隐藏' : '显示') : valueWords(value);
}
