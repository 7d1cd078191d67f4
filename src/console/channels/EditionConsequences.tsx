import { writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { useChannels } from '../calls/channels.ts';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import { SITE_VISIBLE } from '../settings/setting-kinds.ts';
import { Consequences } from './Consequences.tsx';

interface Props {
  edition: { editionId: number; version: number };
  changes: readonly Change[];
}

/** ED1: what an edition does to menus and addresses, whatever it changes. */
export function EditionConsequences({ edition: { editionId, version }, changes }: Props) {
  const { list } = useChannels();
  const { data, error } = useRead('GET /editions/:editionId/channel-plan', { editionId, version }, PATIENT);
  const drafted = new Map(writtenOf(channelKind, changes).map(({ document }) => [document.channelId, document.name]));
  const nameOf = (channelId: string) =>
    drafted.get(channelId) ?? list.find((channel) => channel.channelId === channelId)?.name ?? channelId;
  return (
    <Consequences
      asked={{ plan: data, isAsking: !data && error === undefined, error }}
      nameOf={nameOf}
      opens={writtenOf(settingKind, changes).some(({ id }) => id === SITE_VISIBLE)}
    />
  );
}
