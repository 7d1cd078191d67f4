import { useCallback, useEffect, useRef, useState } from 'react';
import { call, hrefOf, isCallFailed, wordsOf } from '#console/calls/call.ts';
import { useSend } from '#console/calls/use-calls.ts';
import type { FolderFile } from './folder-entries.ts';
import { sendImportFile } from './send-import-file.ts';

/** files on their way at once */
const AT_ONCE = 4;
/** attempts for one file where the connection breaks */
const TRIES = 3;

interface UploadProgress {
  state: 'idle' | 'sending' | 'stopped';
  files: number;
  of: number;
  sent: number;
  bytes: number;
  /** reason that ended it; '' for none */
  problem: string;
}

const NOTHING: UploadProgress = { state: 'idle', files: 0, of: 0, sent: 0, bytes: 0, problem: '' };

/**
 * MI11: sends a folder file by file, or a zip. Complete files are not sent again, so that an interrupted upload
 * continues when the same folder is chosen once more.
 * @param onDone when all of it is on the server
 */
export function useImportUpload(importId: string, onDone: () => void) {
  const [progress, setProgress] = useState(NOTHING);
  const stopping = useRef<AbortController>(undefined);
  const send = useSend();
  useEffect(() => () => stopping.current?.abort(), []);

  const run = useCallback(
    async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
      const control = new AbortController();
      stopping.current = control;
      try {
        await work(control.signal);
        setProgress(NOTHING);
        onDone();
      } catch (reason) {
        control.abort();
        const isStopped = isCallFailed(reason) && reason.code === 'cancelled';
        setProgress((now) => ({ ...now, state: 'stopped', problem: isStopped ? '' : wordsOf(reason) }));
      }
    },
    [onDone],
  );

  const sendFolder = useCallback(
    (files: readonly FolderFile[]) =>
      run(async (signal) => {
        const present = new Map(
          (await send('GET /moving-in/:importId/files', { importId })).map(({ path, bytes }) => [path, bytes]),
        );
        const left = files.filter(({ path, file }) => present.get(path) !== file.size);
        const there = files.length - left.length;
        const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
        let sent = bytes - left.reduce((sum, { file }) => sum + file.size, 0);
        let done = there;
        const tell = (): void =>
          setProgress({ state: 'sending', files: done, of: files.length, sent, bytes, problem: '' });
        tell();
        const rest = [...left];
        const line = async (): Promise<void> => {
          for (let next = rest.shift(); next; next = rest.shift()) {
            const { path, file } = next;
            const href = hrefOf('POST /moving-in/:importId/files', { importId, path });
            let before = 0;
            await patiently(signal, () =>
              sendImportFile(href, file, {
                signal,
                onProgress: (now) => {
                  sent += now - before;
                  before = now;
                  tell();
                },
              }).catch((reason: unknown) => {
                sent -= before;
                before = 0;
                throw reason;
              }),
            );
            sent += file.size - before;
            done += 1;
            tell();
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, line));
        await send('POST /moving-in/:importId/uploaded', { importId });
      }),
    [importId, run, send],
  );

  const sendZip = useCallback(
    (file: File) =>
      run(async (signal) => {
        const tell = (sent: number): void =>
          setProgress({ state: 'sending', files: 0, of: 1, sent, bytes: file.size, problem: '' });
        tell(0);
        await sendImportFile(hrefOf('POST /moving-in/:importId/zip', { importId }), file, { signal, onProgress: tell });
      }),
    [importId, run],
  );
  return { progress, sendFolder, sendZip, stop: () => stopping.current?.abort() };
}

/** Repeats work after a broken connection, while the server can be reached. */
async function patiently(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (reason) {
      const isBroken = isCallFailed(reason) && (reason.status === 0 || reason.status >= 500);
      if (signal.aborted || !isBroken || left <= 1) throw reason;
      await call('GET /me', {});
    }
  }
}
