import { channelContentKind } from '#rules/channel-content.ts';
import type { Tables } from '../db/tables.ts';
import type { Change } from './acts.ts';
import { channelProblems, treeProblems } from './check-channels.ts';
import { closeRows, openRows, type ClosedBecause, type Publication } from './dated-rows.ts';
import { DATED } from './publication-log.ts';

export type ChannelRow = Pick<
  Tables['channel'],
  'channel_id' | 'parent_id' | 'class_order' | 'url' | 'name' | 'type' | 'same_as' | 'department' | 'content_kind'
>;
type OpenChannel = ChannelRow & { row_id: number; opened_in: number };

/** The channels before and after the act; kinds in `after` are settled when the articles are written. */
export interface ChannelPlan {
  before: Map<string, OpenChannel>;
  after: Map<string, ChannelRow>;
  retired: { channel: OpenChannel; because: ClosedBecause }[];
  /** channels whose own articles changed */
  touched: Set<string>;
}

type ChannelChange = Extract<Change, { kind: 'channel' | 'channel-retired' }>;

const OPEN_COLUMNS = ['row_id', 'opened_in', ...DATED.channel.content] as never as (keyof OpenChannel & keyof Tables['channel'])[];

/** Reads the public channels, applies the changes and checks the whole result: order within the act does not matter. */
export async function planChannels(publication: Publication, changes: Map<number, ChannelChange>): Promise<ChannelPlan> {
  const open = await publication.trx.selectFrom('channel').select(OPEN_COLUMNS).where('public_to', 'is', null).execute();
  const before = new Map<string, OpenChannel>(open.map((row) => [row.channel_id, row]));
  const plan: ChannelPlan = { before, after: new Map(before), retired: [], touched: new Set() };
  const positions = new Map<string, number>();
  for (const [position, change] of changes) {
    const problems = change.kind === 'channel' ? channelProblems(change.channel) : retire(plan, change);
    for (const message of problems) publication.problems.push({ change: position, message });
    if (problems.length > 0 || change.kind !== 'channel') continue;
    const { channelId, parentId, classOrder, url, name, type, sameAs, department } = change.channel;
    positions.set(channelId, position);
    plan.touched.add(channelId);
    plan.after.set(channelId, {
      channel_id: channelId,
      parent_id: parentId,
      class_order: classOrder,
      url,
      name: name.trim(),
      type,
      same_as: sameAs ?? null,
      department: department ?? '',
      content_kind: before.get(channelId)?.content_kind ?? 'empty',
    });
  }
  if (changes.size > 0) publication.problems.push(...treeProblems(plan.after, positions));
  return plan;
}

function retire(plan: ChannelPlan, { channelId, reason, successor }: Extract<Change, { kind: 'channel-retired' }>): string[] {
  const channel = plan.before.get(channelId);
  if (!channel) return [`栏目 ${channelId} 不存在，无法停用`];
  plan.after.delete(channelId);
  plan.retired.push({ channel, because: { reason: reason.trim(), successor: successor ?? null } });
  return [];
}

/** Writes the channels of a plan: changed ones, and those whose kind of content changed with their articles (PC1, PC2). */
export async function publishChannels(publication: Publication, plan: ChannelPlan): Promise<void> {
  await settleKinds(publication, plan);
  for (const { channel, because } of plan.retired) await closeRows(publication, 'channel', [channel], because);
  const fresh = [...plan.after.values()].filter((row) => {
    const present = plan.before.get(row.channel_id);
    return !present || !sameChannel(present, row);
  });
  const changed = fresh.flatMap(({ channel_id }) => plan.before.get(channel_id) ?? []);
  await closeRows(publication, 'channel', changed);
  await openRows(publication, 'channel', fresh);
}

const sameChannel = (a: ChannelRow, b: ChannelRow): boolean =>
  DATED.channel.content.every((column) => a[column as keyof ChannelRow] === b[column as keyof ChannelRow]);

/** PS3: each touched channel's kind by its own public articles; a channel that shows another's content has that one's kind. */
async function settleKinds({ trx }: Publication, { after, touched }: ChannelPlan): Promise<void> {
  const ids = [...touched].filter((id) => after.get(id)?.same_as === null);
  const counts = ids.length === 0 ? [] : await trx
    .selectFrom('article')
    .select(({ fn }) => ['channel_id', fn.countAll<number>().as('total')])
    .where('public_to', 'is', null)
    .where('channel_id', 'in', ids)
    .groupBy('channel_id')
    .execute();
  const totals = new Map(counts.map(({ channel_id, total }) => [channel_id, Number(total)]));
  const single = ids.filter((id) => totals.get(id) === 1);
  const articles = single.length === 0 ? [] : await trx
    .selectFrom('article')
    .select(['channel_id', 'content', 'attachments'])
    .where('public_to', 'is', null)
    .where('channel_id', 'in', single)
    .execute();
  const only = new Map(articles.map(({ channel_id, content, attachments }) => [channel_id, { html: content, attachments: attachments.length }]));
  for (const id of ids) after.set(id, { ...after.get(id)!, content_kind: channelContentKind(totals.get(id) ?? 0, only.get(id) ?? null) });
  for (const row of after.values()) {
    const original = row.same_as === null ? undefined : after.get(row.same_as);
    if (original && original.content_kind !== row.content_kind) after.set(row.channel_id, { ...row, content_kind: original.content_kind });
  }
}
