import { CallFailed, readAnswer } from '#console/calls/call.ts';

/** milliseconds without a byte going out, after which the line counts as broken */
const STALL = 45_000;

interface Sending {
  /** bytes that were sent */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one file of an import. XMLHttpRequest is used because fetch reports no progress.
 * @param href of the call
 * @throws CallFailed with words; 'cancelled' where the signal was given
 */
export function sendImportFile(href: string, file: Blob, { onProgress, signal }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const wait = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), STALL);
    };
    const stop = (): void => request.abort();
    request.open('POST', href);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => {
      onProgress(loaded);
      wait();
    });
    request.addEventListener('load', () => {
      try {
        resolve(
          readAnswer('POST /moving-in/:importId/files', request.responseText, request.status, '没有上传成功，请重试'),
        );
      } catch (reason) {
        reject(reason as Error);
      }
    });
    request.addEventListener('error', () =>
      reject(new CallFailed('offline', '上传中断：连接不到服务器，或文件已被移动；请检查后继续')),
    );
    request.addEventListener('abort', () =>
      reject(
        signal.aborted
          ? new CallFailed('cancelled', '已暂停')
          : new CallFailed('stalled', '上传中断：网络长时间没有反应，请检查网络后继续'),
      ),
    );
    request.addEventListener('loadend', () => {
      window.clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
    signal.addEventListener('abort', stop, { once: true });
    wait();
    request.send(file);
  });
}
