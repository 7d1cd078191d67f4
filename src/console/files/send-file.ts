import type { AcceptedFile } from '#wire/console-answers.ts';
import type { AnswerOf, CallName, ParamsOf } from '#wire/console-calls.ts';
import { filenameProblem, readFilename, uploadSizeProblem } from '#rules/files/upload-rule.ts';
import { CallFailed, hrefOf, readAnswer } from '../calls/call.ts';

/** milliseconds without a byte going out, after which the line counts as broken */
const STALL = 45_000;

/** True for a failed upload if the same file may well go through the next time. */
export const mayTryAgain = ({ status }: CallFailed): boolean =>
  status === 0 || status >= 500 || status === 408 || status === 429 || status === 400;

interface Sending {
  /** bytes that have left */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
  isPicture?: boolean;
  /** bytes; absent: as the store takes */
  most?: number;
}

/** Problem of a file before it is sent; '' for none. */
const problemOf = (file: File, isPicture: boolean, most: number | undefined): string =>
  filenameProblem(readFilename(file.name)) || uploadSizeProblem(file.size, isPicture, most);

/** @throws CallFailed with words; 'cancelled' where the signal was given */
export type Send<Answer> = (file: File, sending: Sending) => Promise<Answer>;

/** Sends a file to the store. */
export const sendFile: Send<AcceptedFile> = async (file, sending) => {
  const problem = problemOf(file, sending.isPicture ?? false, sending.most);
  if (problem !== '') throw new CallFailed('unfit', problem, { status: 422 });
  return postFile('POST /files', file, sending);
};

/** Calls whose body is a file. */
type TakesFile = Extract<CallName, `POST ${string}`>;

/** Posts a file. fetch tells nothing of how far it is. */
export function postFile<Name extends TakesFile>(
  name: Name,
  file: File,
  { onProgress, signal }: Sending,
): Promise<AnswerOf<Name>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const wait = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), STALL);
    };
    const fail = (code: string, message: string): void => reject(new CallFailed(code, message));
    request.open('POST', hrefOf(name, { filename: readFilename(file.name) } as unknown as ParamsOf<Name>));
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => {
      onProgress(loaded);
      wait();
    });
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(name, request.responseText, request.status, '文件没有上传成功，请重试'));
      } catch (reason) {
        reject(reason as Error);
      }
    });
    request.addEventListener('error', () => fail('offline', '上传中断：连接不到服务器，请检查网络后重试'));
    request.addEventListener('abort', () =>
      fail(
        signal.aborted ? 'cancelled' : 'stalled',
        signal.aborted ? '已取消' : '上传中断：网络长时间没有反应，请检查网络后重试',
      ),
    );
    request.addEventListener('loadend', () => window.clearTimeout(timer));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    wait();
    // a file that was moved or changed since it was chosen cannot be read: that, too, is an error of the request
    request.send(file);
  });
}

/**
 * Address at which people with a role open a stored file, public or not.
 * @param width of a picture, as the server makes it (ML1)
 */
export function fileHref(filepath: string, filename = '', width = ''): string {
  const [year = '', month = '', name = ''] = filepath.split('/');
  return hrefOf('GET /files/:year/:month/:name', { year, month, name, filename, width });
}
