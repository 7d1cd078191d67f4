import type { IncomingMessage } from 'node:http';

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
  return host !== undefined && hosts.has(host)
    ? null
    : { status: 421, sentence: 'This server does not answer for that host.' };
}

/** Host headers to answer when SITE_URL is set: its own, and the loopback names that health checks use. */
export function allowedHosts(siteUrl: string, port: number): ReadonlySet<string> {
  return new Set([
    new URL(siteUrl).host,
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    '127.0.0.1',
    'localhost',
  ]);
}
