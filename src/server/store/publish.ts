import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isBlankName, isSameName } from '#rules/person-name.ts';
import { assertRoom, type FreeSpace } from '../db/free-space.ts';
import type { Db, Tables } from '../db/tables.ts';
import { indexArticles } from './article-index.ts';
import { ActRefused, RowProblems, type ActProblem } from './act-problems.ts';
import type { Act, Change, Published } from './acts.ts';
import { checkReferences } from './check-references.ts';
import { becauseOf, checkReason } from './check-reason.ts';
import type { Publication } from './dated-rows.ts';
import { setFileUses, type FileUse } from './file-uses.ts';
import {
  prepareArticle,
  publishArticles,
  withdrawArticles,
  withdrawChannelArticles,
  type ArticleChange,
  type Withdrawn,
} from './publish-articles.ts';
import { planChannels, publishChannels } from './publish-channels.ts';
import { checkDocument, publishPage, publishSetting } from './publish-documents.ts';
import { publishPart } from './publish-register-part.ts';
import { checkRegister, publishRegister } from './publish-registers.ts';
import { checkResearchWords } from './check-research-words.ts';
import { beginEntry, completeEntry, lockLog } from './publication-log.ts';
import { hiddenProblem, textProblem } from './storable.ts';

/** How an act is published other than at once. */
export interface PublishOptions {
  /** looks in the transaction at what would become public; a problem that it answers refuses the act */
  inspect?: (trx: Transaction<Tables>, published: Published) => Promise<ActProblem[]>;
  /** false: everything is done and checked, and then taken back (default true) */
  keep?: boolean;
  /**
   * false: rows of whole registers are checked and not written, where nothing is kept and nothing looks at them:
   * writing them holds the log for long
   */
  writesRows?: boolean;
  /**
   * Done first and last in the act's own transaction: what they write stands with the publication, or neither does.
   * What
   * they throw takes everything back. `before` runs before the log is locked; `after` not where nothing is kept.
   */
  before?: (trx: Transaction<Tables>) => Promise<void>;
  after?: (trx: Transaction<Tables>, published: Published) => Promise<void>;
}

/** Ends the transaction of an act that is not to be kept. */
class TakenBack extends Error {
  readonly published: Published;

  constructor(published: Published) {
    super('taken back');
    this.published = published;
  }
}

/**
 * The one way by which anything becomes public (PB1). In one transaction: rows that the act changes are closed, new
 * ones opened, unchanged ones left alone, and one entry is added to the publication log (PB3); servers hear of it by
 * NOTIFY publication. Authored HTML is sanitised here, once.
 * @throws StoreFull, RowProblems, ActRefused with every problem found; nothing was published then
 */
export async function publish(
  { db, freeSpace }: { db: Db; freeSpace?: FreeSpace },
  act: Act,
  { inspect, keep = true, writesRows = true, before, after }: PublishOptions = {},
): Promise<Published> {
  await assertRoom(freeSpace);
  // what needs no database is done before the log is locked
  const { prepared, findings } = await prepare(act);
  const run = db.transaction().execute(async (trx) => {
    await before?.(trx);
    const newest = await lockLog(trx);
    const at = momentOf(act, newest?.at);
    const entry = {
      no: (newest?.no ?? 0) + 1,
      at,
      written_by: act.writtenBy.trim(),
      approved_by: act.approvedBy.trim(),
      title: act.title.trim(),
      previous_hash: newest?.hash ?? '',
    };
    await beginEntry(trx, entry);
    const publication: Publication = { trx, no: entry.no, at, proofs: [], writesRows: keep || writesRows, ...findings };
    const ids = await write(publication, prepared);
    assertGood(publication);
    const published: Published = {
      no: entry.no,
      at,
      articleIds: act.changes.map((_, position) => ids.get(position) ?? null),
    };
    publication.problems.push(...((await inspect?.(trx, published)) ?? []));
    assertGood(publication);
    if (!keep) throw new TakenBack(published);
    await completeEntry(trx, entry, publication.proofs);
    await after?.(trx, published);
    return published;
  });
  return run.catch((error: unknown) => {
    if (error instanceof TakenBack) return error.published;
    throw error;
  });
}

/** The changes of an act by kind, checked as far as that is possible without the database. */
interface Prepared {
  channels: Map<number, Extract<Change, { kind: 'channel' | 'channel-retired' }>>;
  articles: ArticleChange[];
  withdrawn: Withdrawn[];
  others: Extract<Change, { kind: 'register' | 'page' | 'setting' }>[];
}

type Findings = Pick<Publication, 'problems' | 'rowProblems'>;

/** milliseconds of work after which other requests have their turn */
const SLICE = 20;

/** What is wrong already is told together with what the database shows to be wrong. */
async function prepare(act: Act): Promise<{ prepared: Prepared; findings: Findings }> {
  const findings: Findings = { problems: [], rowProblems: [] };
  checkAct(act, findings);
  assertGood(findings);
  const prepared: Prepared = { channels: new Map(), articles: [], withdrawn: [], others: [] };
  let began = performance.now();
  for (const [position, change] of act.changes.entries()) {
    if (performance.now() - began > SLICE) {
      await setImmediate();
      began = performance.now();
    }
    switch (change.kind) {
      case 'channel-retired':
      case 'channel':
        if (change.kind === 'channel' || checkReason(change, position, findings))
          prepared.channels.set(position, change);
        break;
      case 'article': {
        const article = prepareArticle(findings, change.article, position);
        if (article) prepared.articles.push(article);
        break;
      }
      case 'article-withdrawn':
        if (checkReason(change, position, findings))
          prepared.withdrawn.push({ position, articleId: change.articleId, because: becauseOf(change) });
        break;
      case 'register':
        if (checkRegister(findings, change, position)) prepared.others.push(change);
        break;
      default:
        if (checkDocument(findings, change, position)) prepared.others.push(change);
    }
  }
  return { prepared, findings };
}

