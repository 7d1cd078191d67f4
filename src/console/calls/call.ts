import { CONSOLE_API } from '#wire/console-paths.ts';
import { parseEnvelope } from '#wire/envelope.ts';

/** What went wrong with a call, in words for whoever reads the screen. docs/errors.md lists the codes. */
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

export type Method = 'GET' | 'POST' | 'DELETE';
export type Params = Readonly<Record<string, unknown>>;

const TIMEOUT = 30_000;
/** for what reads or checks a whole table of some ten thousand rows */
export const LONG_TIMEOUT = 180_000;

/** '?a=1&b=2' of what is neither empty nor missing; '' for nothing. */
export function queryOf(params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/**
 * One call of the console: JSON {code, msg, data}.
 * @throws CallFailed for anything but success
 */
export async function call<T>(method: Method, path: string, params: Params = {}, timeout = TIMEOUT): Promise<T> {
  const { status, text } = await send(method, path, params, timeout);
  const envelope = readAnswer(text, status);
  if (status >= 200 && status < 300 && envelope.code === '0') return envelope.data as T;
  throw new CallFailed(envelope.code, envelope.msg || '操作没有成功，请重试', { status, data: envelope.data });
}

async function send(
  method: Method,
  path: string,
  params: Params,
  timeout: number,
): Promise<{ status: number; text: string }> {
  const posted = method === 'POST' || Object.keys(params).length > 0;
  const body =
    method === 'GET' || !posted
      ? {}
      : { body: JSON.stringify(params), headers: { 'Content-Type': 'application/json' } };
  const address = CONSOLE_API + path + (method === 'GET' ? queryOf(params) : '');
  try {
    const answer = await fetch(address, { method, ...body, signal: AbortSignal.timeout(timeout) });
    return { status: answer.status, text: await answer.text() };
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'TimeoutError')
      throw new CallFailed('timeout', '服务器没有及时回答，请稍后重试');
    throw new CallFailed('offline', '连接不到服务器，请检查网络后重试');
  }
}

/** @throws CallFailed for what is no answer of the console */
export function readAnswer(text: string, status: number) {
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

/** What to tell about anything thrown. */
export const wordsOf = (reason: unknown): string =>
  isCallFailed(reason) ? reason.message : '操作没有成功，请刷新页面后重试';

/** The field of a form that the server found wrong; '' for none in particular. */
export function fieldOf(reason: unknown): string {
  const field = isCallFailed(reason) ? (reason.data as { field?: unknown } | null)?.field : undefined;
  return typeof field === 'string' ? field : '';
}
