import { bases } from './bases.ts';

/**
 * The room `wire` is how HTTP is spoken, at both ends: envelope, cipher, call, outcomes, and here every path once.
 * It knows the brokerage's error catalogue but no widget, no page and no React.
 */

/** The site's base path, '' for none; history navigation below it (BA1). */
export const SITE_BASE = bases.siteBase;

/** WR1: base of all calls; paths that start with ALIAS_BASE skip it and are answered the same here. */
export const CALL_BASE = bases.callBase;
export const ALIAS_BASE = '/swhyscywbl/service';

/** WR1: milliseconds */
export const TIMEOUT = 30_000;

/** Former texts of articles, at addresses of their own: /former/{article}/{publication}. */
export const FORMER_TEXT = '/former';

/** Call paths below CALL_BASE. Registers with a call of their own name it in their definition. */
export const paths = {
  channelList: '/wscms/v1/cms/channellist',
  latestInfo: '/wscms/v1/cms/channels/infobaselist',
  infoList: '/wscms/v1/cms/infobaselist',
  infoContent: '/wscms/v1/cms/infocontent',
  newsColumns: '/wscms/v1/news/columns',
  /** POST, JSON */
  newsList: '/wscms/v1/news/list',
  newsContent: '/wscms/v1/news/content',
  webParam: '/wscms/v1/notice/webparam',
  adList: '/wscms/v1/ad/list',
  management: '/wscms/v1/notice/management',
  /** ours: GET /wscms/v1/register/{name}, …/{name}/series, …/{name}/changes */
  register: '/wscms/v1/register',
  /** ours: check of a person or product over all registers (?kind=&words=) */
  verify: '/wscms/v1/verify',
  /** ours: what can be checked by it (?kind=) */
  verifiable: '/wscms/v1/verifiable',
  /** ours: search of the whole site (?words=&section=&since=) */
  search: '/wscms/v1/search',
  /** ours: what somebody who has typed so far probably looks for (?words=) */
  suggest: '/wscms/v1/suggest',
  /** ours: articles of one channel by category and words (?channelId=&category=&words=) */
  catalogue: '/wscms/v1/cms/catalogue',
  userInfo: '/user/v1/info',
  /** ours: POST */
  logout: '/user/v1/logout',
  /** POST, multipart: the form's fields and files (RK7) */
  proConfirm: '/business/v1/professional/investor/confirm',
  proQuery: '/business/v1/professional/investor/confirm/query',
  /** ours: resolves an address of the site to its page (?path=) */
  sitePage: '/wscms/v1/site/page',
  /** ours: the registers that everybody may have as files */
  dataSets: '/wscms/v1/site/data-sets',
  /** ours: the section overview: sub-channels with counts and dates (?channelId=) */
  sectionOverview: '/wscms/v1/site/section',
} as const;

/** US8: `status` of what lists are asked for: what is published. */
export const PUBLIC = 2;

export const STATIC_FILE = '/static-file';
export const PREVIEW = '/preview';
/** QR codes: /qr/wealth-app.svg, /qr/page.svg?path= */
export const QR = '/qr';
/** AG: texts that visitors agree to, as fragments of HTML: /legal-text/{privacy, agreement, notice}?v=, script=t */
export const LEGAL_TEXT = '/legal-text';
/**
 * Downloads of registers: /register-file/{register}.csv, .xlsx or .json, filters, sort, asOf and paging as query, and
 * .datapackage.json, which describes them.
 */
export const REGISTER_FILE = '/register-file';
/** OpenAPI document of these (RG34) */
export const DATA_DOCUMENT = `${REGISTER_FILE}/openapi.json`;

/** FD1: calls by which programs feed registers: POST …/registers/{register}, GET …/deliveries/{id}; JSON, with a token of their own. */
export const FEED = '/feed';

/** The cookie and the header that carry the customer's token (WR2), and the header of WR4. */
export const TOKEN_COOKIE = bases.tokenCookie;
export const TOKEN_HEADER = 'access_token';
export const DEVICE_HEADER = 'device';
/** Key in local storage of what a browser knows of the customer (LS7). */
export const USER_INFO = 'userInfo';

/**
 * WR1: the address of a call below the origin. A path may lack its leading slash, as some of the named calls do;
 * whatever it holds, the call stays on this origin, because the base is put before it.
 */
export function callAddress(path: string): string {
  const rooted = `/${path.replace(/^\/+/, '')}`;
  return rooted.startsWith(`${ALIAS_BASE}/`) ? rooted : `${CALL_BASE}${rooted}`;
}

/** Query text without '?'. Absent values are left out, a list repeats its name. */
export function queryOf(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one));
    }
  }
  return query.toString();
}

/** The server's id of a request, for its log; the visitor never sees it but in the console. */
export const TRACE_HEADER = 'x-request-id';
