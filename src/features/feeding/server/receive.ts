import { createHash } from 'node:crypto';
import type { WrittenOf } from '#kinds/index.ts';
import { sql } from 'kysely';
import { findingDoubt } from '#rules/checks/findings.ts';
import type { Db } from '#server/db/tables.ts';
import { findRedLines } from '#server/editions/review/find-red-lines.ts';
import { findToAnswer } from '#server/editions/checks/find-findings.ts';
import { checkEdition, invalidEdition, type PublishContext } from '#server/editions/review/check-edition.ts';
import { channelsConcerned } from '#server/editions/review/concerned-channels.ts';
import { addEdition } from '#server/editions/draft/create-edition.ts';
import { draftToStore, readDraft, type Draft } from '#server/editions/draft/draft-changes.ts';
import { addStep } from '#server/editions/edition-row.ts';
import { databaseNow } from '#server/editions/publish/schedule-edition.ts';
import { Refused } from '#server/errors.ts';
import { record } from '#server/people/staff/audit.ts';
import type { Site } from '#server/site/site.ts';
import { findRegisterState } from '#server/store/rows/list-register-rows.ts';
import { assertFacts } from '#server/registers/editions/import-edition.ts';
import type { ImportReport } from '#server/registers/import/import-report.ts';
import { checkDelivery, type CheckedDelivery } from './check-delivery.ts';
import type { StatedOfRows } from './read-body.ts';
import type { Sender } from './tokens.ts';
import { wayOf, type Facts, type Way } from './way.ts';

interface Received {
  register: string;
  /** key of the sender: a repeated call bears the same */
  idempotencyKey: string;
  body: Uint8Array;
  /** SHA-256 of the body, made while it came */
  bodyHash: string;
  /** facts that a CSV file lacks; null: the body is JSON */
  csv: StatedOfRows | null;
}

/** Stored answer. */
export interface Answered {
  status: number;
  code: string;
  msg: string;
  data: unknown;
}

/** deliveries of one token within a minute */
const MOST_A_MINUTE = 30;
/** bytes that are checked in the time that a thread takes to begin */
const SMALL = 64 * 1024;

/**
 * FD2: takes what a program sent: checked, made an edition in review and, where a rule allows it, put on the way to the
 * public. The same call again is answered the same and does nothing.
 * @throws Refused unknownRegister, tokenScope, keyReused, tooOften, deliveryWaits, invalidInput, badRequest
 */
export async function receiveDelivery(
  publishContext: PublishContext,
  site: Site,
  sender: Sender,
  received: Received,
): Promise<Answered> {
  const { db } = publishContext;
  const { register, csv } = received;
  const definition = site.registers.get(register);
  if (!sender.registers.includes(register)) {
    await record(db, sender.actor, 'feed.deliver', {
      outcome: 'refused',
      subject: `register:${register.slice(0, 100)}`,
      facts: { why: 'scope' },
    });
    throw new Refused('tokenScope', `这个令牌不能报送登记表“${register.slice(0, 60)}”`);
  }
  if (!definition) throw new Refused('unknownRegister', `没有名为“${register}”的登记表`);
  const hash = hashOf(received);
  const known = await findAnswer(db, sender, received.idempotencyKey, hash);
  if (known) return known;
  await assertNotOften(db, sender);
  const task = { definition, known: [...site.registers.values()], body: received.body, csv };
  const checked =
    publishContext.runInWorker && received.body.length > SMALL
      ? await publishContext.runInWorker('check-delivery', task)
      : await checkDelivery(db, task);
  const state = await findRegisterState(db, 'now', register);
  const { dataDate, isChanges } = checked.stated;
  const department = checked.stated.department ?? state?.department ?? definition.department ?? '';
  assertFacts({ dataDate, department });
  const draft = await draftOf(checked, { definition, dataDate, department: department.trim(), sender });
  const problems = draft ? await checkEdition(publishContext, draft) : [];
  const findings = draft && problems.length === 0 ? await findToAnswer(publishContext, draft) : [];
  // a program can mend nothing later: what nobody may submit is not received (CK3)
  for (const found of findings.filter(({ severity }) => severity === 'stop'))
    problems.push({ change: found.change, message: `${findingDoubt(found)}，改正以后才能报送` });
  const isSound = draft !== null && problems.length === 0;
  const refused = (): Answered => {
    const { code, status, message } =
      draft === null
        ? new Refused('deliveryRefused', sentenceOf(checked.report))
        : new Refused('deliveryRefused', invalidEdition(problems).message);
    return { status, code, msg: message, data: { report: reportOf(checked, csv === null), problems } };
  };
  const about = { sender, received, hash, changed: changedRows(checked.report) };
  if (!isSound) return keep(db, { ...about, made: null, answer: refused });
  const stored = await draftToStore(db, draft);
  const channelIds = await channelsConcerned(db, site, draft.changes);
  return keep(db, {
    ...about,
    made: {
      draft: stored,
      channelIds,
      base: { [`rows:${register}`]: checked.mark },
      isWhole: !isChanges,
      before: state,
      dataDate,
      department,
      vanishing: checked.report.vanishing,
      redLines: await findRedLines(publishContext, site, stored.changes),
      findings,
    },
    answer: (facts) => ({
      status: 201,
      code: '0',
      msg: '',
      data: { ...facts, report: reportOf(checked, csv === null) },
    }),
  });
}

