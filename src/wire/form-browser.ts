/** Sends forms (WR3), files among them: by axios, which comes with the first of them. */
import axios from 'axios';
import { NoData } from './no-data.ts';
import { queryOf, TRACE_HEADER } from './paths.ts';

const contentTypes = {
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
} as const;

export type FormType = keyof typeof contentTypes;

/** A request to the server. */
export interface CallRequest {
  /** below the origin, or with it */
  address: string;
  headers: Record<string, string>;
  /** fields by name, of a post; values of a multipart form may be files */
  body?: Record<string, unknown> | undefined;
  /** milliseconds (WR1) */
  timeout: number;
}

/** An answer as it came, whoever brought it. */
export interface Answer {
  body: string;
  /** HTTP */
  status: number;
  /** '' where there is none */
  trace: string;
}

/** Posts a form. @throws NoData where no answer came (ER3) */
export async function sendForm({ address, headers, body = {}, timeout }: CallRequest, type: FormType): Promise<Answer> {
  const response = await axios
    .post<string>(address, type === 'urlencoded' ? queryOf(body) : body, {
      headers: { ...headers, 'Content-Type': contentTypes[type] },
      timeout,
      responseType: 'text',
      validateStatus: () => true,
    })
    .catch(throwUnsent);
  const trace: unknown = response.headers[TRACE_HEADER];
  return { body: response.data, status: response.status, trace: typeof trace === 'string' ? trace : '' };
}

/** ER3. axios speaks English; its known texts have Chinese ones in the catalogue. */
function throwUnsent(error: unknown): never {
  if (!axios.isAxiosError(error))
    throw new NoData('unsent', { message: error instanceof Error ? error.message : '', cause: error });
  if (error.code === 'ETIMEDOUT' || error.message.startsWith('timeout')) throw new NoData('timeout', { cause: error });
  if (error.code === 'ERR_NETWORK' || error.request) throw new NoData('offline', { cause: error });
  throw new NoData('unsent', { message: error.message, cause: error });
}
