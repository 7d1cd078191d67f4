import type { Paged } from '#wire/console-answers.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import type {
  CopyProposal,
  EndedThing,
  RegisterPublication,
  SubjectPublication,
  WayBackPlan,
} from '#wire/take-up-answers.ts';
import { as, flag, integer, list, optional, text, withDefault } from '#page/schema-words.ts';
import { definitionAfter } from '#kinds/register/server/store.ts';
import { isCurrentDefinition } from '#kinds/rows/server/current-definition.ts';
import { pagingParams, allowedPageSize } from '../api/define-call.ts';
import { createEdition } from '../editions/draft/create-edition.ts';
import type { RolledBack } from '../editions/publish/roll-back.ts';
import { listEnded, publicAboveAll, restored } from '../editions/publish/ended.ts';
import { getEdition } from '../editions/edition-row.ts';
import { takenUp } from '../editions/draft/take-up.ts';
import { findFindings } from '../editions/checks/find-findings.ts';
import { readDraft } from '../editions/draft/draft-changes.ts';
import { listSubjectPublications } from '../editions/publish/subject-publications.ts';
import { wayBack, type WayBackTarget } from '../editions/publish/way-back.ts';
import { findRedLines } from '../editions/review/find-red-lines.ts';
import { Refused } from '../errors.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { copied, proposeCopy, type CopyInput } from '../registers/editions/copy-public.ts';
import { listRegisterPublications } from '../store/rows/register-publications.ts';
import { findPlan, storePlan } from '../registers/proposal/stored-plans.ts';
import { reachOf } from './authorize.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import { assertMayWrite, channelsOfSubject, editionId, ofVersion, rightLacking, version } from './edition-rights.ts';
import { readOwnDraft } from './own-draft.ts';
import { ofRegister, register } from './register-calls.ts';

const subject = text({ maxLength: 220, description: '对象，如 article:12' });
const words = text({ maxLength: 100, description: '标题中的文字' });

/** Each may go through all rows of a register. */
const working = new FairQueue({ most: 2, ofOne: 3 });

/** A draft of somebody who may write all of it and may see its files. */
async function drafted(given: RolledBack, context: SignedIn) {
  const draft = await readOwnDraft(given, {}, context);
  return createEdition(context.db, context.site, context.actor, draft);
}

/** ED5: what the roll back to each of them would be refused for, so that it is not offered. */
async function withLacking(
  list: readonly Omit<RegisterPublication, 'lacks'>[],
  name: string,
  context: SignedIn,
): Promise<RegisterPublication[]> {
  const { publishContext: reader, site } = context;
  const publications: RegisterPublication[] = [];
  for (const one of list) {
    const document = await definitionAfter(reader.db, name, one.no);
    const isOther = document !== null && !isCurrentDefinition(site, document);
    publications.push({ ...one, lacks: isOther ? await rightLacking([{ kind: 'register', document }], context) : '' });
  }
  return publications;
}

const target = {
  no: integer({ minimum: 0, maximum: 2_147_483_647, description: '发布号；0 为程序提供的内容' }),
  subjects: optional(
    list(text({ maxLength: 220 }), {
      minItems: 1,
      maxItems: 300,
      description: '恢复到这次发布之后的对象；不给出则收回整次发布',
    }),
  ),
};

/** Reason in a plan, whose withdrawals nobody reads. */
const NO_REASON = '收回';

/** ED16: a way back of somebody who may write all of it; large registers are read afterwards. @throws Refused rightMissing, invalidInput */
async function assertWayBack(of: WayBackTarget, reason: string, context: SignedIn) {
  const named = await wayBack(context.publishContext, context.site, of, { reason, storesRows: false });
  await assertMayWrite(named, {}, context);
  return named;
}

/** ED16: what it does, before anything is stored of it. */
async function planned(of: WayBackTarget, context: SignedIn): Promise<WayBackPlan> {
  const { publishContext, site } = context;
  await assertWayBack(of, NO_REASON, context);
  const { title, changes, parts } = await wayBack(publishContext, site, of, { reason: NO_REASON });
  const draft = await readDraft(JSON.parse(JSON.stringify({ title, changes })));
  const { findings } = await findFindings(publishContext, draft);
  const { lines, more, rowsGone } = await findRedLines(publishContext, site, draft.changes);
  return {
    title,
    parts,
    again: findings.flatMap(({ check, place, shown }) => (check === 'public-again' ? `${place}：${shown}` : [])),
    gone: [...lines.map(({ register, says }) => `${register}：${says}`), ...(more > 0 ? [`另有 ${more} 处`] : [])],
    rowsGone,
  };
}

/**
 * ED5, ED6: drafts made of what there was or is. The source is read with the right to read it, the draft made with the
 * rights to write all of it; each goes through review as any other.
 */