const hashOf = ({ register, bodyHash, csv }: Received): string =>
  createHash('sha256')
    .update(JSON.stringify([register, csv, bodyHash]))
    .digest('hex');

/** Answer that the same call got before. @throws Refused keyReused */
async function findAnswer(db: Db, { tokenId }: Sender, key: string, hash: string): Promise<Answered | null> {
  const found = await db
    .selectFrom('delivery')
    .select(['body_hash', 'status', 'answer'])
    .where('token_id', '=', tokenId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!found) return null;
  if (found.body_hash !== hash) throw new Refused('keyReused');
  return { ...(found.answer as Omit<Answered, 'status'>), status: found.status };
}

async function assertNotOften(db: Db, { tokenId }: Sender): Promise<void> {
  const { counted } = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .where('token_id', '=', tokenId)
    .where('at', '>', new Date(Date.now() - 60_000))
    .executeTakeFirstOrThrow();
  if (Number(counted) >= MOST_A_MINUTE)
    throw new Refused('tooOften', `一个令牌每分钟最多报送 ${MOST_A_MINUTE} 次，请在 60 秒后再试`, { retryAfter: 60 });
}

const changedRows = ({ difference }: ImportReport): number =>
  difference === null ? 0 : difference.added + difference.changed + difference.removed;

/** First problem in a sentence, for readers who stop there. */
function sentenceOf({ problems, errors, badRows }: ImportReport): string {
  const [first] = problems;
  if (first)
    return `报送的内容没有接收：${[first.cell, first.value && `“${first.value}”`].filter(Boolean).join(' ')}${first.reason}。${first.remedy}`;
  const [column] = errors;
  const [cell] = column?.cells ?? [];
  return `报送的内容没有接收：${badRows} 行有错误${column && cell ? `，如“${column.title}”${cell.cell} “${cell.value}”：${cell.reason}。${cell.remedy}` : ''}`;
}

/** Report as an import has it; of JSON each error has its place in the body, too. */
function reportOf({ report, names, stated }: CheckedDelivery, isJson: boolean): object {
  if (!isJson) return report;
  const list = stated.isChanges ? 'put' : 'rows';
  const columns = new Map(report.columns.map(({ column }, at) => [column, names[at]]));
  return {
    ...report,
    format: 'json',
    errors: report.errors.map((column) => ({
      ...column,
      cells: column.cells.map((cell) => ({
        ...cell,
        pointer: `/${list}/${Number(/\d+$/.exec(cell.cell)![0]) - 2}/${columns.get(column.column) ?? column.field}`,
      })),
    })),
  };
}