function assertGood({ problems, rowProblems }: Findings): void {
  if (rowProblems.length > 0) throw new RowProblems(rowProblems, problems);
  if (problems.length > 0) throw new ActRefused(problems);
}

async function write(
  publication: Publication,
  { channels, articles, withdrawn, others }: Prepared,
): Promise<Map<number, number>> {
  const uses = new Map<string, FileUse[]>();
  const add = (more: Map<string, FileUse[]>) => more.forEach((list, usedBy) => uses.set(usedBy, list));
  const plan =
    channels.size + articles.length + withdrawn.length > 0 ? await planChannels(publication, channels) : null;
  let ids = new Map<number, number>();
  if (plan) {
    await checkResearchWords(publication, articles, others);
    add(await withdrawArticles(publication, withdrawn, plan));
    for (const { channel, because } of plan.retired)
      add(await withdrawChannelArticles(publication, channel.channel_id, because));
    const published = await publishArticles(publication, articles, plan);
    ids = published.ids;
    add(published.uses);
    publication.rowProblems.push(...(await findLostReferences(publication, others)));
    // a refused act must be answered in words, not by the database's own constraints
    assertGood(publication);
    await indexArticles(publication.trx, publication.no);
    await publishChannels(publication, plan);
  }
  if (!plan) publication.rowProblems.push(...(await findLostReferences(publication, others)));
  assertGood(publication);
  for (const change of others) {
    if (change.kind === 'register')
      add(await (change.part ? publishPart(publication, change, change.part) : publishRegister(publication, change)));
    else
      add(change.kind === 'page' ? await publishPage(publication, change) : await publishSetting(publication, change));
  }
  await setFileUses(publication, uses);
  return ids;
}

/** Among rows that are wrong themselves nothing is looked for. */
const findLostReferences = async ({ trx, rowProblems }: Publication, others: Prepared['others']) =>
  rowProblems.length > 0
    ? []
    : checkReferences(
        trx,
        others.filter((change) => change.kind === 'register'),
      );

const KINDS: readonly string[] = [
  'channel',
  'channel-retired',
  'article',
  'article-withdrawn',
  'register',
  'page',
  'setting',
] satisfies Change['kind'][];

function checkAct(act: Act, { problems }: Findings): void {
  const texts = { 标题: act.title, 撰写人: act.writtenBy, 批准人: act.approvedBy };
  for (const [name, text] of Object.entries(texts)) {
    // acts also come from JSON, where anything may be missing
    const problem =
      typeof text !== 'string' || isBlankName(text) ? '不能为空' : (textProblem(text) ?? hiddenProblem(text));
    if (problem) problems.push({ change: null, message: `发布${name}${problem}` });
  }
  if (problems.length === 0 && isSameName(act.writtenBy, act.approvedBy))
    problems.push({ change: null, message: '批准人不能是撰写人本人' });
  if (act.at && Number.isNaN(act.at.getTime())) problems.push({ change: null, message: '发布时间不是有效的时间' });
  const seen = new Map<string, number>();
  act.changes.forEach((change, position) => {
    if (!KINDS.includes(change?.kind)) {
      problems.push({
        change: position,
        message: `第${position + 1}项的类型“${String(change?.kind).slice(0, 60)}”应为以下之一：${KINDS.join('、')}`,
      });
      return;
    }
    const subject = subjectOf(change);
    const first = subject === null ? undefined : seen.get(subject);
    if (first !== undefined)
      problems.push({ change: position, message: `第${position + 1}项与第${first + 1}项修改的是同一内容` });
    else if (subject !== null) seen.set(subject, position);
  });
}

/** What a change is about; one act changes a thing once. New articles are always different ones. */
function subjectOf(change: Change): string | null {
  switch (change.kind) {
    case 'channel':
      return `channel ${change.channel.channelId}`;
    case 'channel-retired':
      return `channel ${change.channelId}`;
    case 'article':
      return change.article.articleId === undefined ? null : `article ${change.article.articleId}`;
    case 'article-withdrawn':
      return `article ${change.articleId}`;
    case 'register':
      return `register ${change.definition.register}`;
    case 'page':
      return `page ${change.page}`;
    case 'setting':
      return `setting ${change.name}`;
  }
}

/** milliseconds by which the clocks of two servers may differ */
const CLOCK_TOLERANCE = 5_000;

/**
 * The moment of the act. Never before the newest publication, also when the clock went backwards, and never in the
 * future: a row is public from the moment at which it was made so.
 */
function momentOf(act: Act, newest: Date | undefined): Date {
  const now = new Date();
  if (!act.at) return newest && newest > now ? newest : now;
  if (newest && act.at < newest) {
    throw new ActRefused([
      { change: null, message: `发布时间 ${act.at.toISOString()} 早于最近一次发布 ${newest.toISOString()}` },
    ]);
  }
  if (act.at.getTime() > now.getTime() + CLOCK_TOLERANCE)
    throw new ActRefused([{ change: null, message: `发布时间 ${act.at.toISOString()} 在未来` }]);
  return act.at;
}
