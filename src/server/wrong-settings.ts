import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { readUpstreams } from './http/gateway.ts';

/* What is wrong with the value of a setting, as a sentence for the operator; null where nothing is (env.ts). */

export const wrongPort = (value: string): string | null =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65535
    ? null
    : 'should be a whole number from 1 to 65535';

export const wrongHost = (value: string): string | null =>
  isIP(value) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)
    ? null
    : 'should be an IP address or a host name, without scheme and port';

export function wrongFolder(folder: string): string | null {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) return `${folder} is a file; it should name a folder`;
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTDIR') return `${folder} cannot be made, because a file stands where a folder above it should be`;
    if (code === 'EACCES' || code === 'EPERM') {
      return `the folder ${folder} cannot be made, read or written by this user; give it to the user who runs the server, or name another`;
    }
    if (code === 'EROFS') return `${folder} lies on a read-only file system; name a folder that can be written`;
    return `the folder ${folder} in ${dirname(folder)} cannot be used (${code ?? String(error)})`;
  }
}

/** Not `recursive`: where the system makes no folders (/proc) Node's own recursion never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // another server that starts at the same time made it
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export function wrongDatabaseUrl(value: string): string | null {
  const example = 'postgres://user:password@host:5432/name';
  // "user@/name?host=/run/postgresql" names a socket: no host is no mistake there
  const url = URL.parse(value.replace('@/', '@socket/'));
  if (url === null) return `is not an address; it should look like ${example}`;
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    return `names ${url.protocol}//, but the store is PostgreSQL: it should look like ${example}`;
  }
  return null;
}

export function wrongHeadsFile(value: string): string | null {
  const folder = dirname(resolve(value));
  if (existsSync(value) && !statSync(value).isFile()) return 'should be a file, and is something else';
  return existsSync(folder) ? null : `should lie in a folder that is there; ${folder} is not`;
}

export function wrongSyslog(value: string): string | null {
  const url = URL.parse(value);
  const isRight =
    url !== null && /^(?:udp|tcp):$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
  return isRight ? null : 'should look like udp://log.example.com:514 or tcp://log.example.com:601';
}

export function wrongWebhook(value: string): string | null {
  const isRight = /^https?:$/.test(URL.parse(value)?.protocol ?? '');
  return isRight ? null : 'should be an address with https:// or http://, to which heads are posted';
}

export function wrongDate(value: string): string | null {
  const time = Date.parse(`${value}T00:00:00Z`);
  const real = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return real ? null : 'should be a day of the calendar as yyyy-mm-dd';
}

export function wrongSiteUrl(value: string): string | null {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol))
    return 'should be an address with http:// or https://, as visitors type it';
  if (url.username !== '' || url.password !== '') return 'should carry no user name and no password';
  return url.pathname === '/' && url.search === '' && url.hash === ''
    ? null
    : 'should name the host only; the path /swhysc is fixed';
}

export function wrongCookieDomain(value: string, siteUrl: string): string | null {
  const domain = value.replace(/^\./, '').toLowerCase();
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain) || isIP(domain) > 0) return 'should be a domain such as example.com';
  const host = URL.parse(siteUrl)?.hostname;
  // a browser drops cookies for a domain that the page is not part of
  if (host !== undefined && host !== domain && !host.endsWith(`.${domain}`))
    return `should be a part of the site's host ${host} (SITE_URL)`;
  return null;
}

export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function wrongUpstreams(value: string): string | null {
  return readUpstreams(value).problems.join('; ') || null;
}

/** 64 bytes: the first half encrypts, the second signs. */
export function wrongWireKey(value: string): string | null {
  const advice = 'make one with: openssl rand -base64 64 | tr -d "\\n"';
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(value)) return `should be 64 bytes in base64; ${advice}`;
  const size = Buffer.from(value, 'base64').length;
  return size === 64 ? null : `holds ${size} bytes; it should be 64 bytes in base64; ${advice}`;
}

export function wrongSmtpUrl(value: string): string | null {
  const url = URL.parse(value);
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname)
    ? null
    : 'should look like smtp://user:password@host:587 or smtps://host';
}

export const wrongSender = (value: string): string | null =>
  /^(?:[^<>@"\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)
    ? null
    : 'should be an address such as no-reply@example.com, or a name with it: 示例证券 <no-reply@example.com>';
