import { TOKEN_HEADER } from '#wire/paths.ts';
import { tracedAsking } from './traces.ts';

/** milliseconds that are waited for the head of an answer, and for a body at most */
const PATIENCE = 15_000;
/** bytes that earn a body a millisecond more: whatever comes slower than this ends after PATIENCE, however steadily */
const LEAST = 1;
/** files that are passed on at once */
const MOST = 64;

export interface UpstreamFile {
  status: 200 | 206 | 304 | 416;
  headers: Headers;
  /** null: there is none */
  body: AsyncIterable<Uint8Array> | null;
  /** gives the connection back where the body is not read to its end */
  cancel: () => void;
}

/** Why there is no file: the system says so, does not give it to this visitor, or says nothing. */
export type NoUpstreamFile = 'missing' | 'refused' | 'away' | 'busy';

export interface UpstreamFiles {
  open: (filepath: string, requestHeaders: FileRequest) => Promise<UpstreamFile | NoUpstreamFile>;
}

interface FileRequest {
  method: 'GET' | 'HEAD';
  /** token of the visitor */
  token?: string | undefined;
  /** range and conditions of the visitor's request */
  headers: Readonly<Record<string, string | undefined>>;
  gone?: AbortSignal;
  /** milliseconds for all of it; absent: as long as it keeps coming */
  within?: number;
}

const PASSED = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;

/**
 * US3: files of an upstream, as a stream. No redirect is followed, and nothing is asked for but what stands below its base.
 * @param base address without a slash at its end
 */
export function openUpstreamFiles(base: string): UpstreamFiles {
  let open = 0;
  return {
    async open(filepath, { method, token, headers, gone, within }) {
      if (gone?.aborted) return 'away';
      if (open >= MOST) return 'busy';
      open += 1;
      const ended = new AbortController();
      let isOpen = true;
      const close = (): void => {
        clearTimeout(timer);
        clearTimeout(whole);
        gone?.removeEventListener('abort', cancel);
        if (isOpen) open -= 1;
        isOpen = false;
      };
      const cancel = (): void => {
        close();
        ended.abort();
      };
      const whole = within === undefined ? undefined : setTimeout(cancel, within);
      let timer = setTimeout(cancel, PATIENCE);
      gone?.addEventListener('abort', cancel, { once: true });
      try {
        const requestHeaders: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
        for (const name of PASSED) {
          const value = headers[name];
          if (value !== undefined && /^[\x20-\x7e]{1,300}$/.test(value)) requestHeaders[name] = value;
        }
        if (token !== undefined) requestHeaders[TOKEN_HEADER] = token;
        const response = await tracedAsking({ address: base, method, what: 'file' }, (traceHeaders) =>
          fetch(`${base}/${filepath}`, {
            method,
            headers: { ...requestHeaders, ...traceHeaders },
            redirect: 'manual',
            signal: ended.signal,
          }),
        );
        const { status } = response;
        if (status === 200 || status === 206 || status === 304 || status === 416) {
          const body = status === 200 || status === 206 ? response.body : null;
          if (!body || method === 'HEAD') {
            void response.body?.cancel().catch(() => {});
            close();
            return { status, headers: response.headers, body: null, cancel };
          }
          return { status, headers: response.headers, body: parts(body), cancel };
        }
        void response.body?.cancel().catch(() => {});
        close();
        if (status === 401 || status === 403) return 'refused';
        return status >= 500 || status === 408 || status === 429 ? 'away' : 'missing';
      } catch {
        close();
        return 'away';
      }

      async function* parts(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
        // only what this side waits for is counted: a reader may take its time
        let left = PATIENCE;
        const reader = body.getReader();
        try {
          while (true) {
            const requestHeaders = performance.now();
            clearTimeout(timer);
            timer = setTimeout(cancel, left);
            const { value, done } = await reader.read();
            clearTimeout(timer);
            if (done) return;
            left = Math.min(PATIENCE, left - (performance.now() - requestHeaders) + value.length / LEAST);
            yield value;
          }
        } finally {
          cancel();
        }
      }
    },
  };
}
