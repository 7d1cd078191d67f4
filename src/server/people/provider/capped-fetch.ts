import { isLoopback } from '#rules/addresses/loopback.ts';
import { ProviderProblem } from './provider-problem.ts';

/** Bytes of an answer, and milliseconds until it has come whole. */
export const PROVIDER_ANSWER = { bytes: 512 * 1024, patience: 5_000 };

/** Parts of a request as openid-client and jose send it. */
interface Sent {
  method?: string | undefined;
  body?: unknown;
  headers?: unknown;
  redirect?: unknown;
  signal?: AbortSignal | null | undefined;
}

/**
 * Sends a request to the provider (OI1): by https, or to this machine where the provider is one. No redirect is followed,
 * and an answer has an end in bytes and time.
 * @param mayBeHttp the issuer is an address of this machine
 */
export const cappedFetch =
  (mayBeHttp: boolean) =>
  async (address: string, { method, body, headers, signal }: Sent): Promise<Response> => {
    const { protocol, hostname } = new URL(address);
    if (protocol !== 'https:' && !(mayBeHttp && protocol === 'http:' && isLoopback(hostname)))
      throw new ProviderProblem('issuer', `the provider names an address that is not https: ${address.slice(0, 200)}`);
    const late = AbortSignal.timeout(PROVIDER_ANSWER.patience);
    try {
      const answer = await fetch(address, {
        method: method ?? 'GET',
        body: (body ?? null) as RequestInit['body'] & null,
        headers: (headers ?? {}) as Record<string, string>,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      const bytes = await readCapped(answer);
      if (answer.status >= 500)
        throw new ProviderProblem('away', `the provider answers ${answer.status} at ${withoutQuery(address)}`);
      return new Response(bytes, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
    } catch (error) {
      if (error instanceof ProviderProblem) throw error;
      const { cause, message } = error as Error & { cause?: Error };
      throw new ProviderProblem('away', `${withoutQuery(address)}: ${cause?.message ?? message}`);
    }
  };

const withoutQuery = (address: string): string => address.split('?', 1)[0]!.slice(0, 200);

/** @returns null for no body @throws ProviderProblem for more bytes than an answer may have */
async function readCapped(answer: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (answer.body === null) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  // leaving the loop cancels the body
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > PROVIDER_ANSWER.bytes)
      throw new ProviderProblem('token', `an answer of the provider is longer than ${PROVIDER_ANSWER.bytes} bytes`);
    parts.push(part);
  }
  return size === 0 ? null : new Uint8Array(Buffer.concat(parts));
}
