import { basename, dirname } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** A log file that begins anew when it is full (OP6). */
export interface LogFileSettings {
  /** absolute */
  path: string;
  /** size of one file */
  megabytes: number;
  /** full files that stay beside it, as PATH.1 (the newest), PATH.2 … */
  files: number;
}

export interface LogFile {
  write: (text: string) => void;
  /** ends once all lines are written, or cannot be */
  close: () => Promise<void>;
}

/** characters that wait for a slow disk; lines beyond them are lost, as those of a full one are (PD13) */
const MOST_WAITING = 16 * 1024 * 1024;
/** milliseconds after a failure until the file is opened again */
const AGAIN = 10_000;

/**
 * Opens a log file, which never ends the process: while it cannot be written its lines are lost, and it is opened again
 * later. @param failed is told once of each time that it cannot be written
 */
export function openLogFile({ path, megabytes, files }: LogFileSettings, failed: (error: Error) => void): LogFile {
  let stream: RotatingFileStream | null = null;
  let failedAt = -Infinity;
  let isFailing = false;
  const open = (): RotatingFileStream => {
    const opened = createStream(basename(path), { path: dirname(path), size: `${megabytes}M`, rotate: files });
    opened.on('error', (error) => {
      if (stream !== opened) return;
      [stream, failedAt] = [null, performance.now()];
      if (!isFailing) failed(error);
      isFailing = true;
      opened.destroy();
    });
    return opened;
  };
  return {
    write: (text) => {
      if (stream === null && performance.now() - failedAt < AGAIN) return;
      stream ??= open();
      if (stream.writableLength > MOST_WAITING) return;
      stream.write(text, (error) => {
        if (!error) isFailing = false;
      });
    },
    close: () =>
      new Promise((resolve) => {
        if (stream === null) return resolve();
        stream.once('error', () => resolve());
        stream.end(() => resolve());
      }),
  };
}
