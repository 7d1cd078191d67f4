import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keptOnce } from '../../db/kept.ts';
import type { Db } from '../../db/tables.ts';

/** days for which a browser is known after a completed sign-in */
export const BROWSER_LASTS = 180;
const DAY = 86_400_000;

/** Seals the tokens of browsers; made once for a store. */
export const browserKey = (db: Db): Promise<string> =>
  keptOnce(db, 'browser-key', () => randomBytes(32).toString('base64'));

/**
 * ST7: what a browser brings that somebody has signed in with: a number of its own and a day, sealed. It names nobody and
 * opens nothing. @param id of a browser that is known already
 */
export function browserToken(key: string, id = randomBytes(16).toString('base64url'), now = Date.now()): string {
  const day = Math.floor(now / DAY);
  return `${id}.${day}.${seal(key, id, day)}`;
}

/** The number of a known browser; '' for a token that was not made here or is too old. */
export function browserOf(key: string, token: string, now = Date.now()): string {
  const [, id = '', day = '', given = ''] = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === '' || Number(day) + BROWSER_LASTS < now / DAY) return '';
  return timingSafeEqual(Buffer.from(given), Buffer.from(seal(key, id, Number(day)))) ? id : '';
}

const seal = (key: string, id: string, day: number): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(`browser ${id} ${day}`).digest('base64url');
