import { useChannels } from '../calls/channels.ts';
import type { DraftChange } from '../editions/edition-answers.ts';
import { Consequences } from './Consequences.tsx';
import { useChannelPlan } from './use-channel-plan.ts';

/** What an edition does to menus and addresses, where it changes channels. */
export function EditionConsequences({ changes }: { changes: readonly DraftChange[] }) {
  const { list } = useChannels();
  const isOfChannels = changes.some(({ kind }) => kind === 'channel' || kind === 'channel-retired');
  const asked = useChannelPlan(isOfChannels ? { changes: changes.map(lightened) } : null);
  if (!isOfChannels) return null;
  const drafted = new Map(
    changes.flatMap((change) =>
      change.kind === 'channel' ? [[String(change.channel.channelId), String(change.channel.name)]] : [],
    ),
  );
  const nameOf = (channelId: string) =>
    drafted.get(channelId) ?? list.find((channel) => channel.channelId === channelId)?.name ?? channelId;
  return <Consequences asked={asked} nameOf={nameOf} />;
}

/** What is asked about needs no rows of registers and no texts. */
function lightened(change: DraftChange): unknown {
  if (change.kind === 'register') return { ...change, rows: [] };
  if (change.kind !== 'article') return change;
  return { ...change, article: { ...change.article, ...(change.article.content && { content: '<p>…</p>' }) } };
}
