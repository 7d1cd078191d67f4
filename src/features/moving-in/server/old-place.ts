import { oldAddressKey } from '#rules/addresses/old-addresses.ts';
import type { Entry } from './entry.ts';

/** Place of an article in the former site. */
export interface OldPlace {
  /** path with query, as the setting old.addresses takes it */
  path: string;
  /** key that finds it (oldAddressKey) */
  key: string;
  /** host with the port; '' where only a path is known */
  host: string;
}

/** Whether an old address in a list has the form of an address; '' means that there is none. */
export const isAddress = (written: string): boolean =>
  written === '' || /^\/(?!\/)/.test(written) || /^https?:\/\/[^/]/i.test(written);

/** a host that no address has */
const NO_HOST = 'old.invalid';

/** The old address of an entry, else the path of its HTML file; null where there is neither. */
export function oldPlaceOf({ address, htmlFile }: Pick<Entry, 'address' | 'htmlFile'>): OldPlace | null {
  const written = address || (htmlFile && `/${encodeURI(htmlFile)}`);
  const url = written === '' ? null : URL.parse(written, `http://${NO_HOST}/`);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const path = url.pathname + url.search;
  return { path, key: oldAddressKey(path), host: url.host === NO_HOST ? '' : url.host };
}

/**
 * An address as a text of the former site means it.
 * @param hosts of the former site
 * @returns null for what leads to no page or file: an anchor, a mail address, a script
 */
export function addressIn(
  place: OldPlace | null,
  reference: string,
  hosts: ReadonlySet<string>,
): { path: string; isOwn: boolean; whole: string } | null {
  const written = reference.trim();
  const host = place?.host || NO_HOST;
  const url =
    written === '' || written.startsWith('#') ? null : URL.parse(written, `http://${host}${place?.path ?? '/'}`);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const path = url.pathname + url.search;
  return {
    path,
    isOwn: url.host === host || hosts.has(url.host),
    whole: url.host === NO_HOST ? path : url.href,
  };
}
