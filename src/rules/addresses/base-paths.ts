/** Base paths of a site, which its operator sets. */

/** First segments of the addresses that a server answers beside the site's pages. */
export const RESERVED_SEGMENTS: readonly string[] = [
  'apple-touch-icon-precomposed.png', 'apple-touch-icon.png', 'assets', 'console', 'demo', 'favicon.ico', 'favicon.svg', 'feed', 'former', 'healthz', 'legal-text', 'login',
  'manifest.webmanifest', 'metrics', 'preview', 'qr', 'readyz', 'register-file', 'robots.txt', 'sitemap.xml', 'static-file', 'view',
]; // prettier-ignore

const SEGMENT = '[A-Za-z0-9][A-Za-z0-9._~-]*';
const BASE = new RegExp(`^(?:/${SEGMENT})*$`);

/** A base as it stands before paths: '/news/' → '/news', '/' → ''. */
export const tidyBase = (given: string): string => given.trim().replace(/\/+$/, '');

/** @returns what is wrong with a base path, in both languages of operators; null for nothing */
export function wrongBase(given: string): { zh: string; en: string } | null {
  const base = tidyBase(given);
  if (!BASE.test(base))
    return {
      zh: '应为路径，如 /site 或 /group/site，只用字母、数字、点、连字符和下划线；没有路径的写 /',
      en: 'should be a path such as /site or /group/site of letters, digits, dots, hyphens and underscores, or / for none',
    };
  const [, first = ''] = base.split('/');
  return RESERVED_SEGMENTS.includes(first)
    ? {
        zh: `不应以 /${first} 开头，它由服务自己回答`,
        en: `should not begin with /${first}, which the server itself answers`,
      }
    : null;
}

/** Whether the server answers an address beside the site's pages, also where these have no base. */
export const isReserved = (address: string): boolean => RESERVED_SEGMENTS.includes(address.split(/[/?#]/, 2)[1] ?? '');

/**
 * BA1: whether something else than pages would answer a channel's address, which begins without a slash.
 * @param others bases of calls, and former ones
 */
export const isTaken = (base: string, url: string, others: readonly string[] = []): boolean =>
  base === '' && (isReserved(`/${url}`) || others.some((other) => isBelow(other, `/${url}`)));

/** Whether a path lies at or below a base. */
export const isBelow = (base: string, path: string): boolean => path === base || path.startsWith(`${base}/`);
