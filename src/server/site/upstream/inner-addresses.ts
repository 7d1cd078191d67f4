import { presentAddress, withoutAnyBase } from '#wire/bases.ts';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { SITE_BASE } from '#wire/paths.ts';

/** Addresses of other systems that no visitor should see. */
export interface InnerAddresses {
  /** address of the files of the system that answers `content`, without a slash at the end */
  files: string;
  /** hosts of all systems: host and port, as URLs have them */
  hosts: readonly string[];
}

/** Path of a file with each part escaped once; '' for an address that leads elsewhere. */
export function filepathOf(given: string, { files }: Pick<InnerAddresses, 'files'>): string {
  const text = given.trim();
  const bare = text.startsWith(`${files}/`) ? text.slice(files.length + 1) : text;
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|[\\?#\0]/i.test(bare)) return '';
  const parts = bare
    .replace(/^\/+/, '')
    .replace(/^static-file\//, '')
    .split('/');
  const escaped = parts.map((part) => {
    try {
      return encodeURIComponent(decodeURIComponent(part));
    } catch {
      return encodeURIComponent(part);
    }
  });
  return escaped.every((part) => part !== '' && part !== '.' && part !== '..' && !/%2f|%5c|%00/i.test(part))
    ? escaped.join('/')
    : '';
}

/** US3: the address at which this site shows a picture or a file of an upstream; '' for one of anybody else. */
export function fileAddressOf(given: string, inner: InnerAddresses): string {
  const filepath = given.trim() === '' ? '' : filepathOf(given, inner);
  return filepath === '' ? '' : FILE_BASE + filepath;
}

const ATTRIBUTE = /(\s(?:src|href)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
const LINK = / href="([^"]*)"/g;

/** US3: authored HTML in which files of the upstream are named as this site serves them. */
export function withOwnAddresses(html: string, inner: InnerAddresses): string {
  if (!html.includes(inner.files)) return html;
  return html.replaceAll(ATTRIBUTE, (whole, name: string, ...[double, single, bare]: (string | undefined)[]) => {
    const address = (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim();
    return address.startsWith(`${inner.files}/`) ? `${name}"${fileAddressOf(address, inner)}"` : whole;
  });
}

/**
 * US3: an address as a visitor may follow it: one on a machine of another system leads to this site, or nowhere
 * ('').
 */
export function outwardAddress(given: string, { hosts }: InnerAddresses): string {
  const address = hosts.length === 0 ? null : URL.parse(given.trim().replace(/^\/\//, 'http://'));
  if (!address || !hosts.includes(address.host)) return given;
  const path = address.pathname + address.search + address.hash;
  return withoutAnyBase(path) === path && SITE_BASE !== '' ? '' : presentAddress(path);
}

/** US3: cleaned HTML without links to machines of other systems, under whatever path. */
export function withoutInnerLinks(html: string, inner: InnerAddresses): string {
  return html.replaceAll(LINK, (whole, escaped: string) => {
    const given = escaped.replaceAll('&amp;', '&');
    const address = outwardAddress(given, inner);
    if (address === given) return whole;
    return address === '' ? '' : ` href="${address.replaceAll('&', '&amp;').replaceAll('"', '%22')}"`;
  });
}

/** Hosts of other systems, without the public one of this site. */
export function innerHosts(addresses: readonly string[], siteUrl: string): string[] {
  const own = URL.parse(siteUrl)?.host;
  const hosts = addresses.flatMap((address) => URL.parse(address)?.host ?? []);
  return [...new Set(hosts)].filter((host) => host !== own);
}
