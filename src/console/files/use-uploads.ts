import { useEffect, useRef, useState } from 'react';
import { isCallFailed, wordsOf } from '../calls/call.ts';
import { useRefusals } from '../calls/use-calls.ts';
import { mayTryAgain, type Send } from './send-file.ts';

/** A file on its way into the store, or kept from it. */
export interface Upload {
  id: number;
  filename: string;
  /** bytes */
  total: number;
  sent: number;
  state: 'waiting' | 'sending' | 'failed';
  /** why it failed; '' otherwise */
  problem: string;
  /** the same file may go through the next time */
  canRetry: boolean;
}

interface Options<Answer> {
  send: Send<Answer>;
  /** called for each stored file, in the order of arrival */
  onStored: (file: Answer) => void;
  isPicture?: boolean;
  /** bytes */
  most?: number;
}

/**
 * Uploads of one place: added, one after another, with progress; each can be cancelled, and tried again. What is stored
 * leaves the list and is told to the caller.
 */
export function useUploads<Answer>({ send: sendOne, onStored, isPicture = false, most }: Options<Answer>) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const files = useRef(new Map<number, { file: File; abort: AbortController }>());
  const onStoredNow = useRef(onStored);
  const refuse = useRefusals();
  const next = useRef(1);
  useEffect(() => {
    onStoredNow.current = onStored;
  });
  // uploads end when the screen is left
  useEffect(() => () => files.current.forEach(({ abort }) => abort.abort()), []);

  const change = (id: number, fields: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...fields } : one)));
  const drop = (id: number): void => {
    files.current.get(id)?.abort.abort();
    files.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  };
  const send = async (id: number): Promise<void> => {
    const { file, abort } = files.current.get(id)!;
    try {
      const stored = await sendOne(file, {
        signal: abort.signal,
        isPicture,
        ...(most !== undefined && { most }),
        onProgress: (sent) => change(id, { sent }),
      });
      drop(id);
      onStoredNow.current(stored);
    } catch (reason) {
      if (abort.signal.aborted) return;
      change(id, {
        state: 'failed',
        problem: wordsOf(reason),
        canRetry: isCallFailed(reason) && mayTryAgain(reason),
        sent: 0,
      });
      refuse(reason);
    }
  };
  const waiting = uploads.find(({ state }) => state === 'waiting')?.id;
  const isSending = uploads.some(({ state }) => state === 'sending');
  useEffect(() => {
    if (waiting === undefined || isSending) return;
    change(waiting, { state: 'sending' });
    void send(waiting);
    // only the next in line starts
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [waiting, isSending]);

  return {
    uploads,
    isBusy: isSending || waiting !== undefined,
    add: (chosen: readonly File[]): void => {
      const added = chosen.map((file) => {
        const id = next.current++;
        files.current.set(id, { file, abort: new AbortController() });
        return {
          id,
          filename: file.name,
          total: file.size,
          sent: 0,
          state: 'waiting',
          problem: '',
          canRetry: false,
        } satisfies Upload;
      });
      setUploads((all) => [...all, ...added]);
    },
    retry: (id: number): void => {
      const known = files.current.get(id);
      if (!known) return;
      files.current.set(id, { file: known.file, abort: new AbortController() });
      change(id, { state: 'waiting', problem: '', sent: 0 });
    },
    /** cancels it, or takes a failed one off the list */
    drop,
  };
}
