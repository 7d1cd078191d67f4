import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isBlankName, isSameName } from '#rules/people/person-name.ts';
import { assertRoom, type FreeSpace } from '../../db/free-space.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { idOf } from '#kinds/changes.ts';
import type { Prepared, PreparedChanges, PreparedWithdrawal } from '#kinds/define-store.ts';
import { kindOf, KIND_NAMES, kinds } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { PublicationRefused, RowProblems, type PublicationProblem } from './publication-problems.ts';
import type { NewPublication, Published } from './new-publication.ts';
import { becauseOf, checkReason } from './check-reason.ts';
import type { Publication } from '../rows/dated-rows.ts';
import { setFileUses, type FileUse } from './file-uses.ts';
import { beginEntry, completeEntry, lockLog } from './publication-log.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { textProblem } from './storable.ts';

/** Options of a publication. */
export interface PublishOptions {
  /** called in the transaction with everything written; a problem that it returns refuses the publication */
  inspect?: (trx: Transaction<Tables>, published: Published) => Promise<PublicationProblem[]>;
  /** false: everything is done and checked, and the transaction is then rolled back (default true) */
  commit?: boolean;
  /**
   * false: rows of whole registers are checked and not written, and articles not indexed, where nothing is committed and
   * nobody reads them: writing them holds the log for long
   */
  writesRows?: boolean;
  /**
   * Called first and last in the transaction of the publication: what they write is committed with it or not at all.
   * What they throw rolls everything back. `before` runs before the log is locked; `after` only where the publication is
   * committed.
   */
  before?: (trx: Transaction<Tables>) => Promise<void>;
  after?: (trx: Transaction<Tables>, published: Published) => Promise<void>;
}

/** Rolls back the transaction of a publication that is not to be committed. */
class TakenBack extends Error {
  readonly published: Published;

  constructor(published: Published) {
    super('taken back');
    this.published = published;
  }
}

/**
 * The only way to make anything public (PB1). In one transaction, rows that change are closed, new ones opened,
 * unchanged ones left alone, and one entry is added to the publication log (PB3). Servers learn of it by NOTIFY
 * publication. Authored HTML is sanitised here, once.
 * @throws StoreFull, RowProblems, PublicationRefused with every problem found; nothing was published then
 */
export async function publish(
  { db, freeSpace }: { db: Db; freeSpace?: FreeSpace },
  input: NewPublication,
  { inspect, commit = true, writesRows = true, before, after }: PublishOptions = {},
): Promise<Published> {
  await assertRoom(freeSpace);
  // work without the database is done before the log is locked
  const { changes, findings } = await prepare(input);
  const run = db.transaction().execute(async (trx) => {
    await before?.(trx);
    const newest = await lockLog(trx);
    const at = momentOf(input, newest?.at);
    const entry = {
      no: (newest?.no ?? 0) + 1,
      at,
      written_by: input.writtenBy.trim(),
      approved_by: input.approvedBy.trim(),
      title: input.title.trim(),
      previous_hash: newest?.hash ?? '',
    };
    await beginEntry(trx, entry);
    const publication: Publication = {
      trx,
      no: entry.no,
      at,
      proofs: [],
      ids: new Map(input.newIds),
      writesRows: commit || writesRows,
      ...findings,
    };
    await write(publication, changes);
    assertGood(publication);
    const published: Published = {
      no: entry.no,
      at,
      articleIds: input.changes.map((_, position) => publication.ids.get(position) ?? null),
    };
    publication.problems.push(...((await inspect?.(trx, published)) ?? []));
    assertGood(publication);
    if (!commit) throw new TakenBack(published);
    await completeEntry(trx, entry, publication.proofs);
    await after?.(trx, published);
    return published;
  });
  return run.catch((error: unknown) => {
    if (error instanceof TakenBack) return error.published;
    throw error;
  });
}

type Findings = Pick<Publication, 'problems' | 'rowProblems'>;

/** milliseconds of work after which other requests have their turn */
const SLICE = 20;

/**
 * The changes by kind, checked as far as that is possible without the database. Problems found here are reported together
 * with those that the database shows.
 */
