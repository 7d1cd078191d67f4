import { FILE_BASE } from '#rules/filepath.ts';

/** Where files of an upstream are, and whatever else of it no visitor should see: addresses without a slash at the end. */
export interface InnerAddresses {
  files: string;
  calls: string;
}

/** A path of a file with each part escaped once; '' for what leads elsewhere. */
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

const ATTRIBUTE = /(\s(?:src|href)\s*=\s*)(["'])([^"']*)\2/gi;

/** US3: HTML in which files of the upstream are named as this site serves them. */
export function withOwnAddresses(html: string, inner: InnerAddresses): string {
  if (!html.includes(inner.files) && !html.includes(inner.calls)) return html;
  return html.replaceAll(ATTRIBUTE, (whole, name: string, quote: string, address: string) => {
    const text = address.trim();
    if (text.startsWith(`${inner.files}/`)) return `${name}${quote}${fileAddressOf(text, inner)}${quote}`;
    // an inner address that is none of a file leads nowhere for a visitor
    return text.startsWith(inner.calls) ? '' : whole;
  });
}
