import { article } from '#kinds/article/index.ts';
import { mapWritten, writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { rows } from '#kinds/rows/index.ts';
import { useChannels } from '../calls/channels.ts';
import { Consequences } from './Consequences.tsx';
import { useChannelPlan } from './use-channel-plan.ts';

/** What an edition does to menus and addresses, where it changes channels. */
export function EditionConsequences({ changes }: { changes: readonly Change[] }) {
  const { list } = useChannels();
  const isOfChannels = changes.some(({ kind }) => kind === channelKind.name);
  const asked = useChannelPlan(isOfChannels ? { changes: lightened(changes) } : null);
  if (!isOfChannels) return null;
  const drafted = new Map(writtenOf(channelKind, changes).map(({ document }) => [document.channelId, document.name]));
  const nameOf = (channelId: string) =>
    drafted.get(channelId) ?? list.find((channel) => channel.channelId === channelId)?.name ?? channelId;
  return <Consequences asked={asked} nameOf={nameOf} />;
}

/** What is asked about needs no rows of registers and no texts. */
const lightened = (changes: readonly Change[]): Change[] =>
  mapWritten(
    article,
    mapWritten(rows, changes, ({ rowSet: _set, ...facts }) => ({ ...facts, rows: [] })),
    (document) => ({
      ...document,
      ...(document.content && { content: '<p>…</p>' }),
    }),
  );