async function prepare(input: NewPublication): Promise<{ changes: PreparedChanges; findings: Findings }> {
  const findings: Findings = { problems: [], rowProblems: [] };
  checkInput(input, findings);
  assertGood(findings);
  const written = new Map<string, Prepared[]>(kinds.map(({ name }) => [name, []]));
  const withdrawn = new Map<string, PreparedWithdrawal[]>(kinds.map(({ name }) => [name, []]));
  let began = performance.now();
  for (const [position, change] of input.changes.entries()) {
    if (performance.now() - began > SLICE) {
      await setImmediate();
      began = performance.now();
    }
    if (change.withdraw) {
      if (checkReason(change.withdraw, position, findings))
        withdrawn.get(change.kind)!.push({ position, id: change.id, because: becauseOf(change.withdraw) });
    } else {
      const value = await storeOf(change).prepare(findings, change, position);
      if (value !== undefined) written.get(change.kind)!.push({ position, value });
    }
  }
  const changes: PreparedChanges = {
    written: ({ name }) => written.get(name)!,
    withdrawn: ({ name }) => withdrawn.get(name)!,
  };
  return { changes, findings };
}

function assertGood({ problems, rowProblems }: Findings): void {
  if (rowProblems.length > 0) throw new RowProblems(rowProblems, problems);
  if (problems.length > 0) throw new PublicationRefused(problems);
}

/** All kinds are checked before the first is written, and written in the order of their list. */
async function write(publication: Publication, changes: PreparedChanges): Promise<void> {
  const all = kinds.map(({ name }) => storeOf({ kind: name }));
  for (const store of all) await store.check?.(publication, changes);
  // a refused act must be answered in words, not by the database's own constraints
  assertGood(publication);
  const uses = new Map<string, FileUse[]>();
  for (const store of all) (await store.write(publication, changes)).forEach((list, usedBy) => uses.set(usedBy, list));
  for (const store of all) await store.finish?.(publication, changes);
  await setFileUses(publication, uses);
}

function checkInput(input: NewPublication, { problems }: Findings): void {
  const texts = { 标题: input.title, 撰写人: input.writtenBy, 批准人: input.approvedBy };
  for (const [name, text] of Object.entries(texts)) {
    // acts also come from JSON, where anything may be missing
    const problem =
      typeof text !== 'string' || isBlankName(text) ? '不能为空' : (textProblem(text) ?? characterProblem(text));
    if (problem) problems.push({ change: null, message: `发布${name}${problem}` });
  }
  if (problems.length === 0 && isSameName(input.writtenBy, input.approvedBy))
    problems.push({ change: null, message: '批准人不能是撰写人本人' });
  if (input.at && Number.isNaN(input.at.getTime())) problems.push({ change: null, message: '发布时间不是有效的时间' });
  const seen = new Map<string, number>();
  input.changes.forEach((change, position) => {
    if (!KIND_NAMES.includes(change?.kind)) {
      problems.push({
        change: position,
        message: `第${position + 1}项的类型“${String(change?.kind).slice(0, 60)}”应为以下之一：${KIND_NAMES.join('、')}`,
      });
      return;
    }
    if (change.withdraw && !kindOf(change).words.withdrawal) {
      problems.push({ change: position, message: `第${position + 1}项：${kindOf(change).title}不能撤下，只能修改` });
      return;
    }
    // new things are always different ones
    const id = idOf(change);
    const subject = id === null ? null : `${change.kind}:${id}`;
    const first = subject === null ? undefined : seen.get(subject);
    if (first !== undefined)
      problems.push({ change: position, message: `第${position + 1}项与第${first + 1}项修改的是同一内容` });
    else if (subject !== null) seen.set(subject, position);
  });
}

/** milliseconds by which the clocks of two servers may differ */
const CLOCK_TOLERANCE = 5_000;

/**
 * The moment of the act. Never before the newest publication, also when the clock went backwards, and never in the
 * future: a row is public from the moment at which it was made so.
 */
function momentOf(input: NewPublication, newest: Date | undefined): Date {
  const now = new Date();
  if (!input.at) return newest && newest > now ? newest : now;
  if (newest && input.at < newest) {
    throw new PublicationRefused([
      { change: null, message: `发布时间 ${input.at.toISOString()} 早于最近一次发布 ${newest.toISOString()}` },
    ]);
  }
  if (input.at.getTime() > now.getTime() + CLOCK_TOLERANCE)
    throw new PublicationRefused([{ change: null, message: `发布时间 ${input.at.toISOString()} 在未来` }]);
  return input.at;
}
