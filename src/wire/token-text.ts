import { TOKEN_COOKIE } from './paths.ts';

/**
 * The token of a Cookie header, or of a document's cookies. Two that differ are none: a host beside ours may have put
 * one of them there, and nobody
 * shall read, or be taken for, what is somebody else's.
 */
export function tokenOf(cookie: string | undefined): string | undefined {
  const pairs = cookie?.split(';').map((pair) => pair.trim()) ?? [];
  const [value, ...others] = new Set(
    pairs.filter((pair) => pair.startsWith(`${TOKEN_COOKIE}=`)).map((pair) => pair.slice(TOKEN_COOKIE.length + 1)),
  );
  return value !== undefined && others.length === 0 && isToken(value) ? value : undefined;
}

/** At most 512 characters of the token alphabet (trust.md), which can stand in a header and a cookie as they are. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9._~+/=-]{1,512}$/.test(value);
