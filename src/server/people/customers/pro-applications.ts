import { sql, type Transaction } from 'kysely';
import { evaluationDay } from '#rules/people/risk-access.ts';
import {
  mayApply,
  mayFollow,
  stateOn,
  type ApplicationState,
  type ApplyType,
  type Declaration,
  type MaterialKind,
} from '#rules/people/professional-investor.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { record, type Actor } from '../staff/audit.ts';

/**
 * RK7: applications to be confirmed as a professional investor, as the store keeps them. Nothing is deleted: each step
 * stays.
 */
export interface Application {
  applicationId: number;
  applyType: ApplyType;
  declared: Declaration;
  /** state as of today in Shanghai */
  state: ApplicationState;
  /** staff's words on the last answer, '' for none */
  reason: string;
  /** yyyy-mm-dd, last day of the confirmation */
  validTo: string | null;
  submittedAt: Date;
  /** oldest first */
  steps: { state: ApplicationState; at: Date; note: string }[];
  materials: { kind: MaterialKind; filename: string; size: number }[];
}

export interface NewMaterial {
  kind: MaterialKind;
  filename: string;
  filepath: string;
  sha256: string;
  size: number;
  mediaType: string;
}

/** The customer's last application. */
export async function findApplication(db: Db, customerId: string): Promise<Application | undefined> {
  const row = await lastRow(db, customerId);
  if (!row) return undefined;
  const of = row.application_id;
  const [steps, materials] = await Promise.all([
    db
      .selectFrom('pro_application_step')
      .select(['state', 'at', 'note'])
      .where('application_id', '=', of)
      .orderBy('step_id')
      .execute(),
    db
      .selectFrom('pro_material')
      .select(['kind', 'filename', 'size'])
      .where('application_id', '=', of)
      .orderBy('material_id')
      .execute(),
  ]);
  return {
    applicationId: of,
    applyType: row.apply_type,
    declared: row.declared,
    state: stateOn(row.state, row.valid_to, shanghaiDate(Date.now())),
    reason: row.reason,
    validTo: row.valid_to,
    submittedAt: row.submitted_at,
    steps,
    materials,
  };
}

/** The last application of everyone who has one, as of today. */
export async function listApplications(db: Db): Promise<{ customerId: string; state: ApplicationState }[]> {
  const rows = await db
    .selectFrom('pro_application')
    .distinctOn('customer_id')
    .select(['customer_id', 'state', 'valid_to'])
    .orderBy('customer_id')
    .orderBy('application_id', 'desc')
    .execute();
  const today = shanghaiDate(Date.now());
  return rows.map(({ customer_id, state, valid_to }) => ({
    customerId: customer_id,
    state: stateOn(state, valid_to, today),
  }));
}

const lastRow = (db: Db, customerId: string) =>
  db
    .selectFrom('pro_application')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('application_id', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface Submission {
  customerId: string;
  /** id made by the form: two requests with one id are one submission */
  requestId: string;
  applyType: ApplyType;
  declared: Declaration;
  signedAt: Date;
  at: Date;
  materials: readonly NewMaterial[];
}

/**
 * A new application, or what was asked to be added to the open one. Sent twice, it is one.
 * @returns false when this very submission is already there
 * @throws Refused applicationOpen while another is under review, or when the same submission comes again with other
 * files
 */
export async function submitApplication(
  db: Db,
  { customerId, requestId, applyType, declared, signedAt, at, materials }: Submission,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId);
    if (await isKnownRequest(trx, customerId, requestId)) {
      if (await hasMaterials(trx, customerId, materials)) return false;
      throw new Refused('applicationOpen');
    }
    const last = await lastRow(trx, customerId);
    const state = last && stateOn(last.state, last.valid_to, shanghaiDate(at.getTime()));
    const given = {
      apply_type: applyType,
      declared: JSON.stringify(declared) as never,
      state: 'submitted',
      reason: '',
      signed_at: signedAt,
      submitted_at: at,
    } as const;
    let applicationId: number;
    if (last && state === 'supplement') {
      applicationId = last.application_id;
      await trx.updateTable('pro_application').set(given).where('application_id', '=', applicationId).execute();
    } else if (mayApply(state)) {
      const row = { ...given, customer_id: customerId, request_id: requestId, valid_to: null };
      applicationId = (
        await trx.insertInto('pro_application').values(row).returning('application_id').executeTakeFirstOrThrow()
      ).application_id;
    } else throw new Refused('applicationOpen');
    await addStep(trx, applicationId, { request_id: requestId, state: 'submitted', at, note: '' });
    for (const { kind, filename, filepath, sha256, size, mediaType } of materials)
      await trx
        .insertInto('pro_material')
        .values({
          application_id: applicationId,
          kind,
          filename,
          filepath,
          sha256,
          size,
          media_type: mediaType,
          stored_at: at,
        })
        .execute();
    await record(trx, NOBODY, 'customer.apply', { subject: `customer:${customerId}` });
    return true;
  });
}

