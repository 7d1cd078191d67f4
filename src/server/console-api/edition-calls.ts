import { EDITION_STATES } from '#rules/edition-steps.ts';
import type { StaffRight } from '#rules/staff-rights.ts';
import type { EditionCalls } from '#wire/console-calls.ts';
import { EDITION_VIEWS, type EditionView } from '#wire/edition-answers.ts';
import { pagingParams } from '../api/define-call.ts';
import { openEditions } from '../store/find-articles-to-edit.ts';
import { checkEdition } from '../editions/check-edition.ts';
import { compareEditions, type Side } from '../editions/compare-editions.ts';
import { createEdition } from '../editions/create-edition.ts';
import { isLarge, MOST_BROUGHT, readDraft } from '../editions/draft-changes.ts';
import { getDraft, getEdition } from '../editions/edition-row.ts';
import { filesOfChanges } from '../editions/files-of-changes.ts';
import { findPlan } from '../registers/proposal/stored-plans.ts';
import { findEdition } from '../editions/find-edition.ts';
import { titlesOfEnded } from '../editions/titles-of-ended.ts';
import { countEditions, listEditions } from '../editions/list-editions.ts';
import { publicAddresses } from '../editions/public-addresses.ts';
import { publicChange } from '../editions/public-change.ts';
import { findRedLines } from '../editions/find-red-lines.ts';
import { knowPublic } from '../editions/know-public.ts';
import { outdatedIn, outdatedProblems } from '../editions/outdated.ts';
import { publishedMeanwhile } from '../editions/published-meanwhile.ts';
import { rolledBack } from '../editions/roll-back.ts';
import { saveEdition } from '../editions/save-edition.ts';
import { partsOf } from '#kinds/changes.ts';
import { publicRevisions } from '../editions/public-revisions.ts';
import { verifyExamples } from '#kinds/rows/verify-examples.ts';
import { Refused } from '../errors.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { shippedPages } from '../editions/page-schemas/list-page-schemas.ts';
import { reachOf, rightsFor } from './authorize.ts';
import { consoleCall, type Answers, type SignedIn } from './define-console-call.ts';
import {
  assertMayWrite,
  channelsOfSubject,
  editionId,
  marks,
  ofCompared,
  ofEdition,
  ofVersion,
  sideOf,
  version,
} from './edition-rights.ts';
import { readOwnDraft } from './own-draft.ts';
import { findPersonal } from '../editions/personal-findings.ts';

/** Registers of some thousand rows; larger ones are imported. */
export const MOST_BYTES = 8 * 1024 * 1024;

const draft = {
  title: { type: 'string', maxLength: 200, description: '稿件标题' },
  changes: { type: 'array', description: '各项内容' },
};

/** Each is a publication that is taken back. */
const checking = new FairQueue({ most: 2, ofOne: 4 });
/** Each goes through all rows of its registers. */
const looking = new FairQueue({ most: 2, ofOne: 4 });

const RIGHT_OF: Record<EditionView, StaffRight> = {
  all: 'content.read',
  mine: 'content.read',
  returned: 'content.read',
  'approval-ended': 'content.read',
  'to-review': 'content.review',
  'after-review': 'content.review',
  'to-publish': 'content.publish',
  scheduled: 'content.publish',
};

/** What was public before an edition was published. @throws Refused badParameter while it is not */
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
 * Rows of a register beyond 200 do not travel: its change has `rowSet` {hash, count} instead of `rows`, and is saved
 * with it as it came; GET …/rows tells them page by page. `rowSet` {hash: 'public'}: the rows that are public when it
 * is saved.
 *
 * In `may` an edition has for each action '' or why its state or the four-eyes rule forbids it; rights are in /me.
 */