export const takeUpCalls = {
  /** a new draft with what a version of an edition said */
  'POST /editions/:editionId/take-up': consoleCall({
    summary: '以稿件的一个版次新建稿件',
    answer: as<MadeEdition>(),
    params: { editionId, version },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version: of }, context) => {
      const { db } = context;
      const made = await drafted(await takenUp(db, { editionId: id, version: of }), context);
      // a draft that the wizard made and nobody published is continued in the wizard
      const { published_in } = await getEdition(db, id);
      const plan = published_in === null ? await findPlan(db, id, of) : null;
      if (plan) await storePlan(db, made.editionId, made.version, plan);
      return made;
    },
  }),
  /** content that was withdrawn or ended and is not back, of the channels that one may read */
  'GET /ended': consoleCall({
    summary: '撤下和停用的内容，最近的在前',
    answer: as<Paged<EndedThing>>(),
    params: { words: optional(words), ...pagingParams },
    policy: { anywhere: 'content.read' },
    handle: async ({ pageSize, ...question }, context) =>
      listEnded(context.db, {
        ...question,
        pageSize: allowedPageSize(pageSize),
        reach: reachOf(context, 'content.read'),
        publicAbove: await publicAboveAll(context.db, context.site),
      }),
  }),
  /** a new draft with it as it was last public: a channel with its articles and its own page */
  'POST /ended/restore': consoleCall({
    summary: '恢复撤下或停用的内容，成为新的稿件',
    answer: as<MadeEdition>(),
    params: { subject },
    policy: { anywhere: 'content.write' },
    handle: ({ subject: of }, context) =>
      working.run(context.user.staffId, async () => {
        const { publishContext: reader, site } = context;
        await assertMayWrite(await restored(reader, site, of, { storesRows: false }), {}, context);
        return drafted(await restored(reader, site, of), context);
      }),
  }),
  /** publications that changed a register */
  'GET /registers/:register/publications': consoleCall({
    summary: '改动一个登记表的各次发布，最近的在前',
    answer: as<Paged<RegisterPublication>>(),
    params: { register, ...pagingParams },
    policy: { right: 'content.read', of: ofRegister },
    handle: ({ register: name, pageNum, pageSize }, context) =>
      working.run(
        context.user.staffId,
        async () => {
          const question = { register: name, pageNum, pageSize: allowedPageSize(pageSize) };
          const { list, ...facts } = await listRegisterPublications(context.db, question);
          return { ...facts, list: await withLacking(list, name, context) };
        },
        { gone: context.gone },
      ),
  }),
  /** publications that changed a setting or a page, and what came with the program */
  'GET /subject-publications': consoleCall({
    summary: '改动一项设置或一个页面的各次发布，最近的在前',
    answer: as<SubjectPublication[]>(),
    params: { subject },
    policy: { right: 'content.read', of: channelsOfSubject },
    handle: ({ subject: of }, { db }) => listSubjectPublications(db, of),
  }),
  /** a way back, told before there is a draft of it */
  'POST /way-back/plan': consoleCall({
    summary: '收回一次发布，或恢复到一次发布之后：会改变什么，什么重新公开',
    answer: as<WayBackPlan>(),
    params: target,
    policy: { anywhere: 'content.write' },
    handle: (of, context) => working.run(context.user.staffId, () => planned(of, context)),
  }),
  /** 2015 with data.field where a reason lacks, or something newer stands on it */
  'POST /way-back': consoleCall({
    summary: '收回一次发布，或恢复到一次发布之后，成为新的稿件',
    answer: as<MadeEdition>(),
    params: {
      ...target,
      overNewer: withDefault(false, flag({ description: '连同后来的修改一起恢复' })),
      reason: withDefault('', text({ maxLength: 200, description: '撤下的原因，访客会看到' })),
    },
    policy: { anywhere: 'content.write' },
    handle: ({ overNewer, reason: given, ...of }, context) =>
      working.run(context.user.staffId, async () => {
        const reason = given.trim();
        const { parts } = await assertWayBack(of, reason, context);
        const newer = parts.filter((part) => part.newer !== null && part.does !== 'left');
        if (newer.length > 0 && !overNewer)
          throw new Refused(
            'invalidInput',
            `有 ${newer.length} 项后来又改过（第 ${Math.max(...newer.map((part) => part.newer!))} 号发布等）。请核对，并确认连同后来的修改一起恢复`,
            { field: 'overNewer' },
          );
        if (reason === '' && parts.some(({ does }) => does === 'withdrawn'))
          throw new Refused('invalidInput', '有内容将被撤下，请写明原因，访客会看到', { field: 'reason' });
        return drafted(await wayBack(context.publishContext, context.site, of, { reason }), context);
      }),
  }),
  'GET /copy': consoleCall({
    summary: '复制公开的内容需要填写什么，及建议',
    answer: as<CopyProposal>(),
    params: { subject },
    policy: { right: 'content.read', of: channelsOfSubject },
    handle: ({ subject: of }, context) => {
      const { publishContext: reader, site } = context;
      return proposeCopy(reader, site, of);
    },
  }),
  /** 2015 with data.field where something is missing or taken */
  'POST /copy': consoleCall({
    summary: '复制公开的文章、页面或登记表，成为新的稿件',
    answer: as<MadeEdition>(),
    params: {
      subject,
      title: withDefault('', text({ maxLength: 200, description: '副本的标题；页面可以没有' })),
      channelId: text({ maxLength: 64, description: '副本所在的栏目' }),
      name: optional(text({ maxLength: 100, description: '页面或登记表的新名称' })),
      withRows: optional(flag({ description: '连同登记表的数据行' })),
    },
    policy: { right: 'content.read', of: channelsOfSubject },
    handle: (input: CopyInput, context) =>
      working.run(context.user.staffId, async () => {
        const { publishContext: reader, site } = context;
        // a caller without the rights causes no reading of a large register
        await assertMayWrite(await copied(reader, site, input, { storesRows: false }), {}, context);
        return drafted(await copied(reader, site, input), context);
      }),
  }),
};
