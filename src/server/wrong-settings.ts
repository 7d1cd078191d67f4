import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { isLoopback } from '#rules/addresses/loopback.ts';
import { readUpstreams } from './http/gateway.ts';
import type { Sentence } from './phrase.mjs';

/* The problem of a setting's value, as a sentence for the operator; null where there is none (env.ts). */

export const wrongPort = (value: string): Sentence | null =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65535
    ? null
    : { zh: '应为 1 到 65535 的整数', en: 'should be a whole number from 1 to 65535' };

export const wrongHost = (value: string): Sentence | null =>
  isIP(value) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)
    ? null
    : {
        zh: '应为 IP 地址或主机名，不带协议和端口',
        en: 'should be an IP address or a host name, without scheme and port',
      };

export function wrongFolder(folder: string): Sentence | null {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory())
      return { zh: `${folder} 是文件，应写文件夹`, en: `${folder} is a file; it should name a folder` };
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTDIR')
      return {
        zh: `不能建立文件夹 ${folder}，因为它的上级中有一个是文件`,
        en: `the folder ${folder} cannot be made, because a file stands where a folder above it should be`,
      };
    if (code === 'EACCES' || code === 'EPERM') {
      return {
        zh: `运行服务的用户不能建立、读取或写入文件夹 ${folder}；请把它交给这个用户，或写另一个`,
        en: `the folder ${folder} cannot be made, read or written by this user; give it to the user who runs the server, or name another`,
      };
    }
    if (code === 'EROFS')
      return {
        zh: `文件夹 ${folder} 在只读的文件系统上；请写一个可以写入的文件夹`,
        en: `the folder ${folder} lies on a read-only file system; name a folder that can be written`,
      };
    return {
      zh: `不能使用 ${dirname(folder)} 中的文件夹 ${folder}（${code ?? String(error)}）`,
      en: `the folder ${folder} in ${dirname(folder)} cannot be used (${code ?? String(error)})`,
    };
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

export function wrongDatabaseUrl(value: string): Sentence | null {
  const example = 'postgres://user:password@host:5432/name';
  // "user@/name?host=/run/postgresql" names a socket: no host is no mistake there
  const url = URL.parse(value.replace('@/', '@socket/'));
  if (url === null) return { zh: `不是地址，应如 ${example}`, en: `is not an address; it should look like ${example}` };
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    return {
      zh: `写的是 ${url.protocol}//，而数据库是 PostgreSQL：应如 ${example}`,
      en: `names ${url.protocol}//, but the store is PostgreSQL: it should look like ${example}`,
    };
  }
  return null;
}

export function wrongFilePath(value: string): Sentence | null {
  const folder = dirname(resolve(value));
  if (existsSync(value) && !statSync(value).isFile())
    return { zh: '应为文件，现在是别的', en: 'should be a file, and is something else' };
  return existsSync(folder)
    ? null
    : {
        zh: `应在已有的文件夹中；文件夹 ${folder} 不存在`,
        en: `should lie in a folder that is there; ${folder} is not`,
      };
}

export const wrongCount = (value: string, least: number, most: number): Sentence | null =>
  /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
    ? null
    : { zh: `应为 ${least} 到 ${most} 的整数`, en: `should be a whole number from ${least} to ${most}` };

export function wrongSyslog(value: string): Sentence | null {
  const url = URL.parse(value);
  const isRight =
    url !== null && /^(?:udp|tcp):$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
  return isRight
    ? null
    : {
        zh: '应如 udp://log.example.com:514 或 tcp://log.example.com:601',
        en: 'should look like udp://log.example.com:514 or tcp://log.example.com:601',
      };
}

export function wrongWebhook(value: string): Sentence | null {
  const isRight = /^https?:$/.test(URL.parse(value)?.protocol ?? '');
  return isRight
    ? null
    : {
        zh: '应为 https:// 或 http:// 的地址',
        en: 'should be an address with https:// or http://',
      };
}

export const wrongWebhookSecret = (value: string): Sentence | null =>
  value.length >= 16 && value.length <= 256
    ? null
    : { zh: '应为 16 到 256 个字符，没有人能猜到', en: 'should be 16 to 256 characters that nobody can guess' };

export function wrongTraceEndpoint(value: string): Sentence | null {
  const url = URL.parse(value);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
    ? null
    : {
        zh: '应为 https:// 或 http:// 的地址，如 http://127.0.0.1:4318，追踪数据发送到它之下的 /v1/traces',
        en: 'should be an address with https:// or http://, such as http://127.0.0.1:4318, to which traces are posted below /v1/traces',
      };
}

export const wrongRatio = (value: string): Sentence | null =>
  /^\d*\.?\d+$/.test(value) && Number(value) <= 1
    ? null
    : { zh: '应为 0 到 1 的数，如 0.05', en: 'should be a number from 0 to 1, such as 0.05' };

