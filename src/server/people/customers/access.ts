import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  customerLevelName,
  decideRisk,
  evaluationDay,
  neededLevelName,
  type RiskDecision,
  type RiskProfile,
} from '#rules/people/risk-access.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { isSuccess } from '#wire/envelope.ts';
import { paths, TOKEN_HEADER } from '#wire/paths.ts';
import type { Db } from '../../db/tables.ts';
import { Refused, type ErrorName } from '../../errors.ts';
import type { Gateway } from '../../http/gateway.ts';
import { findCustomer, profileOf } from './tokens.ts';

/** Answer of the user service about a token: a customer, that it knows none, or nothing. */
export type Whose =
  | {
      customer: RiskProfile & {
        custName?: string;
        /** number of the customer; an upstream may not tell it */ custId?: string;
      };
    }
  | 'unknown'
  | 'unanswered';

/** '' where nobody said it. */
export const nameOf = (whose: Whose): string => (typeof whose === 'object' && whose.customer.custName) || '';

/** Milliseconds that the user service has to know a token: a reader waits for it (LS1, RK6). */
const PATIENCE = 2_000;

/** Parts that a lookup of a token needs. */
export interface UserService {
  db: Db;
  gateway: Pick<Gateway, 'answers' | 'get'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Asks the user service, our own or an upstream (LS2). Its answers are never cached, so that a logout or a lowered level
 * counts at once.
 */
export async function whoseToken(service: UserService, token: string): Promise<Whose> {
  const answer = service.gateway.answers(paths.userInfo) ? askUpstream(service, token) : askStore(service, token);
  return Promise.race([answer, pause(PATIENCE, 'unanswered' as const, { ref: false })]);
}

async function askStore({ db, log }: UserService, token: string): Promise<Whose> {
  try {
    const customer = await findCustomer(db, token);
    return customer ? { customer: { ...profileOf(customer), custId: customer.customer_id } } : 'unknown';
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'the store did not say whose a token is');
    return 'unanswered';
  }
}

async function askUpstream({ gateway, log }: UserService, token: string): Promise<Whose> {
  try {
    const { code, data } = await gateway.get(paths.userInfo, { queryType: '1' }, { [TOKEN_HEADER]: token }, PATIENCE);
    return isSuccess({ code }) && typeof data === 'object' && data !== null
      ? { customer: readCustomer(data) }
      : 'unknown';
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'the user service did not say whose a token is');
    return 'unanswered';
  }
}

/** An upstream may send codes and dates as numbers; what is neither text nor number is not known. */
function readCustomer(data: object): Exclude<Whose, string>['customer'] {
  const known = ['custName', 'custId', 'riskLevel', 'riskValidDate', 'isProInvestor'].flatMap((name) => {
    const value = (data as Record<string, unknown>)[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(known) as Exclude<Whose, string>['customer'];
}

/** RK6: whether someone may read what needs a product level, and whose level it was compared with ('' for none). */
export interface Access {
  decision: RiskDecision | 'no token' | 'unanswered';
  ownLevel: string;
}

/** RK1–RK3 for the customer of a token, today in Shanghai. */
export function accessOf(whose: Whose, riskLevel: string): Access {
  if (whose === 'unknown') return { decision: 'no token', ownLevel: '' };
  if (whose === 'unanswered') return { decision: 'unanswered', ownLevel: '' };
  const today = evaluationDay(shanghaiDate(Date.now()));
  return { decision: decideRisk(whose.customer, riskLevel, today), ownLevel: whose.customer.riskLevel ?? '' };
}

const REFUSALS: Record<Exclude<Access['decision'], 'allowed'>, ErrorName> = {
  'no token': 'noToken',
  'level too low': 'levelTooLow',
  'evaluation missing or past': 'evaluationPast',
  unanswered: 'userServiceAway',
};

/**
 * RK6: throws unless the customer may read a product level.
 * @param frame what is public of the item: title, date, source and level
 * @throws Refused with the frame and, for ER7, the names of the needed level and the customer's own
 */
export function assertMayRead(whose: Whose, riskLevel: string, frame: object): void {
  const { decision, ownLevel } = accessOf(whose, riskLevel);
  if (decision === 'allowed') return;
  throw new Refused(REFUSALS[decision], undefined, {
    ...frame,
    levelName: neededLevelName(riskLevel),
    ownLevelName: customerLevelName(ownLevel),
  });
}
