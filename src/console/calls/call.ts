import type { AnswerOf, CallName, ParamsOf } from '#wire/console-calls.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { parseEnvelope } from '#wire/envelope.ts';

/** A failed call, with words for the person at the screen. docs/errors.md lists the codes. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly code: string;
  /** HTTP status; 0 when there was no answer */
  readonly status: number;
  readonly data: unknown;

  constructor(code: string, message: string, { status = 0, data = null }: { status?: number; data?: unknown } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** The codes to which the whole console answers, whatever was asked. */
export const SIGN_IN_NEEDED = '2001';
export const CHANGE_PASSWORD = '2007';
export const SECOND_FACTOR_NEEDED = '2016';
/** errors.notFound of the server: a screen may have a beginning of its own for it. */
export const NOT_FOUND = '1004';
export const INVALID_EDITION = '2024';
export const UNKNOWN_DELIVERY = '2067';

const TIMEOUT = 30_000;
/** limit of calls that read or check a whole table of some ten thousand rows */
export const LONG_TIMEOUT = 180_000;

/** '?a=1&b=2' of all values that are neither empty nor missing; '' without any. */
export function queryOf(params: object): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** The path of a call with its params in it, and those that have no place there. */
function placed(name: CallName, params: object): { path: string; rest: object } {
  const rest: Record<string, unknown> = { ...params };
  const path = name.slice(name.indexOf(' ') + 1).replace(/:(\w+)/g, (_, param: string) => {
    const { [param]: value } = rest;
    delete rest[param];
    return encodeURIComponent(String(value));
  });
  return { path, rest };
}

/** Below CONSOLE_API, with what is asked for as a query. */
export function addressOf<Name extends CallName>(name: Name, params: ParamsOf<Name>): string {
  const { path, rest } = placed(name, params);
  return path + queryOf(rest);
}

/** Address of a link or a frame. */
export const hrefOf = <Name extends CallName>(name: Name, params: ParamsOf<Name>): string =>
  CONSOLE_API + addressOf(name, params);

/**
 * One call of the console: JSON {code, msg, data}.
 * @param ends milliseconds to wait, or what ends the waiting
 * @throws CallFailed for anything but success
 */
export async function call<Name extends CallName>(
  name: Name,
  params: ParamsOf<Name>,
  ends: number | AbortSignal = TIMEOUT,
): Promise<AnswerOf<Name>> {
  const signal = typeof ends === 'number' ? AbortSignal.timeout(ends) : ends;
  const { status, text } = await send(name, params, signal);
  return readAnswer(name, text, status, '操作没有成功，请重试');
}

async function send(name: CallName, params: object, signal: AbortSignal): Promise<{ status: number; text: string }> {
  const method = name.slice(0, name.indexOf(' '));
  const { path, rest } = placed(name, params);
  const isPosted = method === 'POST' || (method === 'DELETE' && Object.keys(rest).length > 0);
  const body = isPosted ? { body: JSON.stringify(rest), headers: { 'Content-Type': 'application/json' } } : {};
  const address = CONSOLE_API + path + (method === 'GET' ? queryOf(rest) : '');
  try {
    const answer = await fetch(address, { method, ...body, signal });
    return { status: answer.status, text: await answer.text() };
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'TimeoutError')
      throw new CallFailed('timeout', '服务器没有及时回答，请稍后重试');
    throw new CallFailed('offline', '连接不到服务器，请检查网络后重试');
  }
}

/**
 * The one place where an answer gets its type: that of the call's description, to which the server's handler is held.
 * @param otherwise said where a refusal has no words
 * @throws CallFailed for a refusal, and for what is no answer of the console
 */
export function readAnswer<Name extends CallName>(
  _name: Name,
  text: string,
  status: number,
  otherwise: string,
): AnswerOf<Name> {
  const { code, msg, data } = envelopeOf(text, status);
  if (status >= 200 && status < 300 && code === '0') return data as AnswerOf<Name>;
  throw new CallFailed(code, msg || otherwise, { status, data });
}

function envelopeOf(text: string, status: number) {
  try {
    return parseEnvelope(text);
  } catch {
    throw new CallFailed(
      'unreadable',
      status >= 500 ? '服务暂时不可用，请稍后重试' : '服务器的回答无法识别，请刷新页面后重试',
      { status },
    );
  }
}

export const isCallFailed = (reason: unknown): reason is CallFailed => reason instanceof CallFailed;

/** Words about anything thrown. */
export const wordsOf = (reason: unknown): string =>
  isCallFailed(reason) ? reason.message : '操作没有成功，请刷新页面后重试';

/** The field of a form that the server found wrong; '' for none in particular. */
export function fieldOf(reason: unknown): string {
  const field = isCallFailed(reason) ? (reason.data as { field?: unknown } | null)?.field : undefined;
  return typeof field === 'string' ? field : '';
}
