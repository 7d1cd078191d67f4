/**
 * WR7: upstreams. Any of six groups of calls can be answered by a service that a broker already runs, at its own
 * address and in its own cipher. The site then stands in front of it unchanged. An upstream is named in UPSTREAMS by
 * the operator, never by a request.
 */
import { isObject } from '#rules/json/json.ts';
import { jsonExcess } from '#rules/json/json-size.ts';
import { noCipher, nodeSuite, plainCbcSuite } from '#wire/cipher-node.ts';
import { Undecryptable } from '#wire/sealed-body.ts';
import type { CipherSuite } from '#wire/cipher.ts';
import { parseEnvelope, Unreadable } from '#wire/envelope.ts';
import type { Envelope } from '#wire/envelope.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { CallFailed, outcomeOfStatus } from '#wire/outcomes.ts';
import { DEVICE_HEADER, paths, queryOf, TIMEOUT, TOKEN_HEADER } from '#wire/paths.ts';
import { parseExactly } from './exact-json.ts';
import { tracedAsking, type TraceHeaders } from './traces.ts';
import type { UpstreamStates } from './upstream-states.ts';
import type { Sentence } from '../phrase.mjs';

/** Call paths (below CALL_BASE) by their name in UPSTREAMS. */
const upstreamPrefixes = {
  content: ['/wscms/'],
  user: ['/user/'],
  market: ['/market/'],
  product: ['/product/', '/wsfinmall/'],
  retail: ['/retail/'],
  business: ['/business/'],
} as const;

type UpstreamName = keyof typeof upstreamPrefixes;

interface Upstream {
  /** http(s) address that the call path is put after, without a trailing slash */
  address: string;
  suite: CipherSuite;
  /** milliseconds for a whole answer, 100 to TIMEOUT */
  timeout: number;
  /** milliseconds for which an answer to an anonymous request is used again (US13) */
  keep: number;
  /** address of its files, without a trailing slash (US3) */
  files: string;
  /** address of content's page schemas, null for none (US11) */
  pages: string | null;
}

export type Upstreams = Partial<Record<UpstreamName, Upstream>>;

const suiteNames = ['signed-cbc', 'plain-cbc', 'none'] as const;
const knownFields = ['address', 'key', 'iv', 'suite', 'timeout', 'keep', 'files', 'pages'];
/** seconds */
const KEEP = 30;
const LONGEST_KEEP = 3_600;

/** Paths of calls that traces may name. */
const KNOWN: ReadonlySet<string> = new Set(Object.values(paths));

/** Bytes of an answer once unpacked: 10,000 items of 1 kB, encrypted and in base64, still fit. */
const LARGEST_ANSWER = 16 * 1024 * 1024;
/** limits of an answer: the same 10,000 items, with 40 fields each */
const ANSWER_LIMITS = { depth: 64, values: 400_000 } as const;

/**
 * Reads UPSTREAMS: a JSON object from a name of upstreamPrefixes to { address, suite: "signed-cbc" | "plain-cbc" |
 * "none", key, iv?, timeout? }; key and iv in base64.
 * @param text null or '' for none
 * @returns every problem at once, in sentences that never repeat a key
 */
export function readUpstreams(text: string | null | undefined): { upstreams: Upstreams; problems: Sentence[] } {
  if (!text?.trim()) return { upstreams: {}, problems: [] };
  let setting: unknown;
  try {
    setting = JSON.parse(text);
  } catch {
    return { upstreams: {}, problems: [{ zh: '不是 JSON', en: 'is not JSON' }] };
  }
  if (!isObject(setting)) return { upstreams: {}, problems: [{ zh: '不是 JSON 对象', en: 'is not a JSON object' }] };

  const upstreams: Upstreams = {};
  const problems: Sentence[] = [];
  for (const [name, value] of Object.entries(setting)) {
    if (!isUpstreamName(name)) {
      const known = Object.keys(upstreamPrefixes);
      problems.push({
        zh: `没有 ${name}；名称有 ${known.join('、')}`,
        en: `${name} is not known; names are ${known.join(', ')}`,
      });
      continue;
    }
    const upstream = readUpstream(value);
    if (Array.isArray(upstream))
      problems.push(...upstream.map(({ zh, en }) => ({ zh: `${name} ${zh}`, en: `${name} ${en}` })));
    else upstreams[name] = upstream;
  }
  return { upstreams, problems };
}

