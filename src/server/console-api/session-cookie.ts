import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#rules/addresses/loopback.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { BROWSER_LASTS } from '../people/staff/known-browsers.ts';

/**
 * The cookies of the console: the session, and what makes a browser known. Over https its name says that no other host and no unsafe connection may have set it; over
 * plain http, which is for this machine alone, it bears another name.
 */
const SECURE_NAME = '__Host-console';
const PLAIN_NAME = 'console';
const SECURE_BROWSER = '__Secure-console-browser';
const PLAIN_BROWSER = 'console-browser';
const SECURE_BEGUN = '__Host-console-begun';
const PLAIN_BEGUN = 'console-begun';
/** seconds in which a sign-in by the identity provider is answered */
const BEGUN_LASTS = 600;

type RequestOrigin = Pick<FastifyRequest, 'protocol' | 'hostname' | 'headers'>;

/** @param siteUrl its scheme says whether visitors use https, even behind a proxy that is not trusted */
const isSecure = ({ protocol }: Pick<RequestOrigin, 'protocol'>, siteUrl: string): boolean =>
  protocol === 'https' || siteUrl.startsWith('https:');

/** Whether a password may be sent this way: by https, or on this machine. */
export const maySignIn = (request: RequestOrigin, siteUrl: string): boolean =>
  isSecure(request, siteUrl) || isLoopback(request.hostname);

/** The session's id that a request brings, unproven; '' for none. Of two none is believed. */
export const sessionIn = (request: RequestOrigin, siteUrl: string): string =>
  cookieIn(request, isSecure(request, siteUrl) ? SECURE_NAME : PLAIN_NAME);

/** The token of a known browser that a request brings, unproven; '' for none. */
export const browserIn = (request: RequestOrigin, siteUrl: string): string =>
  cookieIn(request, isSecure(request, siteUrl) ? SECURE_BROWSER : PLAIN_BROWSER);

/** The begin of a sign-in by the identity provider, sealed and unproven; '' for none. */
export const begunIn = (request: RequestOrigin, siteUrl: string): string =>
  cookieIn(request, isSecure(request, siteUrl) ? SECURE_BEGUN : PLAIN_BEGUN);

/** OI8: is sent when the provider's page leads back, which a strict cookie is not. @param sealed '' takes it away */
export function beginCookie(request: RequestOrigin, siteUrl: string, sealed: string): string {
  const secure = isSecure(request, siteUrl);
  return `${secure ? SECURE_BEGUN : PLAIN_BEGUN}=${sealed}; Path=/; Max-Age=${sealed === '' ? 0 : BEGUN_LASTS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

function cookieIn({ headers }: Pick<RequestOrigin, 'headers'>, name: string): string {
  const found = (headers.cookie ?? '')
    .split(';')
    .flatMap((pair) => (pair.trim().startsWith(`${name}=`) ? [pair.trim().slice(name.length + 1)] : []));
  return found.length === 1 ? found[0]! : '';
}

/**
 * @param id '' takes the cookie away. Without Max-Age it goes with the browser; the server ends it by its own limits.
 */
export function sessionCookie(request: RequestOrigin, siteUrl: string, id: string): string {
  const secure = isSecure(request, siteUrl);
  return `${secure ? SECURE_NAME : PLAIN_NAME}=${id}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${id === '' ? '; Max-Age=0' : ''}`;
}

/** ST7: stays when the session ends, and is sent to the calls of the console alone. */
export function browserCookie(request: RequestOrigin, siteUrl: string, token: string): string {
  const secure = isSecure(request, siteUrl);
  return `${secure ? SECURE_BROWSER : PLAIN_BROWSER}=${token}; Path=${CONSOLE_API}; Max-Age=${BROWSER_LASTS * 86_400}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
