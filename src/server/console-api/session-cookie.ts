import type { FastifyRequest } from 'fastify';

/**
 * The cookie of the console. Over https its name says that no other host and no unsafe connection may have set it; over
 * plain http, which is for this machine alone, it bears another name.
 */
const SECURE_NAME = '__Host-console';
const PLAIN_NAME = 'console';

type RequestOrigin = Pick<FastifyRequest, 'protocol' | 'hostname' | 'headers'>;

/** @param siteUrl its scheme says whether visitors use https, even behind a proxy that is not trusted */
const isSecure = ({ protocol }: Pick<RequestOrigin, 'protocol'>, siteUrl: string): boolean =>
  protocol === 'https' || siteUrl.startsWith('https:');

/** Whether a password may be sent this way: by https, or on this machine. */
export const maySignIn = (request: RequestOrigin, siteUrl: string): boolean =>
  isSecure(request, siteUrl) || ['localhost', '127.0.0.1', '[::1]', '::1'].includes(request.hostname);

/** The session's id that a request brings, unproven; '' for none. Of two none is believed. */
export function sessionIn(request: RequestOrigin, siteUrl: string): string {
  const name = isSecure(request, siteUrl) ? SECURE_NAME : PLAIN_NAME;
  const found = (request.headers.cookie ?? '')
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
