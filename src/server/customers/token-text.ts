import { TOKEN_COOKIE } from '#wire/paths.ts';

/** The token of a Cookie header. */
export function tokenOf(cookie: string | undefined): string | undefined {
  const value = cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${TOKEN_COOKIE}=`))
    ?.slice(TOKEN_COOKIE.length + 1);
  return value !== undefined && isToken(value) ? value : undefined;
}

/** At most 512 characters of the token alphabet (trust.md), which can stand in a header and a cookie as they are. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9._~+/=-]{1,512}$/.test(value);