async function draftOf(
  { rowSet, report }: CheckedDelivery,
  {
    definition,
    dataDate,
    department,
    sender,
  }: { definition: WrittenOf<'rows'>['document']['definition']; dataDate: string; department: string; sender: Sender },
): Promise<Draft | null> {
  if (rowSet === null || report.problems.length > 0) return null;
  const change: WrittenOf<'rows'> = { kind: 'rows', document: { definition, dataDate, department, rowSet } };
  const title = `程序“${sender.name}”报送“${definition.title}”：数据日期 ${dataDate}`.slice(0, 200).toWellFormed();
  return readDraft({ title, changes: [change] });
}

interface Made extends Omit<Facts, 'register' | 'sender' | 'changed'> {
  draft: Draft;
  channelIds: string[];
  base: Record<string, string>;
}

/** Answer to an accepted delivery. */
interface Accepted {
  deliveryId: number;
  editionId: number;
  state: 'waiting' | 'in-review';
  /** time at which it becomes public by the rule; '' for none */
  publishAt: string;
  /** why it does not become public by itself */
  why: string;
}

interface NewDelivery {
  sender: Sender;
  received: Received;
  hash: string;
  changed: number;
  made: Made | null;
  answer: (facts: Accepted) => Answered;
}

/** Delivery, edition and what is recorded of both, in one transaction; of two calls with one key the second is answered as the first. */
async function keep(db: Db, delivery: NewDelivery): Promise<Answered> {
  const { sender, received, hash } = delivery;
  const run = db.transaction().execute(async (trx) => {
    const deliveryId = await nextDelivery(trx);
    const now = await databaseNow(trx);
    const { made, changed, answer } = delivery;
    const { register, idempotencyKey } = received;
    const way = made ? await wayOf(trx, { ...made, register, sender, changed }, now) : null;
    const editionId = made ? await addSubmitted(trx, sender, made, way!) : null;
    const answered = answer({
      deliveryId,
      editionId: editionId!,
      state: way?.dueAt ? 'waiting' : 'in-review',
      publishAt: way?.dueAt?.toISOString() ?? '',
      why: way?.why ?? '',
    });
    const { status, ...rest } = answered;
    await trx
      .insertInto('delivery')
      .values({
        delivery_id: deliveryId,
        token_id: sender.tokenId,
        idempotency_key: idempotencyKey,
        body_hash: hash,
        register,
        at: now,
        status,
        answer: JSON.stringify(rest),
        edition_id: editionId,
        changed,
        rule_id: way?.rule?.ruleId ?? null,
        due_at: way?.dueAt ?? null,
        why: way ? way.why : answered.msg,
      })
      .execute();
    await record(trx, sender.actor, 'feed.deliver', {
      subject: `register:${register}`,
      outcome: made ? 'done' : 'refused',
      also: [`delivery:${deliveryId}`],
      facts: { deliveryId, ...(made ? { editionId, changed } : { why: 'rows' }) },
    });
    return answered;
  });
  return run.catch(async (error: unknown) => {
    // the same call came twice at one moment
    const known =
      (error as { code?: unknown }).code === '23505' && (await findAnswer(db, sender, received.idempotencyKey, hash));
    if (!known) throw error;
    return known;
  });
}

async function nextDelivery(trx: Db): Promise<number> {
  const { rows } = await sql<{
    no: number;
  }>`select nextval(pg_get_serial_sequence('delivery', 'delivery_id')) as no`.execute(trx);
  return Number(rows[0]!.no);
}

/** The edition, sent for review by the program. */
async function addSubmitted(trx: Db, { actor }: Sender, made: Made, { note }: Way): Promise<number> {
  const { editionId, version, hash } = await addEdition(trx, actor, made);
  await trx
    .updateTable('edition')
    .set({ state: 'in-review', changed_at: new Date() })
    .where('edition_id', '=', editionId)
    .execute();
  await addStep(trx, actor, { edition_id: editionId, version, content_hash: hash }, 'submitted', note);
  return editionId;
}
