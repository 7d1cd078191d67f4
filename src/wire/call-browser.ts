/**
 * The browser's end of the wire. It is loaded by import() when the first call is made, never as part of the first
 * download: the only static import allowed of this file is `import type`. What most visitors need, reading, is done by
 * the browser itself (fetch, Web Cryptography); forms come with axios (form-browser.ts), and sites without TLS with
 * crypto-js (decrypt-browser.ts).
 */
import { deviceOf } from '#rules/people/device.ts';
import { decryptWith } from './decrypt-browser.ts';
import type { Decrypt } from './decrypt-browser.ts';
import { isSuccess, parseEnvelope } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import { NoData } from './no-data.ts';
import type { OutcomePort } from './outcomes.ts';
import { callAddress, DEVICE_HEADER, queryOf, TIMEOUT, TOKEN_HEADER, TRACE_HEADER } from './paths.ts';
import type { Answer, CallRequest, FormType } from './form-browser.ts';
import { tokenOf } from './token-text.ts';

interface CallOptions {
  /** ER9: an unlisted code makes no toast */
  quiet?: boolean;
  /** called with the time of a stale answer that replaces a missing one (WR7) */
  note?: (asOf: string) => void;
}

/** The `Call` of page/define-source, and what only the browser does: sending forms. */
export interface BrowserCall {
  /**
   * @returns data of the envelope. @throws CallFailed, after the visitor was told as the catalogue says; another error
   * where the catalogue cannot be had
   */
  get(path: string, params?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  /** @param body fields by name; values of a multipart body may be files. @throws CallFailed as get does */
  post(path: string, body: Record<string, unknown>, type?: 'json' | FormType, options?: CallOptions): Promise<unknown>;
}

export interface BrowserCallSettings {
  /** base64 of 64 bytes, from the page's configuration block */
  wireKey: string;
  port: OutcomePort;
  /** whether calls are quiet that do not say; the calls of list loaders are (ER9) */
  quiet?: boolean;
  /** scheme and host of the calls; this page's own when absent */
  origin?: string;
  /** the browser's words about its system (WR4) */
  platform?: string;
  /** milliseconds (WR1) */
  timeout?: number;
}

/** The client of WR1–WR5. Failures are told to the visitor by `port` here, once, and then thrown. */
export function createBrowserCall(settings: BrowserCallSettings): BrowserCall {
  const { wireKey, port, origin = '', platform = navigator.platform, timeout = TIMEOUT } = settings;
  let decrypting: Promise<Decrypt> | undefined;

  /** The code that decrypts could not be loaded: the next call requests it again. */
  const decrypt: Decrypt = async (body) => {
    decrypting ??= decryptWith(wireKey);
    const using = await decrypting.catch((failure: unknown) => {
      decrypting = undefined;
      throw failure;
    });
    return using(body);
  };

  async function send(
    path: string,
    { query = '', body, type = 'json' }: Request,
    options: CallOptions,
  ): Promise<unknown> {
    const { quiet = settings.quiet ?? false, note } = options;
    const headers = { ...tokenHeader(), [DEVICE_HEADER]: deviceOf(platform) };
    const request = { address: origin + callAddress(path) + (query && `?${query}`), headers, body, timeout };
    try {
      const answer = await (type === 'json' ? fetchJson(request) : sendForm(request, type));
      return await readAnswer(answer, decrypt, note);
    } catch (failure) {
      // the words come with the first failure
      const { actOn, asCallFailed } = await import('./outcomes.ts');
      const failed = asCallFailed(failure);
      actOn(failed, port, { quiet });
      throw failed;
    }
  }

  return {
    get: (path, params = {}, options = {}) => send(path, { query: queryOf(params) }, options),
    post: (path, body, type = 'json', options = {}) => send(path, { body, type }, options),
  };
}

interface Request {
  query?: string;
  /** body of a post */
  body?: Record<string, unknown>;
  type?: 'json' | FormType;
}

/** axios comes with the first form that is sent. @throws NoData where no answer came, or axios cannot be had */
async function sendForm(request: CallRequest, type: FormType): Promise<Answer> {
  const form = await import('./form-browser.ts').catch((cause: unknown) => {
    throw new NoData(navigator.onLine ? 'unsent' : 'offline', { cause });
  });
  return form.sendForm(request, type);
}

/** WR1, WR3, ER3. @throws NoData where no answer came */
async function fetchJson({ address, headers, body, timeout }: CallRequest): Promise<Answer> {
  const stop = new AbortController();
  const posted = body && { method: 'POST', body: jsonOf(body) };
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    const type = body && { 'Content-Type': 'application/json' };
    const response = await fetch(address, { ...posted, headers: { ...headers, ...type }, signal: stop.signal });
    return { body: await response.text(), status: response.status, trace: response.headers.get(TRACE_HEADER) ?? '' };
  } catch (cause) {
    throw new NoData(stop.signal.aborted ? 'timeout' : 'offline', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** WR2 */
function tokenHeader(): Record<string, string> {
  const token = tokenOf(document.cookie);
  return token === undefined ? {} : { [TOKEN_HEADER]: token };
}

/** @throws NoData with the words of what is wrong with it (ER3) */
function jsonOf(body: Record<string, unknown>): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new NoData('unsent', { message: (cause as Error).message, cause });
  }
}

/** WR5, ER1, ER2, ER4, ER5. */
async function readAnswer(
  { body, status, trace }: Answer,
  decrypt: Decrypt,
  note?: (asOf: string) => void,
): Promise<unknown> {
  try {
    if (status >= 200 && status < 300) {
      const envelope = parseEnvelope(await decrypt(body));
      if (envelope.asOf) note?.(envelope.asOf);
      if (isSuccess(envelope)) return envelope.data;
      throw new NoData('code', { envelope, status });
    }
    throw new NoData('status', { status, ...(await readErrorBody(body, decrypt)) });
  } catch (failure) {
    if (trace !== '') console.info(`call failed with status ${status}, trace ${trace}`);
    throw failure;
  }
}

/** An error may come from a proxy that knows no cipher: what of its body can be shown to a visitor, if anything. */
async function readErrorBody(body: string, decrypt: Decrypt): Promise<{ envelope?: Envelope; message?: string }> {
  try {
    const envelope = parseEnvelope(await decrypt(body));
    return { envelope, message: envelope.msg };
  } catch {
    return isSentence(body) ? { message: body } : {};
  }
}

/** Words for a reader: short, no markup, no JSON, no run of base64. */
function isSentence(body: string): boolean {
  return /^[^<>{}[\]]{1,200}$/.test(body.trim()) && !/[\w+/=-]{40,}/.test(body);
}
