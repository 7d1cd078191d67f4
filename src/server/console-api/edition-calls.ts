import type { RedLines } from '#rules/registers/red-lines.ts';
import type { EditionLine, Paged, PublishedMeanwhile } from '#wire/console-answers.ts';
import {
  type Comparison,
  type EditionCounts,
  type EditionProblem,
  type Findings,
  type FoundEdition,
  type MadeEdition,
  type PublicContent,
  type VerifyExamples,
  EDITION_ORDERS,
  EDITION_VIEWS,
} from '#wire/edition-answers.ts';
import { as, choice, list, optional, text, withDefault } from '#page/schema-words.ts';
import { EDITION_STATES, type EditionState } from '#rules/editions/edition-steps.ts';
import { partsOf } from '#kinds/changes.ts';
import { verifyExamples } from '#kinds/rows/server/verify-examples.ts';
import { pagingParams, allowedPageSize } from '../api/define-call.ts';
import { openEditions } from '../store/articles/find-articles-to-edit.ts';
import { checkEdition } from '../editions/review/check-edition.ts';
import { compareEditions, type Side } from '../editions/review/compare-editions.ts';
import { createEdition } from '../editions/draft/create-edition.ts';
import { isLarge, MOST_BROUGHT, readDraft } from '../editions/draft/draft-changes.ts';
import { getDraft, getEdition } from '../editions/edition-row.ts';
import { filesOfChanges } from '../editions/draft/files-of-changes.ts';
import { findPlan } from '../registers/proposal/stored-plans.ts';
import { findEdition } from '../editions/find-edition.ts';
import { titlesOfEnded } from '../editions/publish/titles-of-ended.ts';
import { countEditions, listEditions } from '../editions/list-editions.ts';
import { publicAddresses } from '../editions/publish/public-addresses.ts';
import { publicChange } from '../editions/review/public-change.ts';
import { findRedLines } from '../editions/review/find-red-lines.ts';
import { knowPublic } from '../editions/publish/know-public.ts';
import { outdatedIn, outdatedProblems } from '../editions/draft/outdated.ts';
import { publishedMeanwhile } from '../editions/publish/published-meanwhile.ts';
import { rolledBack } from '../editions/publish/roll-back.ts';
import { saveEdition } from '../editions/draft/save-edition.ts';
import { publicRevisions } from '../editions/publish/public-revisions.ts';
import { Refused } from '../errors.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { reachOf, rightsFor } from './authorize.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import {
  assertMayWrite,
  channelsOfSubject,
  editionId,
  marks,
  ofCompared,
  ofEdition,
  ofVersion,
  placesFor,
  RIGHT_OF,
  sideOf,
  version,
} from './edition-rights.ts';
import { readOwnDraft, readUnfinished } from './own-draft.ts';
import { findFindings } from '../editions/checks/find-findings.ts';

/** Registers of some thousand rows; larger ones are imported. */
export const MOST_BYTES = 8 * 1024 * 1024;

const draft = {
  title: text({ maxLength: 200, description: '稿件标题' }),
  changes: as<unknown[]>({ type: 'array', description: '各项内容' }),
};

/** Each is a publication that is taken back. */
const checking = new FairQueue({ most: 2, ofOne: 4 });
/** Each goes through all rows of its registers. */
const looking = new FairQueue({ most: 2, ofOne: 4 });

/** Public content before an edition was published. @throws Refused badParameter while it is not */
async function sideBefore(db: SignedIn['db'], id: number): Promise<Side> {
  const { published_in: no } = await getEdition(db, id);
  if (no === null) throw new Refused('badParameter', '这份稿件还没有发布，请与现在公开的内容比较');
  const first = await db
    .selectFrom('edition_publication')
    .select('no')
    .where('edition_id', '=', id)
    .orderBy('no')
    .limit(1)
    .executeTakeFirst();
  return { beforeNo: first?.no ?? no };
}

/**
 * Editions: drafts of one publication each. What calls say and answer:
 *
 * `changes` is a list of Change (src/kinds): {kind, id?, document} or {kind, id, withdraw}, with times as text with a
 * zone, '' while they are missing. A wizard puts several kinds into one edition. A subject names what a change is
 * about: channel:{id}, article:{id}, register:{name}, rows:{name}, page:{name}, setting:{name}; of a new article
 * article:new-1.
 *
 * Every act names the `version` that the person has before them. Is there a newer one, the answer is 409 `2021` with
 * data {version, state, savedBy, isOwn, savedAt, title, changes}: compare, merge, save on that version. 2022: not in
 * this state (msg says why). 2023: own work. 2024: data.problems [{change, message, row?, field?, pointer?, code?}].
 * 2025: data.subjects were published otherwise meanwhile: compare by GET …/meanwhile, save with rebase, have it
 * approved again. 2015 with data.problems [{pointer, message}]: the draft is not of the right form.
 *
 * Rows of a register beyond 200 do not travel. Its change has `rowSet` {hash, count} instead of `rows`, and is saved
 * with it as it came. GET …/rows answers them page by page. `rowSet` {hash: 'public'}: the rows that are public when it
 * is saved.
 *
 * In `may` an edition has for each action '' or why its state or the four-eyes rule forbids it; rights are in /me.
 */
