import type { FastifyBaseLogger } from 'fastify';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { errors, isStoreAway, Refused } from '../errors.ts';
import { noteFailure } from './shortages.ts';

/**
 * One line for an error with a code of its own, the whole error with its stack for an unexpected one. What clients do
 * wrong or may not see is no warning: it is logged at level info.
 */
export function logFailure(
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  error: unknown,
  facts: object,
  message: string,
): void {
  noteFailure(error);
  const {
    code,
    statusCode = 500,
    message: reason,
  } = Object(error) as { code?: unknown; statusCode?: number; message?: string };
  if (isStoreAway(error)) log.warn({ ...facts, reason }, `${message}: database away`);
  else if (
    (error instanceof Refused && error.status < 500) ||
    CLIENT_CODES.has(String(code)) ||
    (statusCode >= 400 && statusCode < 500)
  )
    log.info({ ...facts, code, reason }, message);
  // why the call failed was logged where it was answered
  else if (error instanceof Refused || isCallFailed(error) || code === 'timeout')
    log.warn({ ...facts, code, reason }, message);
  else log.error({ ...facts, err: error }, message);
}

/** Codes of listed answers that are no fault of this server. */
const CLIENT_CODES: ReadonlySet<string> = new Set(
  Object.values(errors).flatMap(({ code, status }) => (status < 500 ? code : [])),
);