/** The upstream, or everything that is wrong with it. */
function readUpstream(value: unknown): Upstream | Sentence[] {
  if (!isObject(value))
    return [{ zh: '不是带 address、suite 和 key 的对象', en: 'is not an object with address, suite and key' }];
  const problems = Object.keys(value)
    .filter((field) => !knownFields.includes(field))
    .map((field): Sentence => ({
      zh: `有不认识的字段 ${field}；字段有 ${knownFields.join('、')}`,
      en: `has an unknown field ${field}; fields are ${knownFields.join(', ')}`,
    }));

  const { timeout = TIMEOUT } = value;
  if (typeof timeout !== 'number' || !(timeout >= 100 && timeout <= TIMEOUT)) {
    problems.push({
      zh: `的 timeout 应为 100 到 ${TIMEOUT} 的毫秒数`,
      en: `has a timeout that is not a number from 100 to ${TIMEOUT} milliseconds`,
    });
  }
  const { keep = KEEP } = value;
  if (typeof keep !== 'number' || !(keep >= 0 && keep <= LONGEST_KEEP))
    problems.push({
      zh: `的 keep 应为 0 到 ${LONGEST_KEEP} 的秒数`,
      en: `has a keep that is not a number from 0 to ${LONGEST_KEEP} seconds`,
    });
  const address = readAddress(value.address);
  if (address === null)
    problems.push({
      zh: '的 address 应如 http(s)://主机[:端口][/路径]，不带用户、查询和片段',
      en: 'has no address of the form http(s)://host[:port][/path], without user, query and fragment',
    });
  for (const field of ['files', 'pages'])
    if (value[field] !== undefined && readAddress(value[field]) === null)
      problems.push({
        zh: `的 ${field} 应如 http(s)://主机[:端口][/路径]`,
        en: `has ${field} that are no address of the form http(s)://host[:port][/path]`,
      });
  const suite = readSuite(value);
  if ('zh' in suite) problems.push(suite);

  if (problems.length > 0 || address === null || 'zh' in suite) return problems;
  return {
    address,
    suite,
    timeout: timeout as number,
    keep: (keep as number) * 1_000,
    files: readAddress(value.files) ?? `${new URL(address).origin}/static-file`,
    pages: readAddress(value.pages),
  };
}

function readAddress(value: unknown): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return null;
  return url.href.replace(/\/+$/, '');
}

/** The suite, or its problem in words. */
function readSuite({ suite, key, iv }: Record<string, unknown>): CipherSuite | Sentence {
  if (!suiteNames.some((name) => name === suite))
    return {
      zh: `没有 suite；可以是 ${suiteNames.join('、')}`,
      en: `has no suite; suites are ${suiteNames.join(', ')}`,
    };
  if (iv !== undefined && suite !== 'plain-cbc')
    return { zh: '有 iv，只有 suite 为 plain-cbc 时才用', en: 'has an iv, which only the suite plain-cbc takes' };
  if (suite === 'none')
    return key === undefined
      ? noCipher
      : { zh: '有 key，而 suite 为 none 时不用', en: 'has a key, which the suite none does not take' };
  const keyBytes = readBase64(key);
  const ivBytes = iv === undefined ? null : readBase64(iv);
  if (!keyBytes) return { zh: '没有 base64 的 key', en: 'has no key in base64' };
  if (iv !== undefined && !ivBytes) return { zh: '的 iv 不是 base64', en: 'has an iv that is not base64' };
  try {
    return suite === 'plain-cbc' ? plainCbcSuite(keyBytes, ivBytes) : nodeSuite(keyBytes);
  } catch (error) {
    const { message } = error as TypeError;
    return { zh: `不能使用：${message}`, en: `cannot be used: ${message}` };
  }
}

function readBase64(value: unknown): Buffer | null {
  if (typeof value !== 'string' || value === '') return null;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value ? bytes : null;
}

const isUpstreamName = (name: string): name is UpstreamName => Object.hasOwn(upstreamPrefixes, name);

/** Headers of the visitor's request; only access_token and device are passed on. */
type PassedHeaders = Record<string, unknown>;

/** A posted body as the visitor sent it. */
interface PassedBody {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer> | string;
}

/** An envelope with until when the same answer is given again, in milliseconds since 1970; absent: it is not kept. */
export type Answered = Envelope & { until?: number };

/** Reads an answer for trial: one that cannot be read is as good as none. @throws CallFailed "unreadable" */
export type Verify = (envelope: Envelope) => Promise<unknown>;

export interface Gateway {
  /** whether calls of this path (below CALL_BASE) go to an upstream */
  answers(path: string): boolean;
  /**
   * @returns the upstream's envelope, whatever its code
   * @throws CallFailed: "http 504" past the time limit, "http 502" when it cannot be reached or redirects. For a status
   * that is an error it is the outcome of that; "unreadable" for an answer that is garbage or too large.
   * @param within milliseconds, where less than the upstream's own limit
   * @param verify of an answer that is to be kept
   */
  get(
    path: string,
    params: Record<string, unknown>,
    headers: PassedHeaders,
    within?: number,
    verify?: Verify,
  ): Promise<Answered>;
  /** @throws CallFailed as get does */
  post(path: string, body: PassedBody, headers: PassedHeaders, within?: number, verify?: Verify): Promise<Answered>;
  /** milliseconds for which an answer of this path may be used again (US13) */
  keeps(path: string): number;
  /** US10: tells operators of a field of an answer that was not understood */
  note(path: string, field: string, example: unknown): void;
}

