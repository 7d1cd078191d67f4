import { useChannels } from '../calls/channels.ts';
import { useRead } from '../calls/use-calls.ts';
import { writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { Names } from '#kinds/define-kind.ts';
import type { Change } from '#kinds/index.ts';
import { page } from '#kinds/page/index.ts';
import { pageName } from '#rules/addresses/page-name.ts';
import { register } from '#kinds/register/index.ts';
import { rows } from '#kinds/rows/index.ts';
import { setting } from '#kinds/setting/index.ts';
import { KINDS_OF_SETTINGS, settingText } from '../settings/setting-kinds.ts';

/** Names of the things in an edition, as people call them. @param subjects what is spoken of by its id alone */
export function useEditionNames(
  changes: readonly Change[],
  titles: Readonly<Record<string, string>> = {},
  subjects: readonly string[] = [],
): Names {
  const { nameOf, list } = useChannels();
  const isOf = ({ name }: { name: string }): boolean => subjects.some((subject) => subject.startsWith(`${name}:`));
  const { data: settings } = useRead(
    'GET /settings',
    writtenOf(setting, changes).length > 0 || isOf(setting) ? {} : null,
  );
  const { data: pages } = useRead('GET /page-schemas', isOf(page) ? {} : null);
  const { data: registers } = useRead('GET /registers', isOf(register) || isOf(rows) ? {} : null);
  const isKnown = new Set(list.map(({ channelId }) => channelId));
  const drafted = new Map(writtenOf(channelKind, changes).map(({ document }) => [document.channelId, document]));
  const named = (channelId: string, depth = 0): string => {
    const channel = isKnown.has(channelId) ? undefined : drafted.get(channelId);
    if (!channel || depth > 20) return nameOf(channelId);
    return channel.parentId === '' ? channel.name : `${named(channel.parentId, depth + 1)} / ${channel.name}`;
  };
  return {
    nameOf: (channelId) => named(channelId),
    settingTitle: (name) => settings?.find((one) => one.name === name)?.title ?? name,
    settingPlace: (name) => KINDS_OF_SETTINGS[name]?.where,
    pageName: (document) => pageName(document, () => [...drafted.values(), ...list]),
    knownTitle: (subject) =>
      pages?.find((one) => subject === `page:${one.page}`)?.title ??
      registers?.find((one) => subject === `register:${one.register}`)?.title,
    endedTitle: (subject) => titles[subject],
    settingText,
  };
}
