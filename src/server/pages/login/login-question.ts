import { createHash, randomBytes } from 'node:crypto';
import type { LoginForm } from '#page/bare-page.ts';
import { nameOf, type Whose } from '../../people/customers/access.ts';
import { siteAddress } from './addresses.ts';

/**
 * Key that waits for the visitor's confirmation (LS8, LS11). It waits in a cookie that no script can read and that
 * is sent to the address of its question alone. The address is the digest of the cookie: it reveals nothing of the
 * key, and another cookie that somebody puts there answers no question. A signature would need a secret: browsers
 * have the wire key. Two questions in two tabs have two addresses and two cookies, and any server of the site can
 * read both.
 */
export interface WaitingKey {
  key: string;
  /** path and query of this site */
  back: string;
}

export const LOGIN_QUESTION = '/login/confirm';

const COOKIE = 'loginQuestion';
const SECONDS = 5 * 60;

const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url');

const cookieWith = (value: string, seconds: number, path: string, secure: boolean): string =>
  `${COOKIE}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The address of the question, and the cookie in which its key waits. */
export function questionFor({ key, back }: WaitingKey, secure: boolean): { address: string; cookie: string } {
  const value = [randomBytes(16), key, back].map((part) => Buffer.from(part).toString('base64url')).join('.');
  const address = `${LOGIN_QUESTION}/${digestOf(value)}`;
  return { address, cookie: cookieWith(value, SECONDS, address, secure) };
}

/** The key that waits for the answer to a question; undefined when it waits no more. @param cookie header of the request */
export function waitingKey(digest: string, cookie: string | undefined): WaitingKey | undefined {
  const value = (cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1))
    .find((one) => digestOf(one) === digest);
  if (value === undefined) return undefined;
  // a host beside ours may have put both there, the cookie and its address
  const [, key = '', back] = value.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return { key, back: siteAddress(back) };
}

export const endOfQuestion = (digest: string, secure: boolean): string =>
  cookieWith('', 0, `${LOGIN_QUESTION}/${digest}`, secure);

/** Whether a key is of another customer than the present session; an unknown one counts as another. */
export function isOfAnother(owner: Whose, present: Whose): boolean {
  if (present === 'unknown') return false;
  if (typeof owner !== 'object' || typeof present !== 'object') return true;
  return !present.customer.custId || present.customer.custId !== owner.customer.custId;
}

/** Form of the question. @param owner owner of the waiting key @param present owner of the present session */
export function questionForm(address: string, back: string, owner: Whose, present: Whose): LoginForm {
  const who = nameOf(owner);
  const now = nameOf(present);
  const warning = '如果不是您本人刚刚在登录页登录，请不要继续。';
  return {
    title: who ? '以 {who} 的身份登录？' : '继续登录？',
    names: { who, now },
    text: now && isOfAnother(owner, present) ? `您现在以 {now} 的身份登录，继续后将更换身份。${warning}` : warning,
    action: address,
    hidden: {},
    name: 'confirmed',
    choices: [{ value: '1', label: '是本人，继续', note: '' }],
    cancel: { title: present === 'unknown' ? '取消，不登录' : '取消，保持现在的登录', href: back },
  };
}