/** @param states is told how each group answers (US10) */
export function createGateway(upstreams: Upstreams, states?: UpstreamStates): Gateway {
  function nameOf(path: string): UpstreamName | undefined {
    for (const [name, prefixes] of Object.entries(upstreamPrefixes))
      if (prefixes.some((prefix) => path.startsWith(prefix))) return name as UpstreamName;
    return undefined;
  }

  function upstreamOf(path: string): Upstream | undefined {
    const name = nameOf(path);
    return name && isPlainPath(path) ? upstreams[name] : undefined;
  }

  async function watched(path: string, headers: PassedHeaders, call: Promise<Envelope>): Promise<Envelope> {
    try {
      const envelope = await call;
      states?.answered(nameOf(path)!, path);
      return envelope;
    } catch (error) {
      const name = nameOf(path);
      // a system answers well by 401 to a token that it does not know
      const isAnswer = headers[TOKEN_HEADER] !== undefined && isCallFailed(error) && error.status === 401;
      if (name && upstreams[name]) {
        if (isAnswer) states?.answered(name, path);
        else states?.failed(name, path, error);
      }
      throw error;
    }
  }

  async function send(
    path: string,
    query: string,
    headers: PassedHeaders,
    within?: number,
    body?: PassedBody,
  ): Promise<Envelope> {
    const upstream = upstreamOf(path);
    if (!upstream) throw new CallFailed('http 404', { status: 404 });
    const { address, suite, timeout } = upstream;
    const method = body ? 'POST' : 'GET';
    const request = (traceHeaders: TraceHeaders): RequestInit => ({
      method,
      body: body?.bytes ?? null,
      headers: {
        accept: 'text/plain, application/json',
        ...(body && { 'content-type': body.contentType }),
        ...passedOf(headers),
        ...traceHeaders,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.min(timeout, within ?? timeout)),
    });
    // a path that no call of this site has may be anything that a visitor wrote
    const what = KNOWN.has(path) ? path : nameOf(path)!;
    const { status, text } = await tracedAsking({ address, method, what }, async (traceHeaders) =>
      readBody(await fetch(`${address}${path}${query && `?${query}`}`, request(traceHeaders))),
    ).catch(throwUnanswered);
    if (status >= 300 && status < 400) throw new CallFailed('http 502', { status: 502 });
    return readAnswer(text, status, suite);
  }

  return {
    answers: (path) => upstreamOf(path) !== undefined,
    get: (path, params, headers, within) => watched(path, headers, send(path, queryOf(params), headers, within)),
    post: (path, body, headers, within) => watched(path, headers, send(path, '', headers, within, body)),
    keeps: (path) => upstreamOf(path)?.keep ?? 0,
    note: (path, field, example) => {
      const name = nameOf(path);
      if (name) states?.notUnderstood(name, path, field, example);
    },
  };
}

/** Paths that a URL parser would change (dot segments, backslashes, a query within) could leave their prefix. */
function isPlainPath(path: string): boolean {
  return URL.parse(path, 'http://upstream')?.pathname === path && !/%2f|%5c/i.test(path);
}

function passedOf(headers: PassedHeaders): Record<string, string> {
  // no system is named in a request that is made for all visitors alike
  const passed: Record<string, string> = { [DEVICE_HEADER]: 'OH' };
  for (const name of [TOKEN_HEADER, DEVICE_HEADER]) {
    const value = headers[name];
    if (typeof value === 'string' && /^[\x21-\x7e]{1,2048}$/.test(value)) passed[name] = value;
  }
  return passed;
}

/** Counts while reading, because a length header may be absent, wrong, or that of a compressed body. */
async function readBody(response: Response): Promise<{ status: number; text: string }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LARGEST_ANSWER) throw new CallFailed('unreadable', { status: response.status });
    parts.push(part);
  }
  try {
    return { status: response.status, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)) };
  } catch (cause) {
    throw new CallFailed('unreadable', { status: response.status, cause });
  }
}

function throwUnanswered(error: unknown): never {
  if (error instanceof CallFailed) throw error;
  if (error instanceof Error && error.name === 'TimeoutError')
    throw new CallFailed('http 504', { status: 504, cause: error });
  throw new CallFailed('http 502', { status: 502, cause: error });
}

function readAnswer(text: string, status: number, suite: CipherSuite): Envelope {
  const isError = status >= 400;
  let envelope: Envelope | undefined;
  try {
    const plain = suite.decrypt(text);
    const excess = jsonExcess(plain, ANSWER_LIMITS);
    if (excess)
      throw new Unreadable(
        `the answer has more than ${ANSWER_LIMITS[excess]} ${excess === 'depth' ? 'levels' : 'values'}`,
      );
    // when an answer was given is said by this site alone
    const { asOf: _asOf, ...answer } = parseEnvelope(plain, parseExactly);
    envelope = { ...answer, code: codeOf(answer.code) };
  } catch (error) {
    if (!(error instanceof Undecryptable || error instanceof Unreadable)) throw error;
    if (!isError) throw new CallFailed('unreadable', { status, cause: error });
  }
  if (isError || !envelope) throw new CallFailed(outcomeOfStatus(status), { status, ...(envelope && { envelope }) });
  return envelope;
}

/** US2: `-801107` and `-0801107` are one code; JSON has no number that begins with a zero. */
export function codeOf(code: string): string {
  return /^-80110[789]$/.test(code) ? `-0${code.slice(1)}` : code;
}
