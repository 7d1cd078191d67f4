import type { SiteMap } from '#page/site-map.ts';
import type { PlanNote } from '#wire/channel-answers.ts';
import { checkSuccessors } from '#server/editions/review/check-successors.ts';
import { channelFaults, moveProblem, treeProblems, type Placed } from '../server/check-channels.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import type { Db } from '#server/db/tables.ts';
import { documentIn, withdrawnOf, writtenOf } from '../../changes.ts';
import type { Withdrawal } from '../../define-kind.ts';
import type { Change } from '../../index.ts';
import { channel as channelKind } from '../index.ts';
import type { Known } from './known-ids.ts';

export interface Planned {
  changes: readonly Change[];
  /** the public state of each subject when its change was begun; '' for one that is meant to be new */
  base: Readonly<Record<string, string>>;
  before: readonly ChannelRow[];
  after: readonly ChannelRow[];
}

const placed = ({ channelId, parentId, url, name, sameAs }: ChannelRow): Placed => ({
  channel_id: channelId,
  parent_id: parentId,
  url,
  name,
  same_as: sameAs,
});
const byId = (channels: readonly ChannelRow[]): Map<string, Placed> =>
  new Map(channels.map((channel) => [channel.channelId, placed(channel)]));

/** Everything about channels that keeps these changes from being published. @param known of ids that ended */
export async function planProblems(db: Db, map: SiteMap, planned: Planned, known: Known): Promise<PlanNote[]> {
  const before = byId(planned.before);
  const own = planned.changes.flatMap((change, at) => ownProblems(change, at, planned, before, known));
  return [...own, ...betweenChannels(planned, known), ...(await deadEnds(db, map, planned.changes))];
}

function ownProblems(
  change: Change,
  at: number,
  { changes, base }: Planned,
  before: ReadonlyMap<string, Placed>,
  known: Known,
): PlanNote[] {
  const [retired] = withdrawnOf(channelKind, [change]);
  if (retired) return retiring(retired, at, before, known);
  const channel = documentIn(channelKind, change);
  if (!channel) return [];
  const { channelId } = channel;
  const note = (field: PlanNote['field'], code: string, message: string): PlanNote => ({
    change: at,
    channelId,
    field,
    code,
    message,
  });
  const notes = channelFaults(channel).map(({ field, message }) => note(field, 'unfit', message));
  const present = before.get(channelId);
  if (writtenOf(channelKind, changes.slice(0, at)).some(({ id }) => id === channelId))
    notes.push(note('channelId', 'twice', `编号 ${channelId} 在本次修改中出现了两次，请换一个编号`));
  else if (present && base[`channel:${channelId}`] === '')
    notes.push(note('channelId', 'taken', `编号 ${channelId} 已是栏目“${present.name}”的，请换一个编号`));
  else if (notes.length === 0) {
    const moved = moveProblem(channel, before);
    if (moved) notes.push(note('url', 'moves', moved));
  }
  return notes;
}

function retiring(
  { id: channelId, withdraw: { reason } }: { id: string; withdraw: Withdrawal },
  at: number,
  before: ReadonlyMap<string, Placed>,
  known: Known,
): PlanNote[] {
  const note = (field: PlanNote['field'], code: string, message: string): PlanNote => ({
    change: at,
    channelId,
    field,
    code,
    message,
  });
  const name = before.get(channelId)?.name ?? known.ended.get(channelId);
  if (name === undefined) return [note('channelId', 'unknown', `栏目 ${channelId} 从未公开，无法停用`)];
  return reason.trim() === '' ? [note('reason', 'reason', `请填写停用“${name}”的原因，访问旧地址的人会看到`)] : [];
}

function betweenChannels({ changes, after }: Planned, known: Known): PlanNote[] {
  const positions = new Map(writtenOf(channelKind, changes).map(({ document, at }) => [document.channelId, at]));
  const ending = new Set(withdrawnOf(channelKind, changes).map(({ id }) => id));
  const channels = new Map(after.map((channel) => [channel.channelId, channel]));
  return treeProblems(byId(after), positions).map(({ change, channelId, field, message }) => {
    const { name = channelId, parentId = '' } = channels.get(channelId) ?? {};
    const above = field === 'parentId' && !channels.has(parentId) ? known.ended.get(parentId) : undefined;
    const isEnding = ending.has(parentId);
    if (above === undefined) return { change, channelId, field, code: 'tree', message: withoutChannelId(message) };
    return {
      change,
      channelId,
      field,
      code: 'parent-ended',
      message: isEnding
        ? `“${name}”的上级栏目“${above}”将在本次停用：请先移动“${name}”，或一并停用`
        : `上级栏目“${above}”已经停用，请另选上级栏目`,
    };
  });
}

/** Removes the id of the channel from a message: the reader sees the channel. */
const withoutChannelId = (message: string): string => message.replace(/^栏目 \S+?（(.*?)）：/, '“$1”：');

async function deadEnds(db: Db, map: SiteMap, changes: readonly Change[]): Promise<PlanNote[]> {
  const found = await checkSuccessors(db, map, changes);
  const retired = new Map(withdrawnOf(channelKind, changes).map(({ at, id }) => [at, id]));
  return found.flatMap(({ change, message }): PlanNote[] => {
    const channelId = retired.get(change ?? -1);
    return channelId === undefined ? [] : [{ change, channelId, field: 'successor', code: 'successor', message }];
  });
}
