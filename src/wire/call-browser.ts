/**
 * The browser's end of the wire. It carries axios and crypto-js, so it is loaded by import() when the first call
 * is made, never as part of the first download: the only static import allowed of this file is `import type`.
 */
import axios from 'axios';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { deviceOf } from '#rules/device.ts';
import { browserSuite } from './cipher-browser.ts';
import { parseEnvelope } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import { actOn, asCallFailed, CallFailed, dataOf, outcomeOfStatus } from './outcomes.ts';
import type { OutcomePort } from './outcomes.ts';
import { callAddress, DEVICE_HEADER, queryOf, TIMEOUT, TOKEN_HEADER, TRACE_HEADER } from './paths.ts';
import { tokenOf } from './token-text.ts';

/** WR3 */
const contentTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
} as const;

type ContentType = keyof typeof contentTypes;

interface CallOptions {
  /** ER9: an unlisted code makes no toast */
  quiet?: boolean;
  /** aborting it ends the call in silence */
  signal?: AbortSignal;
  /** called with the time of a stale answer that replaces a missing one (WR7) */
  note?: (asOf: string) => void;
}

/** The `Call` of page/define-source, and what only the browser does: posting, cancelling. */
export interface BrowserCall {
  /** @returns data of the envelope. @throws CallFailed, after the visitor was told as the catalogue says */
  get(path: string, params?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  /** @param body fields by name; values of a multipart body may be files. @throws CallFailed as get does */
  post(path: string, body: Record<string, unknown>, type?: ContentType, options?: CallOptions): Promise<unknown>;
}

export interface BrowserCallSettings {
  /** base64 of 64 bytes, from the page's configuration block */
  wireKey: string;
  port: OutcomePort;
  /** whether calls are quiet that do not say; the calls of list loaders are (ER9) */
  quiet?: boolean;
  /** scheme and host of the calls; this page's own when absent */
  origin?: string;
  /** what the browser says of its system (WR4) */
  platform?: string;
  /** milliseconds (WR1) */
  timeout?: number;
}

/** The client of WR1–WR5. Failures are told to the visitor by `port` here, once, and then thrown. */
export function createBrowserCall(settings: BrowserCallSettings): BrowserCall {
  const { wireKey, port, origin = '', platform = navigator.platform, timeout = TIMEOUT } = settings;
  const client = axios.create({
    timeout,
    responseType: 'text',
    validateStatus: () => true,
    paramsSerializer: { serialize: queryOf },
  });

  async function send(path: string, config: AxiosRequestConfig, options: CallOptions): Promise<unknown> {
    const { quiet = settings.quiet ?? false, signal, note } = options;
    try {
      const headers = { ...config.headers, ...tokenHeader(), [DEVICE_HEADER]: deviceOf(platform) };
      const request = { ...config, url: origin + callAddress(path), headers, signal };
      return readResponse(await client.request<string>(request).catch(throwUnsent), wireKey, note);
    } catch (failure) {
      const failed = asCallFailed(failure);
      actOn(failed, port, { quiet });
      throw failed;
    }
  }

  return {
    get: (path, params = {}, options = {}) => send(path, { method: 'get', params }, options),
    post(path, body, type = 'json', options = {}) {
      const data = type === 'urlencoded' ? queryOf(body) : body;
      return send(path, { method: 'post', data, headers: { 'Content-Type': contentTypes[type] } }, options);
    },
  };
}

/** WR2 */
function tokenHeader(): Record<string, string> {
  const token = tokenOf(document.cookie);
  return token === undefined ? {} : { [TOKEN_HEADER]: token };
}

/** ER3: no answer came. axios speaks English; its known texts have Chinese ones in the catalogue. */
function throwUnsent(error: unknown): never {
  if (axios.isCancel(error)) throw new CallFailed('cancelled', { cause: error });
  if (!axios.isAxiosError(error))
    throw new CallFailed('unsent', { message: error instanceof Error ? error.message : '', cause: error });
  if (error.code === 'ETIMEDOUT' || error.message.startsWith('timeout'))
    throw new CallFailed('timeout', { cause: error });
  if (error.code === 'ERR_NETWORK' || error.request) throw new CallFailed('offline', { cause: error });
  throw new CallFailed('unsent', { message: error.message, cause: error });
}

/** WR5, ER1, ER2, ER4, ER5. */
function readResponse(
  { data: body, status, headers }: AxiosResponse<string>,
  wireKey: string,
  note?: (asOf: string) => void,
): unknown {
  try {
    if (status >= 200 && status < 300) {
      const envelope = parseEnvelope(browserSuite(wireKey).decrypt(body));
      if (envelope.asOf) note?.(envelope.asOf);
      return dataOf(envelope, status);
    }
    throw new CallFailed(outcomeOfStatus(status), { status, ...readErrorBody(body, wireKey) });
  } catch (failure) {
    const trace = headers[TRACE_HEADER];
    if (typeof trace === 'string') console.info(`call failed with status ${status}, trace ${trace}`);
    throw failure;
  }
}

/** An error may come from a proxy that knows no cipher: what of its body can be shown to a visitor, if anything. */
function readErrorBody(body: string, wireKey: string): { envelope?: Envelope; message?: string } {
  try {
    const envelope = parseEnvelope(browserSuite(wireKey).decrypt(body));
    return { envelope, message: envelope.msg };
  } catch {
    return isSentence(body) ? { message: body } : {};
  }
}

/** Words for a reader: short, no markup, no JSON, no run of base64. */
function isSentence(body: string): boolean {
  return /^[^<>{}[\]]{1,200}$/.test(body.trim()) && !/[\w+/=-]{40,}/.test(body);
}
