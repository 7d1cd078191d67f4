import type { Worker } from 'node:worker_threads';
import { startThread } from '../../background/thread.ts';
import { inMegabytes, SheetRefused } from './refusals.ts';
import { KINDS, type PackedRow } from './row-collector.ts';
import { SHEET_LIMITS, type Sheet, type SheetCell, type SheetLimits, type SheetRow } from './sheet.ts';
import type { SheetMessage, SheetTask } from './sheet-worker.ts';

/**
 * Reads an xlsx or CSV file in a worker with limits of memory and time; the calling thread stays free.
 * @param filename only its ending counts, and only where the bytes leave the kind open
 * @param sheet name of the one to be read; '' the first visible one
 * @returns once the header is read; the rows follow in `batches`
 * @throws SheetRefused for every fault of the file or its content
 */
export async function readSheet(
  bytes: Uint8Array,
  filename: string,
  limits: Partial<SheetLimits> = {},
  sheet = '',
): Promise<Sheet> {
  const all = { ...SHEET_LIMITS, ...limits };
  if (bytes.length === 0) throw new SheetRefused('empty-file');
  if (bytes.length > all.fileSize)
    throw new SheetRefused('file-too-large', { size: inMegabytes(bytes.length), limit: inMegabytes(all.fileSize) });
  const reader = startReader(bytes, filename, sheet, all);
  try {
    const opened = await reader.next();
    if (opened.kind !== 'opened') throw new SheetRefused('reader-failed');
    return {
      ...opened.facts,
      header: unpack(opened.header),
      batches: batchesOf(reader),
      close: reader.close,
    };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

async function* batchesOf(reader: Reader): AsyncGenerator<SheetRow[]> {
  try {
    for (let message = await reader.next(); message.kind === 'rows'; message = await reader.next()) {
      reader.more();
      yield message.rows.map(unpack);
    }
  } finally {
    await reader.close();
  }
}

const EMPTY: SheetCell = { kind: 'empty', text: '' };

export function unpack([number, hidden, kinds, texts, seen]: PackedRow): SheetRow {
  return {
    number,
    hidden,
    cells: texts.map((text, column): SheetCell => {
      if (kinds[column] === '-') return EMPTY;
      const more = seen?.get(column);
      const kind = KINDS[kinds[column]!]!;
      return more === undefined ? { kind, text } : { kind, text, ...more };
    }),
  };
}

interface Reader {
  /** @throws SheetRefused, also when the deadline has passed */
  next(): Promise<Exclude<SheetMessage, { kind: 'refused' }>>;
  /** lets the worker read one batch more */
  more(): void;
  close(): Promise<void>;
}

/** Messages of the worker, in order. The clock runs only while somebody waits for one. */
function startReader(bytes: Uint8Array, filename: string, sheet: string, limits: SheetLimits): Reader {
  const worker = startWorker({ bytes: isShared(bytes) ? bytes : new Uint8Array(bytes), filename, sheet, limits });
  const messages: SheetMessage[] = [];
  let failure: SheetRefused | null = null;
  let wake = () => {};
  const fail = (error: SheetRefused) => {
    failure ??= error;
    wake();
  };
  worker.on('message', (message: SheetMessage) => {
    messages.push(message);
    wake();
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new SheetRefused('took-too-much-memory')
        : Object.assign(new SheetRefused('reader-failed'), { cause: error }),
    );
  });
  worker.on('exit', () => fail(new SheetRefused('reader-failed')));
  const isReady = () => messages.length > 0 || failure !== null;
  let left = limits.deadline;
  return {
    async next() {
      const since = performance.now();
      const timer = setTimeout(
        () => fail(new SheetRefused('took-too-long', { seconds: Math.ceil(limits.deadline / 1_000) })),
        left,
      );
      while (!isReady()) await new Promise<void>((resolve) => (wake = resolve));
      clearTimeout(timer);
      left = Math.max(0, left - (performance.now() - since));
      const message = messages.shift();
      if (!message) throw failure!;
      if (message.kind === 'refused') throw new SheetRefused(message.code, message.facts);
      return message;
    },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
    more: () => worker.postMessage(null),
    close: async () => void (await worker.terminate()),
  };
}

const isShared = ({ buffer }: Uint8Array): boolean => buffer instanceof SharedArrayBuffer;

const startWorker = (task: SheetTask): Worker =>
  startThread(new URL('./sheet-worker.ts', import.meta.url), {
    data: task,
    transfer: isShared(task.bytes) ? [] : [task.bytes.buffer as ArrayBuffer],
    memory: { old: task.limits.memory, young: 16, code: 16 },
    isBare: true,
  });
