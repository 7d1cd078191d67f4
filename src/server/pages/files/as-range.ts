import { writeQuery } from '#rules/addresses/site-address.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Site } from '../../site/site.ts';
import type { Address } from '../draw/render.ts';

/**
 * RG7: where the form of a page has a date or a number as a range, an address with one value by its own name leads
 * to that range. Calls and files use such names; null where the address has none. Without the range the page would
 * show all rows as the result.
 */
export function asRange(site: Site, { path, query }: Pick<Address, 'path' | 'query'>): string | null {
  if (Object.keys(query).length === 0) return null;
  const page = site.resolve(path);
  if (!page || 'redirect' in page) return null;
  const params = page.blocks.flatMap(({ source }) => Object.values(source?.params ?? {}));
  const known = new Set(params.flatMap((param) => ('address' in param ? [param.address] : [])));
  const exactNames = Object.keys(query).filter((name) => {
    const ends = [`${name}From`, `${name}To`];
    return !known.has(name) && ends.every((end) => known.has(end) && (query[end] ?? '') === '');
  });
  if (exactNames.length === 0) return null;
  const named = Object.entries(query).flatMap(([name, value]) =>
    exactNames.includes(name)
      ? [
          [`${name}From`, value],
          [`${name}To`, value],
        ]
      : [[name, value]],
  );
  return SITE_BASE + path + writeQuery(Object.fromEntries(named));
}
