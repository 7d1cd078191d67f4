import type { Paged } from '#wire/console-answers.ts';
import { EDITION_VIEWS } from '#wire/edition-answers.ts';
import type { ChangedArticles, WorkLine, WorkView } from '#wire/work-answers.ts';
import { as, choice, date, integer, list, object, optional, text } from '#page/schema-words.ts';
import {
  ARTICLE_ACT_NAMES,
  WORK_KIND_NAMES,
  WORK_SORTS,
  WORK_STATE_NAMES,
  type ArticleAct,
} from '#rules/editions/work-list.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { pagingParams, allowedPageSize } from '../api/define-call.ts';
import { publicAboveAll } from '../editions/publish/ended.ts';
import type { ActOnArticles } from '../editions/work/article-acts.ts';
import { listWork } from '../editions/work/list-work.ts';
import { listWorkViews, removeWorkView, saveWorkView } from '../editions/work/work-views.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { findSetting } from '../store/documents/find-setting.ts';
import { TAGS, tagsOf } from '../store/articles/research-words.ts';
import type { Site } from '../site/site.ts';
import { Refused } from '../errors.ts';
import { reachOf } from './authorize.ts';
import { channelsOfDepartment } from './bench/departments.ts';
import { changeArticles } from './change-articles.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import { RIGHT_OF } from './edition-rights.ts';
import { knownThings } from './work-things.ts';

const yes = choice(['yes']);

/** Conditions of the list, as its address has them. */
const filters = {
  view: optional(choice(EDITION_VIEWS, { description: '稿件的范围：我的、待我审核等' })),
  kind: optional(choice(WORK_KIND_NAMES, { description: '类别' })),
  state: optional(choice(WORK_STATE_NAMES, { description: '状态' })),
  channel: optional(text({ maxLength: 64, description: '栏目，含其下级' })),
  author: optional(text({ maxLength: 100, description: '撰写人姓名中的文字' })),
  department: optional(text({ maxLength: 100, description: '栏目的责任部门；- 表示没有填写' })),
  from: optional(date({ description: '最近变动的日期，从' })),
  to: optional(date({ description: '最近变动的日期，到' })),
  pinned: optional({ ...yes, description: '只列出置顶的' }),
  waiting: optional({ ...yes, description: '只列出公开而另有稿件的' }),
  words: optional(text({ maxLength: 100, description: '标题中的文字' })),
  sort: optional(choice(WORK_SORTS, { description: '排序；前面的减号表示从大到小' })),
};

/** Each reads whole articles. */
const changing = new FairQueue({ most: 2, ofOne: 3 });

/** The list of work: what is public, what is on its way there, and acts on several of them (LW). */
export const workCalls = {
  'GET /work-list': consoleCall({
    summary: '稿件与内容：公开的内容和进行中的稿件',
    answer: as<Paged<WorkLine>>(),
    params: { ...filters, ...pagingParams },
    policy: { anywhere: 'content.read' },
    handle: async ({ channel, department, pinned, waiting, pageSize, ...question }, context) => {
      const { db, site, user } = context;
      const below =
        channel === undefined ? undefined : [channel, ...site.channelsBelow(channel).map(({ channelId }) => channelId)];
      const owned = department === undefined ? undefined : await channelsOfDepartment(db, site, department);
      const channelIds = below && owned ? below.filter((id) => owned.includes(id)) : (below ?? owned);
      const { total, list: lines } = await listWork(db, {
        ...question,
        ...(channelIds && { channelIds }),
        isPinned: pinned === 'yes',
        isWaiting: waiting === 'yes',
        staffId: user.staffId,
        reach: reachOf(context, 'content.read'),
        viewReach: reachOf(context, RIGHT_OF[question.view ?? 'all']),
        known: await knownThings(db, site),
        publicAbove: () => publicAboveAll(db, site),
        pageSize: allowedPageSize(pageSize),
      });
      return { total, list: lines.map((line) => ({ ...line, path: pathOf(line, site) })) };
    },
  }),
  /** 2015 with data.field where the act lacks its channel or tag */
  'POST /work-list/articles': consoleCall({
    summary: '把几篇公开的文章移到栏目、置顶、取消置顶或加标签，成为一份稿件',
    answer: as<ChangedArticles>(),
    params: {
      act: choice(ARTICLE_ACT_NAMES, { description: '操作' }),
      articleIds: list(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        minItems: 1,
        maxItems: 100,
        description: '文章编号',
      }),
      channelId: optional(text({ maxLength: 64, description: '移到的栏目' })),
      tag: optional(text({ maxLength: 40, description: '标签的代码' })),
    },
    policy: { anywhere: 'content.write' },
    handle: ({ articleIds, ...input }, context) =>
      changing.run(context.user.staffId, async () =>
        changeArticles(context, [...new Set(articleIds)], await actOf(input, context)),
      ),
  }),
  'GET /work-list/views': consoleCall({
    summary: '本人保存的列表条件',
    answer: as<WorkView[]>(),
    policy: { anywhere: 'content.read' },
    handle: (_params, { db, user }) => listWorkViews(db, user.staffId),
  }),
  /** replaces the view of the same name */
  'POST /work-list/views': consoleCall({
    summary: '以一个名称保存列表的条件',
    answer: as<WorkView>(),
    params: {
      name: text({ minLength: 1, maxLength: 40, description: '名称' }),
      filters: object(filters, { description: '条件' }),
    },
    policy: { anywhere: 'content.read' },
    handle: ({ name, filters: given }, { db, actor, user }) => saveWorkView(db, actor, user.staffId, name, given),
  }),
  'DELETE /work-list/views/:viewId': consoleCall({
    summary: '删除一个保存的列表条件',
    answer: as<void>(),
    params: { viewId: integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '编号' }) },
    policy: { anywhere: 'content.read' },
    handle: ({ viewId }, { db, actor, user }) => removeWorkView(db, actor, user.staffId, viewId),
  }),
};

/** Address for visitors of what is public; '' of anything else. */
function pathOf({ key, id, state, channelIds: [channelId = ''] }: Omit<WorkLine, 'path'>, site: Site): string {
  if (state !== 'public' || !site.channel(channelId)) return '';
  const kind = key.slice(0, key.indexOf(':'));
  if (kind === 'article') return SITE_BASE + site.articlePath(channelId, id);
  return kind === 'channel' || kind === 'rows' ? SITE_BASE + site.channelPath(channelId) : '';
}

interface ActInput {
  act: ArticleAct;
  channelId?: string;
  tag?: string;
}

/** @throws Refused invalidInput */
async function actOf({ act, channelId, tag }: ActInput, { db, site }: SignedIn): Promise<ActOnArticles> {
  if (act === 'move') {
    const channel = site.channel(channelId ?? '');
    if (!channel) throw new Refused('invalidInput', '请选择栏目', { field: 'channelId' });
    return { act, channelId: channel.channelId, channelName: channel.name };
  }
  if (act === 'tag') {
    const known = tagsOf(await findSetting(db, 'now', TAGS)).find(({ id }) => id === tag);
    if (!known) throw new Refused('invalidInput', '请选择标签', { field: 'tag' });
    return { act, tag: known.id, tagName: known.name };
  }
  return { act };
}