export interface StaffAnswer {
  customerId: string;
  to: Exclude<ApplicationState, 'submitted' | 'expired'>;
  /** words for the applicant: what to add, or why not */
  reason?: string;
  /** yyyy-mm-dd, with accepted */
  validTo?: string;
  at: Date;
}

/**
 * Decides on the open application of a customer, for staff. A confirmation makes the customer of the embedded user
 * service a professional investor until its last day; with an upstream that service has to be told by other means.
 * @throws Error when there is no application, or its state does not lead there
 */
export async function answerApplication(
  db: Db,
  { customerId, to, reason = '', validTo, at }: StaffAnswer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId);
    const last = await lastRow(trx, customerId);
    if (!last || !mayFollow(last.state, to))
      throw new Error(`An application in state ${last?.state ?? 'none'} cannot become ${to}`);
    await trx
      .updateTable('pro_application')
      .set({ state: to, reason, valid_to: to === 'accepted' ? (validTo ?? null) : null })
      .where('application_id', '=', last.application_id)
      .execute();
    await addStep(trx, last.application_id, { state: to, at, note: reason });
    if (to === 'accepted')
      await trx
        .updateTable('customer')
        .set({ is_pro_investor: '1', pro_valid_to: validTo ? evaluationDay(validTo) : '' })
        .where('customer_id', '=', customerId)
        .execute();
    await record(trx, NOBODY, 'customer.answer', { subject: `customer:${customerId}`, facts: { to } });
  });
}

/** Neither applicants nor those who answer them are staff of the console. */
const NOBODY: Actor = { staffId: null, account: '', address: '' };

/** One act at a time on the applications of one customer, wherever it is done. */
const lockCustomer = (trx: Transaction<Tables>, customerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`pro_application ${customerId}`}, 0))`.execute(trx);

async function isKnownRequest(trx: Db, customerId: string, requestId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('pro_application_step')
    .innerJoin('pro_application', 'pro_application.application_id', 'pro_application_step.application_id')
    .select('step_id')
    .where('customer_id', '=', customerId)
    .where('pro_application_step.request_id', '=', requestId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the customer has sent all of these before. */
async function hasMaterials(trx: Db, customerId: string, materials: readonly NewMaterial[]): Promise<boolean> {
  const sent = await trx
    .selectFrom('pro_material')
    .innerJoin('pro_application', 'pro_application.application_id', 'pro_material.application_id')
    .select('sha256')
    .where('customer_id', '=', customerId)
    .execute();
  const known = new Set(sent.map(({ sha256 }) => sha256));
  return materials.every(({ sha256 }) => known.has(sha256));
}

async function addStep(
  trx: Db,
  application_id: number,
  step: { request_id?: string; state: ApplicationState; at: Date; note: string },
): Promise<void> {
  await trx
    .insertInto('pro_application_step')
    .values({ application_id, ...step })
    .execute();
}