export const editionCalls: Answers<EditionCalls> = {
  'GET /editions': consoleCall({
    summary: '稿件',
    params: {
      view: { enum: EDITION_VIEWS, default: 'all', description: '范围' },
      state: { enum: Object.keys(EDITION_STATES), description: '状态' },
      words: { type: 'string', maxLength: 100, description: '标题中的文字' },
      channelId: { type: 'string', maxLength: 64, description: '栏目，含其下级' },
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
        pageSize: Math.min(pageSize, 100),
      });
    },
  }),
  'GET /editions/counts': consoleCall({
    summary: '待办的稿件数',
    policy: { anywhere: 'content.read' },
    handle: (_params, context) => {
      const views = EDITION_VIEWS.filter((view) => view !== 'all').map(
        (view) => [view, reachOf(context, RIGHT_OF[view])] as const,
      );
      return countEditions(
        context.db,
        context.user.staffId,
        Object.fromEntries(views.filter(([, reach]) => reach === null || reach.length > 0)),
      );
    },
  }),
  'GET /public-content': consoleCall({
    summary: '现在公开的内容，作为稿件的起点',
    params: { subject: { type: 'string', maxLength: 220, description: '对象，如 article:12' } },
    required: ['subject'],
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
    params: { ...draft, base: { ...marks, description: '开始修改时公开内容的标记' } },
    required: ['title', 'changes'],
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'content.write' },
    handle: async ({ base, ...given }, context) => {
      const read = await readOwnDraft(given, {}, context);
      await knowPublic(context.publishContext, read);
      return createEdition(context.db, context.site, context.actor, read, base);
    },
  }),
  'POST /editions/roll-back': consoleCall({
    summary: '恢复到以前的一次发布，成为新的稿件',
    params: {
      no: { ...version, description: '发布号' },
      subjects: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        items: { type: 'string', maxLength: 220 },
        description: '要恢复的对象',
      },
    },
    required: ['no', 'subjects'],
    policy: { anywhere: 'content.write' },
    handle: async (input, context) => {
      // whose rights are missing has no large register gone through
      const named = await rolledBack(context.publishContext, context.site, input, { storesRows: false });
      await assertMayWrite(named, {}, context);
      const read = await readDraft(await rolledBack(context.publishContext, context.site, input));
      return createEdition(context.db, context.site, context.actor, read);
    },
  }),
  'GET /editions/:editionId': consoleCall({
    summary: '一份稿件',
    params: { editionId, version },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version: shown }, context) => {
      const { db, user, site } = context;
      const found = await findEdition(db, id, user.staffId, shown);
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
  'POST /editions/:editionId': consoleCall({
    summary: '保存稿件',
    params: { editionId, version, ...draft, rebase: { ...marks, description: '已与之核对的公开内容的标记' } },
    required: ['version', 'title', 'changes'],
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
  'GET /editions/:editionId/meanwhile': consoleCall({
    summary: '稿件开始以后另行公开的内容',
    params: { editionId },
    policy: { right: 'content.read', of: ofEdition },
    handle: async ({ editionId: id }, { db, site, publishContext: { pagesDir } }) => {
      const files = shippedPages(pagesDir);
      return publishedMeanwhile(db, site, id, (page) => files.get(page));
    },
  }),
  'GET /editions/:editionId/check': consoleCall({
    summary: '检查稿件能否发布，不发布',
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
  'GET /editions/:editionId/personal-numbers': consoleCall({
    summary: '稿件里像是个人号码、还没有公开的内容',
    params: { editionId },
    policy: { right: 'content.read', of: ofEdition },
    handle: async ({ editionId: id }, { db, publishContext, user, gone }) => {
      const draft = await getDraft(db, id, (await getEdition(db, id)).version);
      const find = () => findPersonal(publishContext, draft);
      return isLarge(draft.changes) ? find() : looking.run(user.staffId, find, { gone });
    },
  }),
  'GET /editions/:editionId/verify-examples': consoleCall({
    summary: '发布后人员核验、产品核验怎样回答，各举三例',
    params: { editionId, version },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version }, { db, site, user, gone }) => {
      const { changes } = await getDraft(db, id, version ?? (await getEdition(db, id)).version);
      return looking.run(user.staffId, () => verifyExamples(db, site, changes), { gone });
    },
  }),
  'GET /editions/:editionId/compare': consoleCall({
    summary: '比较稿件的两个版次，或与现在公开的内容比较',
    params: {
      editionId,
      from: {
        type: 'string',
        maxLength: 10,
        description: '之前的版次、public（现在公开的内容）或 before（本次发布以前公开的内容）',
      },
      to: { type: 'string', maxLength: 10, description: '之后的版次或 public' },
      fromEdition: { ...editionId, description: '之前的版次所属的另一份稿件' },
    },
    required: ['from', 'to'],
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
