import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keptOnce } from '#server/db/kept.ts';
import type { Db } from '#server/db/tables.ts';

const NAME = 'alert-key';

/** Action of a link in a mail: confirms a subscription, or shows and ends the subscriptions of a reader. */
export type TokenUse = 'confirm' | 'end';

/** Key made once for a store, and kept in it: links in mails stay good over restarts and on every server. */
export const alertKey = (db: Db): Promise<string> => keptOnce(db, NAME, () => randomBytes(32).toString('base64'));

/** @param id of a subscription for `confirm`, of a reader for `end` */
export const tokenFor = (key: string, use: TokenUse, id: number): string => `${id}.${seal(key, use, id)}`;

/** The id that a token names; null for one that was not made here. */
export function idOfToken(key: string, use: TokenUse, token: unknown): number | null {
  const [, id = '', given = ''] = /^(\d{1,15})\.([\w-]{32})$/.exec(String(token)) ?? [];
  const sealed = seal(key, use, Number(id));
  return given.length === sealed.length && timingSafeEqual(Buffer.from(given), Buffer.from(sealed)) ? Number(id) : null;
}

const seal = (key: string, use: TokenUse, id: number): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(`${use} ${id}`).digest('base64url').slice(0, 32);
