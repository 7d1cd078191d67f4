import { withoutBase } from '#rules/addresses/site-address.ts';
import { SITE_BASE } from '#wire/paths.ts';

/**
 * The site path, with its query, of what people copy: a whole address, a path with the base, or one without. Null for
 * anything else.
 */
export function pathOf(typed: string): string | null {
  const text = typed.trim();
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  const path = url ? url.pathname + url.search : text;
  if (!path.startsWith('/') || path.startsWith('//')) return null;
  const inside = withoutBase(SITE_BASE, path);
  return inside ?? (url ? null : path);
}
