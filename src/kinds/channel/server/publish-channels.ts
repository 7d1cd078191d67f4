import { channelContentKind } from '#rules/addresses/channel-content.ts';
import { channelPath, isExternal } from '#rules/addresses/channel-tree.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { Prepared, PreparedWithdrawal } from '../../define-store.ts';
import type { LegalTexts } from '#server/store/documents/legal-texts.ts';
import { shownLegalTexts } from './check-legal-kept.ts';
import { channelProblems, moveProblem, treeProblems } from './check-channels.ts';
import { findUpstreamChannels } from '#server/store/documents/upstream-channels.ts';
import { closeAnew, closeRows, openRows, type ClosedBecause, type Publication } from '#server/store/rows/dated-rows.ts';
import { channel as channelKind, type ChannelDocument } from '../index.ts';

export type ChannelRow = Selectable<
  Pick<
    Tables['channel'],
    | 'channel_id'
    | 'parent_id'
    | 'class_order'
    | 'url'
    | 'name'
    | 'type'
    | 'same_as'
    | 'department'
    | 'content_kind'
    | 'hidden'
    | 'freshness'
  >
>;
type OpenChannel = ChannelRow & { row_id: number; opened_in: number };

/** The channels before and after the act; kinds in `after` are settled when the articles are written. */
export interface ChannelPlan {
  before: Map<string, OpenChannel>;
  after: Map<string, ChannelRow>;
  retired: { channel: OpenChannel; because: ClosedBecause }[];
  /** retired before, with another reason or successor now */
  retiredAnew: { channelId: string; because: ClosedBecause; position: number }[];
  /** channels whose change was refused: their content is not reported as well */
  refused: Set<string>;
  /** channels whose own articles changed */
  touched: Set<string>;
  /** texts that visitors of the site agreed to before the act (SU8) */
  legal: LegalTexts;
}

const OPEN_COLUMNS = ['row_id', 'opened_in', ...channelKind.tables.channel!.content] as never as (keyof OpenChannel &
  keyof Tables['channel'])[];

/** Reads the public channels, applies the changes and checks the whole result: order within an act does not matter. */
export async function planChannels(
  publication: Publication,
  written: readonly Prepared<ChannelDocument>[],
  retired: readonly PreparedWithdrawal[],
): Promise<ChannelPlan> {
  const open = await publication.trx
    .selectFrom('channel')
    .select(OPEN_COLUMNS)
    .where('public_to', 'is', null)
    .execute();
  const before = new Map<string, OpenChannel>(open.map((row) => [row.channel_id, row]));
  const plan: ChannelPlan = {
    before,
    after: new Map(before),
    retired: [],
    retiredAnew: [],
    refused: new Set(),
    touched: new Set(),
    legal: await shownLegalTexts(publication, before.values()),
  };
  const positions = new Map<string, number>();
  for (const withdrawal of retired) retire(plan, withdrawal);
  for (const { position, value } of written) {
    const problems = problemsOf(value, before);
    for (const message of problems) publication.problems.push({ change: position, message });
    const { channelId, parentId, classOrder, url, name, type, sameAs, department, hidden, freshness } = value;
    if (problems.length > 0) {
      plan.refused.add(channelId);
      continue;
    }
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
      hidden: hidden ?? false,
      freshness: freshness ?? '',
    });
  }
  const upstream = written.length + retired.length > 0 ? await findUpstreamChannels(publication.trx) : null;
  for (const { position } of upstream ? [...written, ...retired] : [])
    publication.problems.push({
      change: position,
      message: `栏目由 ${upstream!.origin} 提供，不能在这里修改`,
    });
  if (written.length + retired.length > 0)
    publication.problems.push(
      ...treeProblems(plan.after, positions).map(({ change, message }) => ({ change, message })),
    );
  return plan;
}

function problemsOf(channel: ChannelDocument, before: ReadonlyMap<string, ChannelRow>): string[] {
  const problems = channelProblems(channel);
  return problems.length > 0 ? problems : [moveProblem(channel, before) ?? []].flat();
}

function retire(plan: ChannelPlan, { id: channelId, because, position }: PreparedWithdrawal): void {
  const channel = plan.before.get(channelId);
  if (!channel) {
    plan.retiredAnew.push({ channelId, because, position });
    return;
  }
  plan.after.delete(channelId);
  plan.retired.push({ channel, because });
}

/**
 * Writes the channels of a plan: changed ones, and those whose kind of content changed with their articles (PC1, PC2).
 */
export async function publishChannels(publication: Publication, plan: ChannelPlan): Promise<void> {
  await settleKinds(publication, plan);
  for (const { channel, because } of plan.retired) await closeRows(publication, 'channel', [channel], because);
  const fresh = [...plan.after.values()].filter((row) => {
    const present = plan.before.get(row.channel_id);
    return !present || !sameChannel(present, row);
  });
  const changed = fresh.flatMap(({ channel_id }) => plan.before.get(channel_id) ?? []);
  for (const row of changed)
    await closeRows(publication, 'channel', [row], movedBecause(row, plan.after.get(row.channel_id)!));
  await openRows(publication, 'channel', fresh);
  for (const { channelId, because, position } of plan.retiredAnew) {
    if (!(await closeAnew(publication, 'channel', channelId, because)))
      publication.problems.push({ change: position, message: `栏目 ${channelId} 从未公开，无法停用` });
  }
}

/** The old address of a moved channel leads to the new one (RT9). */
function movedBecause(before: ChannelRow, { url }: ChannelRow): ClosedBecause | undefined {
  return before.url === url
    ? undefined
    : { reason: '栏目地址已变更。', successor: isExternal(url) ? null : channelPath(url) };
}

const sameChannel = (a: ChannelRow, b: ChannelRow): boolean =>
  channelKind.tables.channel!.content.every(
    (column) => a[column as keyof ChannelRow] === b[column as keyof ChannelRow],
  );

/**
 * PS3: each touched channel's kind by its own public articles; a channel that shows another's content has that one's
 * kind.
 */
async function settleKinds({ trx }: Publication, { after, touched }: ChannelPlan): Promise<void> {
  const ids = [...touched].filter((id) => after.get(id)?.same_as === null);
  const counts =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('article')
          .select(({ fn }) => ['channel_id', fn.countAll<number>().as('total')])
          .where('public_to', 'is', null)
          .where('channel_id', 'in', ids)
          .groupBy('channel_id')
          .execute();
  const totals = new Map(counts.map(({ channel_id, total }) => [channel_id, Number(total)]));
  const single = ids.filter((id) => totals.get(id) === 1);
  const articles =
    single.length === 0
      ? []
      : await trx
          .selectFrom('article')
          .select(['channel_id', 'content', 'attachments'])
          .where('public_to', 'is', null)
          .where('channel_id', 'in', single)
          .execute();
  const only = new Map(
    articles.map(({ channel_id, content, attachments }) => [
      channel_id,
      { html: content, attachments: attachments.length },
    ]),
  );
  for (const id of ids)
    after.set(id, { ...after.get(id)!, content_kind: channelContentKind(totals.get(id) ?? 0, only.get(id) ?? null) });
  for (const row of after.values()) {
    const original = row.same_as === null ? undefined : after.get(row.same_as);
    if (original && original.content_kind !== row.content_kind)
      after.set(row.channel_id, { ...row, content_kind: original.content_kind });
  }
}