export const editionCalls = {
  /** Somebody with a role for some channels sees the editions that concern only those. */
  'GET /editions': consoleCall({
    summary: '稿件',
    answer: as<Paged<EditionLine>>(),
    params: {
      view: withDefault('all', choice(EDITION_VIEWS, { description: '范围' })),
      order: withDefault('changed', choice(EDITION_ORDERS, { description: '顺序：最近变动的在前，或等得最久的在前' })),
      state: optional(choice(Object.keys(EDITION_STATES) as EditionState[], { description: '状态' })),
      words: optional(text({ maxLength: 100, description: '标题中的文字' })),
      channelId: optional(text({ maxLength: 64, description: '栏目，含其下级' })),
      ...pagingParams,
    },
    policy: { anywhere: 'content.read' },
    handle: ({ channelId, pageSize, ...question }, context) => {
      const channelIds =
        channelId === undefined
          ? undefined
          : [channelId, ...context.site.channelsBelow(channelId).map((channel) => channel.channelId)];
      return listEditions(context.db, {
        ...question,
        ...(channelIds && { channelIds }),
        staffId: context.user.staffId,
        reach: reachOf(context, RIGHT_OF[question.view]),
        pageSize: allowedPageSize(pageSize),
      });
    },
  }),
  /** numbers of waiting editions; only views for which the person has a role */
  'GET /editions/counts': consoleCall({
    summary: '待办的稿件数',
    answer: as<EditionCounts>(),
    policy: { anywhere: 'content.read' },
    handle: (_params, context) => {
      const views = EDITION_VIEWS.filter((view) => !['all', 'open', 'failed'].includes(view)).map(
        (view) => [view, reachOf(context, RIGHT_OF[view])] as const,
      );
      return countEditions(
        context.db,
        context.user.staffId,
        Object.fromEntries(views.filter(([, reach]) => reach === null || reach.length > 0)),
      );
    },
  }),
  /**
   * Content that a draft is begun from. Send {subject: mark} as `base` when the draft is created, so that what somebody
   * else publishes in between is noticed.
   */
  'GET /public-content': consoleCall({
    summary: '现在公开的内容，作为稿件的起点',
    answer: as<PublicContent>(),
    params: { subject: text({ maxLength: 220, description: '对象，如 article:12' }) },
    policy: { right: 'content.read', of: channelsOfSubject },
    handle: async ({ subject }, context) => {
      const { db, site } = context;
      if (partsOf(subject) === null)
        throw new Refused('badParameter', '对象应如 article:12、channel:编号、register:名称、page:名称、setting:名称');
      const revisions = await publicRevisions(db, [subject]);
      const open = await openEditions(db, [subject], reachOf(context, 'content.read'));
      return {
        change: await publicChange({ db }, site, subject, undefined, { storesRows: false }),
        mark: revisions[subject] ?? '',
        open: open.get(subject) ?? null,
      };
    },
  }),
  'POST /editions': consoleCall({
    summary: '新建稿件',
    answer: as<MadeEdition & { hash: string }>(),
    params: { ...draft, base: optional({ ...marks, description: '开始修改时公开内容的标记' }) },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'content.write' },
    handle: async ({ base, ...given }, context) => {
      const read = await readOwnDraft(given, {}, context);
      await knowPublic(context.publishContext, read);
      return createEdition(context.db, context.site, context.actor, read, base);
    },
  }),
  /** creates a draft that restores the public versions of these subjects after publication `no` */
  'POST /editions/roll-back': consoleCall({
    summary: '恢复到以前的一次发布，成为新的稿件',
    answer: as<MadeEdition & { hash: string }>(),
    params: {
      no: { ...version, description: '发布号' },
      subjects: list(text({ maxLength: 220 }), { minItems: 1, maxItems: 50, description: '要恢复的对象' }),
    },
    policy: { anywhere: 'content.write' },
    handle: async (input, context) => {
      // a caller without the rights causes no reading of a large register
      const named = await rolledBack(context.publishContext, context.site, input, { storesRows: false });
      await assertMayWrite(named, {}, context);
      const read = await readDraft(await rolledBack(context.publishContext, context.site, input));
      return createEdition(context.db, context.site, context.actor, read);
    },
  }),
  /** edition with the content of the newest version, or of `version` */
  'GET /editions/:editionId': consoleCall({
    summary: '一份稿件',
    answer: as<FoundEdition>(),
    params: { editionId, version: optional(version) },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version: shown }, context) => {
      const { db, user, site } = context;
      const found = await findEdition(db, id, user.staffId, shown, (action, channelIds) =>
        placesFor(context, action, channelIds),
      );
      return {
        ...found,
        addresses: await publicAddresses(db, site, found),
        files: await filesOfChanges(db, found.shown.changes),
        titles: await titlesOfEnded(db, found.shown.changes),
        inWizard: (await findPlan(db, id, found.version)) !== null,
        rights: rightsFor(context, found.channelIds),
      };
    },
  }),
  /**
   * A new version begun from `version`. rebase: of what it was compared with; what is published after that is noticed.
   */
  'POST /editions/:editionId': consoleCall({
    summary: '保存稿件',
    answer: as<{ version: number; hash: string }>(),
    params: { editionId, version, ...draft, rebase: optional({ ...marks, description: '已与之核对的公开内容的标记' }) },
    bodyLimit: MOST_BYTES,
    policy: { right: 'content.write', of: ofEdition },
    handle: async ({ editionId: id, version: begun, rebase, ...given }, context) => {
      const read = await readOwnDraft(given, { editionId: id }, context, MOST_BROUGHT);
      await knowPublic(context.publishContext, read);
      return saveEdition(context.db, context.site, context.actor, {
        editionId: id,
        version: begun,
        draft: read,
        ...(rebase !== undefined && { rebase }),
      });
    },
  }),
  /** public versions that changed since the edition was started, each with the former version */
  'GET /editions/:editionId/meanwhile': consoleCall({
    summary: '稿件开始以后另行公开的内容',
    answer: as<PublishedMeanwhile[]>(),
    params: { editionId },
    policy: { right: 'content.read', of: ofEdition },
    handle: ({ editionId: id }, { db, site }) => publishedMeanwhile(db, site, id),
  }),
  /** everything that keeps the newest version from being published now; [] where nothing does */
  'GET /editions/:editionId/check': consoleCall({
    summary: '检查稿件能否发布，不发布',
    answer: as<{ problems: EditionProblem[]; redLines: RedLines }>(),
    params: { editionId },
    policy: { right: 'content.read', of: ofEdition },
    handle: async ({ editionId: id }, { db, site, publishContext, user, gone }) => {
      const row = await getEdition(db, id);
      const draft = await getDraft(db, id, row.version);
      const check = async () => ({
        redLines: await findRedLines(publishContext, site, draft.changes),
        problems: [
          ...(await outdatedProblems(db, row, draft.changes, await outdatedIn(db, row, draft.changes))),
          ...(await checkEdition(publishContext, draft)),
        ],
      });
      // large drafts wait in the queue of the worker (server/editions/worker), and not in this one as well
      return isLarge(draft.changes) ? check() : checking.run(user.staffId, check, { gone });
    },
  }),
  /** CK4: findings of all checks in the newest version, and the checks that passed */
  'GET /editions/:editionId/findings': consoleCall({
    summary: '稿件经过的各项检查：发现了什么，在哪里，哪些通过',
    answer: as<Findings>(),
    params: { editionId },
    policy: { right: 'content.read', of: ofEdition },
    handle: async ({ editionId: id }, { db, publishContext, user, gone }) => {
      const draft = await getDraft(db, id, (await getEdition(db, id)).version);
      const find = () => findFindings(publishContext, draft);
      return isLarge(draft.changes) ? find() : looking.run(user.staffId, find, { gone });
    },
  }),
  /** CK3: the same of what is being written, before it is saved */
  'POST /findings': consoleCall({
    summary: '检查尚未保存的内容',
    answer: as<Findings>(),
    params: { changes: draft.changes },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'content.write' },
    handle: async ({ changes }, context) => {
      const { publishContext, user, gone } = context;
      const read = await readUnfinished(changes, context, MOST_BROUGHT);
      if (!read) return { findings: [], passed: [] };
      return looking.run(user.staffId, () => findFindings(publishContext, read), { gone });
    },
  }),
  /** answers of 人员核验 and 产品核验 about rows of this version, one for each register that takes part (RG9) */
  'GET /editions/:editionId/verify-examples': consoleCall({
    summary: '发布后人员核验、产品核验怎样回答，各举三例',
    answer: as<VerifyExamples[]>(),
    params: { editionId, version: optional(version) },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version }, { db, site, user, gone }) => {
      const { changes } = await getDraft(db, id, version ?? (await getEdition(db, id)).version);
      return looking.run(user.staffId, () => verifyExamples(db, site, changes), { gone });
    },
  }),
  /**
   * from and to are versions or 'public'; from may be 'before': what was public before this edition was published;
   * fromEdition: `from` is a version of that edition
   */
  'GET /editions/:editionId/compare': consoleCall({
    summary: '比较稿件的两个版次，或与现在公开的内容比较',
    answer: as<Comparison>(),
    params: {
      editionId,
      from: text({
        maxLength: 10,
        description: '之前的版次、public（现在公开的内容）或 before（本次发布以前公开的内容）',
      }),
      to: text({ maxLength: 10, description: '之后的版次或 public' }),
      fromEdition: optional({ ...editionId, description: '之前的版次所属的另一份稿件' }),
    },
    policy: { right: 'content.read', of: ofCompared },
    handle: async ({ editionId: id, from, to, fromEdition }, { db, site, publishContext }) => {
      const [before, after] = [
        from === 'before' ? await sideBefore(db, id) : sideOf(fromEdition ?? id, from),
        sideOf(id, to),
      ];
      if (typeof before !== 'object' && after === 'public') throw new Refused('badParameter', '至少一边应为稿件的版次');
      return compareEditions(publishContext, site, before, after);
    },
  }),
};
