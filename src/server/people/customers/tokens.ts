import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { evaluationDay, type RiskProfile } from '#rules/people/risk-access.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { record } from '../staff/audit.ts';
import { CLOCKS_DIFFER, steadyDate } from '../steady-clock.ts';
import { sha256 } from '../../db/sha256.ts';

/** A customer as the user service answers one (website.md section 3), with the id that stays on the server. */
export type Customer = Selectable<Tables['customer']>;
export type NewCustomer = Insertable<Tables['customer']>;

/**
 * Today's answer of the user service about a customer. A confirmation as a professional investor ends with its last
 * day.
 */
export function profileOf({
  cust_name,
  risk_level,
  risk_valid_date,
  is_pro_investor,
  pro_valid_to,
}: Customer): RiskProfile & { custName: string } {
  const over = pro_valid_to !== '' && pro_valid_to < evaluationDay(shanghaiDate(Date.now()));
  return {
    custName: cust_name,
    riskLevel: risk_level,
    riskValidDate: risk_valid_date,
    isProInvestor: over ? '0' : is_pro_investor,
  };
}

/** LS1: how long a token and its cookie last. */
export const TOKEN_SECONDS = 4 * 3600;

/** @returns a token that opens a session of this customer for TOKEN_SECONDS; the store keeps its hash alone */
export async function issueToken(db: Db, customerId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await removeEndedTokens(db);
  await db
    .insertInto('customer_token')
    .values({
      token_hash: sha256(token),
      customer_id: customerId,
      expires_at: steadyDate(TOKEN_SECONDS * 1000),
    })
    .execute();
  return token;
}

/** The end of a token that is given now; one that ends later was given by a clock that has been put back since. */
const latestEnd = (): Date => steadyDate(TOKEN_SECONDS * 1000 + CLOCKS_DIFFER);

/** PD17: a token that has ended is gone before a clock that is put back can make it good again. */
export const removeEndedTokens = (db: Db): Promise<unknown> =>
  db
    .deleteFrom('customer_token')
    .where((eb) => eb.or([eb('expires_at', '<', steadyDate()), eb('expires_at', '>', latestEnd())]))
    .execute();

/** @returns undefined for a token that was never given, has ended or was taken back */
export async function findCustomer(db: Db, token: string): Promise<Customer | undefined> {
  return db
    .selectFrom('customer_token')
    .innerJoin('customer', 'customer.customer_id', 'customer_token.customer_id')
    .selectAll('customer')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', steadyDate())
    .where('expires_at', '<=', latestEnd())
    .executeTakeFirst();
}

/** LS6: a logout counts on the server, too. */
export async function withdrawToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('customer_token').where('token_hash', '=', sha256(token)).execute();
}

export const listCustomers = (db: Db): Promise<Customer[]> =>
  db.selectFrom('customer').selectAll().orderBy('customer_id').execute();

/** Adds customers to the embedded user service, or renews what it knows of them. */
export async function storeCustomers(db: Db, customers: readonly NewCustomer[]): Promise<void> {
  for (const customer of customers) {
    await db
      .insertInto('customer')
      .values(customer)
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(customer))
      .execute();
  }
  await record(db, { staffId: null, account: '', address: '' }, 'customer.store', {
    also: customers.map(({ customer_id }) => `customer:${customer_id}`),
  });
}
