/** Simplified or traditional script: which one a visitor reads. */

/** LG2: s or t; e stands for the English site, which keeps nothing. */
export const SCRIPT_COOKIE = 'zh_choose';

/** LS5: the script that an address of the home page asks for, by either of its paths. @param path without base */
export const requestedScript = (path: string, { lang }: Readonly<Record<string, string>>): 's' | 't' | null =>
  (path === '/' || path === '/home') && (lang === 's' || lang === 't') ? lang : null;

/** LG1: the first language of an Accept-Language header, without its weight (;q=). */
const TRADITIONAL = /^\s*zh-(?:hant-)?(?:tw|hk)\s*(?:[,;]|$)/i;

/**
 * LG1: what the visitor has chosen, else the browser's first language. A cookie that says two things, or neither s nor
 * t, says nothing: another host of the domain may have put it there.
 * @param cookie the header @param languages the header Accept-Language
 */
export function readsTraditional(cookie: string | undefined, languages: string | undefined): boolean {
  // asked for every request: most have neither
  const chosen = cookie !== undefined && cookie.includes(SCRIPT_COOKIE) ? chosenIn(cookie) : null;
  return chosen === null ? languages !== undefined && TRADITIONAL.test(languages) : chosen === 't';
}

function chosenIn(cookie: string): 's' | 't' | null {
  const values = new Set(
    cookie.split(';').flatMap((pair) => {
      const [name, ...value] = pair.trim().split('=');
      return name === SCRIPT_COOKIE ? [value.join('=')] : [];
    }),
  );
  const [value] = values;
  return values.size === 1 && (value === 's' || value === 't') ? value : null;
}
