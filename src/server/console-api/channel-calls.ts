import type { ChannelDuty, ChannelPlan, ChannelTreeAnswer, DueChannel, ChannelEdition } from '#wire/channel-answers.ts';
import { as, list, object, optional, text } from '#page/schema-words.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { hasContent } from '#page/public-content.ts';
import { makePlan } from '#kinds/channel/plan/make-plan.ts';
import { revisionOf } from '#kinds/channel/plan/plan-warnings.ts';
import { listDueChannels, listDuties } from '#kinds/channel/plan/list-due-channels.ts';
import { listChannelEditions } from '#kinds/channel/plan/list-channel-editions.ts';
import { findUpstreamChannels } from '../store/documents/upstream-channels.ts';
import { readDraft } from '../editions/draft/draft-changes.ts';
import { getDraft, getEdition } from '../editions/edition-row.ts';
import { reachOf } from './authorize.ts';
import { consoleCall } from './define-console-call.ts';
import { editionId, marks, ofVersion, version } from './edition-rights.ts';

/** Plans of channels need neither rows nor texts. */
const MOST_BYTES = 2 * 1024 * 1024;

const propose = object(
  { parentId: text({ maxLength: 64 }), name: text({ maxLength: 200 }) },
  { description: '要新建的栏目：求编号、地址和排序' },
);

/**
 * Calls of the channel tree and of the effect of its changes. Saving goes by the calls of editions (edition-calls.ts).
 */
export const channelCalls = {
  /** every public channel, hidden ones too, and the editions on their way that change channels */
  'GET /channel-tree': consoleCall({
    summary: '栏目树：全部公开的栏目，以及正在修改栏目的稿件',
    answer: as<ChannelTreeAnswer>(),
    policy: { anywhere: 'content.read' },
    handle: async (_params, context) => {
      const { db, site } = context;
      const channels = site.channels.map((row) => {
        const { contentKind: _, ...channel } = row;
        const position = site.map.byId.get(channel.channelId);
        return {
          ...channel,
          isEmpty: position !== undefined && !hasContent(position, site.map),
          mark: revisionOf(row),
        };
      });
      const editions: ChannelEdition[] = await listChannelEditions(db, reachOf(context, 'content.read'));
      return { channels, editions, origin: (await findUpstreamChannels(db))?.origin ?? '' };
    },
  }),
  /** channels whose content is older than the duty of freshness allows, as far as one may read them */
  'GET /channels-due': consoleCall({
    summary: '超过更新要求的栏目',
    answer: as<DueChannel[]>(),
    policy: { anywhere: 'content.read' },
    handle: async (_params, context) =>
      listDueChannels(context.db, context.site, {
        today: shanghaiDate(Date.now()),
        reach: reachOf(context, 'content.read'),
      }),
  }),
  /** WB2: duties of freshness with the last day of each, as far as one may read the channels */
  'GET /channel-duties': consoleCall({
    summary: '各栏目的更新要求：逾期的、将到期的',
    answer: as<ChannelDuty[]>(),
    policy: { anywhere: 'content.read' },
    handle: async (_params, context) =>
      listDuties(context.db, context.site, {
        today: shanghaiDate(Date.now()),
        reach: reachOf(context, 'content.read'),
      }),
  }),
  /**
   * Effects of `changes` if they were published now. The `base` is as for editions; for a channel that is meant to be
   * new ''. With `propose`, `proposal` answers id, address and order for a new channel, free besides those of
   * `changes`. The list `filled` has ids of new channels whose content is published with them, though it is not among
   * the changes yet.
   */
  'POST /channel-plan': consoleCall({
    summary: '修改会带来什么：页面、菜单、地址、重定向、表格和问题，不保存',
    answer: as<ChannelPlan>(),
    params: {
      changes: as<unknown[]>({ type: 'array', maxItems: 200, description: '各项修改' }),
      base: optional({ ...marks, description: '开始修改时公开内容的标记' }),
      propose: optional(propose),
      filled: optional(list(text({ maxLength: 64 }), { maxItems: 200, description: '内容随后一并公开的新栏目的编号' })),
    },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'content.read' },
    handle: async ({ changes, ...input }, { db, site, publishContext }) => {
      // without changes it is a question for a proposal alone
      const read = changes.length === 0 ? [] : (await readDraft({ title: '栏目', changes })).changes;
      return makePlan({ db, site, pagesDir: publishContext.pagesDir }, { changes: read, ...input });
    },
  }),
  /** the same of an edition of any kind, as the server holds it: nothing of it travels (ED1) */
  'GET /editions/:editionId/channel-plan': consoleCall({
    summary: '稿件公开以后页面、菜单、地址和表格会怎样变化',
    answer: as<ChannelPlan>(),
    params: { editionId, version: optional(version) },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version: shown }, { db, site, publishContext }) => {
      const { version: newest, base } = await getEdition(db, id);
      const { changes } = await getDraft(db, id, shown ?? newest);
      return makePlan({ db, site, pagesDir: publishContext.pagesDir }, { changes, base });
    },
  }),
};