export function wrongDate(value: string): Sentence | null {
  const time = Date.parse(`${value}T00:00:00Z`);
  const real = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return real ? null : { zh: '应为日历上的一天，写作 yyyy-mm-dd', en: 'should be a day of the calendar as yyyy-mm-dd' };
}

export function wrongSiteUrl(value: string): Sentence | null {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol))
    return {
      zh: '应为访问者输入的地址，以 http:// 或 https:// 开头',
      en: 'should be an address with http:// or https://, as visitors type it',
    };
  if (url.username !== '' || url.password !== '')
    return { zh: '不应带用户名和密码', en: 'should carry no user name and no password' };
  return url.pathname === '/' && url.search === '' && url.hash === ''
    ? null
    : {
        zh: '应只写主机；所有页面之前的路径是 SITE_BASE',
        en: 'should name the host only; the path before all pages is SITE_BASE',
      };
}

export function wrongCookieDomain(value: string, siteUrl: string): Sentence | null {
  const domain = value.replace(/^\./, '').toLowerCase();
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain) || isIP(domain) > 0)
    return { zh: '应为域名，如 example.com', en: 'should be a domain such as example.com' };
  const host = URL.parse(siteUrl)?.hostname;
  // a browser drops cookies for a domain that the page is not part of
  if (host !== undefined && host !== domain && !host.endsWith(`.${domain}`))
    return {
      zh: `应是网站主机 ${host}（SITE_URL）的一部分`,
      en: `should be a part of the site's host ${host} (SITE_URL)`,
    };
  return null;
}

export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function wrongUpstreams(value: string): Sentence | null {
  const { problems } = readUpstreams(value);
  if (problems.length === 0) return null;
  return { zh: problems.map(({ zh }) => zh).join('；'), en: problems.map(({ en }) => en).join('; ') };
}

/** 64 bytes: the first half encrypts, the second signs. */
export function wrongWireKey(value: string): Sentence | null {
  const make = 'openssl rand -base64 64 | tr -d "\\n"';
  const wanted = {
    zh: `应为 64 字节的 base64；可以这样生成：${make}`,
    en: `should be 64 bytes in base64; make one with: ${make}`,
  };
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(value)) return wanted;
  const size = Buffer.from(value, 'base64').length;
  return size === 64 ? null : { zh: `有 ${size} 字节；${wanted.zh}`, en: `holds ${size} bytes; it ${wanted.en}` };
}

export function wrongSmtpUrl(value: string): Sentence | null {
  const url = URL.parse(value);
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname)
    ? null
    : {
        zh: '应如 smtp://user:password@host:587 或 smtps://host',
        en: 'should look like smtp://user:password@host:587 or smtps://host',
      };
}

export const wrongSender = (value: string): Sentence | null =>
  /^(?:[^<>@"\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)
    ? null
    : {
        zh: '应为地址，如 no-reply@example.com，或带名称：示例证券 <no-reply@example.com>',
        en: 'should be an address such as no-reply@example.com, or a name with it: 示例证券 <no-reply@example.com>',
      };

/** OI1: http is for a provider on this machine alone, which tests have. */
export function wrongIssuer(value: string): Sentence | null {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    return {
      zh: '应为提供方称呼自己的地址，如 https://login.example.com/realms/firm',
      en: 'should be the address by which the provider names itself, such as https://login.example.com/realms/firm',
    };
  return url.protocol === 'https:' || isLoopback(url.hostname)
    ? null
    : {
        zh: '应以 https:// 开头：由它决定谁能登录（http:// 只用于本机上的提供方）',
        en: 'should begin with https://: what it says decides who signs in (http:// only for a provider on this machine)',
      };
}

export const wrongScopes = (value: string): Sentence | null =>
  /^[\w!#-[\]^-~]+( [\w!#-[\]^-~]+)*$/.test(value) && value.length <= 300 && value.split(' ').includes('openid')
    ? null
    : {
        zh: '应为以空格分开的名称，其中有 openid：openid profile email groups',
        en: 'should be names with spaces between them, openid among them: openid profile email groups',
      };

export const wrongLength = (value: string, most: number): Sentence | null =>
  value.length <= most && !/\p{Cc}/u.test(value)
    ? null
    : { zh: `最多 ${most} 个字符，写在一行中`, en: `should have at most ${most} characters, in one line` };

export function wrongSecretFile(value: string): Sentence | null {
  try {
    if (statSync(value).size > 4_096)
      return { zh: '只应存放密钥，最多 4096 字节', en: 'should hold the secret and nothing else, at most 4096 bytes' };
    return readFileSync(value, 'utf8').trim() === ''
      ? { zh: '是空的；应存放密钥', en: 'is empty; it should hold the secret' }
      : null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return { zh: `不能读取（${code}）`, en: `cannot be read (${code})` };
  }
}
