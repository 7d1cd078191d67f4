import { shanghaiDate } from '#rules/shanghai-date.ts';
import type { ChannelEdition } from '#wire/channel-answers.ts';
import type { ChannelCalls } from '#wire/console-calls.ts';
import { hasContent } from '#page/public-content.ts';
import { makePlan } from '#kinds/channel/plan/make-plan.ts';
import { revisionOf } from '#kinds/channel/plan/plan-warnings.ts';
import { listDueChannels } from '#kinds/channel/plan/list-due-channels.ts';
import { listChannelEditions } from '#kinds/channel/plan/list-channel-editions.ts';
import { findUpstreamChannels } from '../store/upstream-channels.ts';
import { readDraft } from '../editions/draft-changes.ts';
import { getDraft, getEdition } from '../editions/edition-row.ts';
import { reachOf } from './authorize.ts';
import { consoleCall, type Answers } from './define-console-call.ts';
import { editionId, marks, ofVersion, version } from './edition-rights.ts';

/** What is planned of channels needs neither rows nor texts. */
const MOST_BYTES = 2 * 1024 * 1024;

const propose = {
  type: 'object',
  required: ['parentId', 'name'],
  properties: { parentId: { type: 'string', maxLength: 64 }, name: { type: 'string', maxLength: 200 } },
  additionalProperties: false,
  description: '要新建的栏目：求编号、地址和排序',
};

/**
 * What the channel tree shows, and what changes of it would do. Saving goes by the calls of editions
 * (edition-calls.ts).
 */
export const channelCalls: Answers<ChannelCalls> = {
  'GET /channel-tree': consoleCall({
    summary: '栏目树：全部公开的栏目，以及正在修改栏目的稿件',
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
  'GET /channels-due': consoleCall({
    summary: '超过更新要求的栏目',
    policy: { anywhere: 'content.read' },
    handle: async (_params, context) =>
      listDueChannels(context.db, context.site, {
        today: shanghaiDate(Date.now()),
        reach: reachOf(context, 'content.read'),
      }),
  }),
  'POST /channel-plan': consoleCall({
    summary: '修改会带来什么：页面、菜单、地址、重定向、表格和问题，不保存',
    params: {
      changes: { type: 'array', maxItems: 200, description: '各项修改' },
      base: { ...marks, description: '开始修改时公开内容的标记' },
      propose,
      filled: {
        type: 'array',
        maxItems: 200,
        items: { type: 'string', maxLength: 64 },
        description: '内容随后一并公开的新栏目的编号',
      },
    },
    required: ['changes'],
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'content.read' },
    handle: async ({ changes, ...input }, { db, site, publishContext }) => {
      // without changes it is a question for a proposal alone
      const read = changes.length === 0 ? [] : (await readDraft({ title: '栏目', changes })).changes;
      return makePlan({ db, site, pagesDir: publishContext.pagesDir }, { changes: read, ...input });
    },
  }),
  'GET /editions/:editionId/channel-plan': consoleCall({
    summary: '稿件公开以后页面、菜单、地址和表格会怎样变化',
    params: { editionId, version },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version: shown }, { db, site, publishContext }) => {
      const { version: newest, base } = await getEdition(db, id);
      const { changes } = await getDraft(db, id, shown ?? newest);
      return makePlan({ db, site, pagesDir: publishContext.pagesDir }, { changes, base });
    },
  }),
};
