import type { SettingLine } from '#wire/console-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { useRead } from '../calls/use-calls.ts';
import { settingText } from '../settings/setting-kinds.ts';
import type { DraftChange } from './edition-answers.ts';

export interface EditionNames {
  /** names of channels, also of those that the edition brings */
  nameOf: (channelId: string) => string;
  settingTitle: (name: string) => string;
  /** of what the edition takes from the public: 'article:12' */
  endedTitle: (subject: string) => string | undefined;
  /** a value that fits in a line, in words; null: a document, or none */
  settingText: (name: string, value: unknown) => string | null;
}

/** What an edition speaks of, as people call it. */
export function useEditionNames(
  changes: readonly DraftChange[],
  titles: Readonly<Record<string, string>> = {},
): EditionNames {
  const { nameOf, list } = useChannels();
  const { data: settings } = useRead<SettingLine[]>(
    changes.some(({ kind }) => kind === 'setting') ? '/settings' : null,
  );
  const isKnown = new Set(list.map(({ channelId }) => channelId));
  const drafted = new Map(
    changes.flatMap((change) =>
      change.kind === 'channel' ? [[change.channel.channelId, change.channel] as const] : [],
    ),
  );
  const named = (channelId: string, depth = 0): string => {
    const channel = isKnown.has(channelId) ? undefined : drafted.get(channelId);
    if (!channel || depth > 20) return nameOf(channelId);
    return channel.parentId === '' ? channel.name : `${named(channel.parentId, depth + 1)} / ${channel.name}`;
  };
  return {
    nameOf: (channelId) => named(channelId),
    settingTitle: (name) => settings?.find((one) => one.name === name)?.title ?? name,
    endedTitle: (subject) => titles[subject],
    settingText,
  };
}
