import type { IncomingMessage } from 'node:http';

/**
 * Loopback names that health checks and Prometheus use. A container's port has another number outside, so any is right. No
 * page of a stranger can send them: a browser's Host is the name in its address.
 */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

/**
 * One Host header, and where the site has a fixed address, only its own names: another would let a cache in front of
 * us keep pages under a stranger's name.
 */
export function hostProblem(
  request: IncomingMessage,
  hosts: ReadonlySet<string> | null,
): { status: number; sentence: string } | null {
  let count = 0;
  const raw = request.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count > 1) return { status: 400, sentence: 'The request has more than one Host header.' };
  if (hosts === null) return null;
  const host = request.headers.host?.toLowerCase();
  return host !== undefined && (hosts.has(host) || LOOPBACK.test(host))
    ? null
    : { status: 421, sentence: 'This server does not answer for that host.' };
}

/** Host headers to answer when SITE_URL is set, beside loopback names. */
export const allowedHosts = (siteUrl: string): ReadonlySet<string> => new Set([new URL(siteUrl).host]);
