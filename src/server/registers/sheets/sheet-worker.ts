import { parentPort, workerData } from 'node:worker_threads';
import { fileKind } from './file-kind.ts';
import { readCsv } from './read-csv.ts';
import type { SheetTaker } from './read-xlsx.ts';
import { SheetRefused, type RefusalCode } from './refusals.ts';
import type { PackedRow } from './row-collector.ts';
import type { SheetFacts, SheetLimits } from './sheet.ts';

/** Runs in a thread of its own with a memory and a time limit: whatever a file does, the site goes on. */
export interface SheetTask {
  bytes: Uint8Array;
  filename: string;
  /** name of the one to be read; '' the first visible one */
  sheet: string;
  limits: SheetLimits;
}

export type SheetMessage =
  | { kind: 'opened'; header: PackedRow; facts: SheetFacts }
  | { kind: 'rows'; rows: PackedRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; code: RefusalCode; facts: Readonly<Record<string, string | number>> };

const port = parentPort!;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
const post = (message: SheetMessage) => port.postMessage(message);

/** batches that may be sent before one is requested */
let credit = 2;
const hasCredit = () => credit > 0;
let waiting: (() => void) | null = null;
port.on('message', () => {
  credit++;
  waiting?.();
});

let about: SheetFacts | undefined;
const taker: SheetTaker = {
  about: (facts) => void (about = facts),
  header: (header) => post({ kind: 'opened', facts: about!, header }),
  async rows(rows) {
    post({ kind: 'rows', rows });
    credit--;
    while (!hasCredit()) await new Promise<void>((resolve) => (waiting = resolve));
  },
};

async function read({ bytes, filename, sheet, limits }: SheetTask): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // a CSV file needs neither zip nor XML, which are a fifth of the cost of starting a reader
  if (fileKind(bytes, filename) === 'zip')
    await (await import('./read-xlsx.ts')).readXlsx(buffer, limits, taker, sheet);
  else await readCsv(buffer, limits, taker);
  post({ kind: 'end' });
}

await read(workerData as SheetTask).catch((error: unknown) => {
  if (!(error instanceof SheetRefused)) throw error;
  post({ kind: 'refused', code: error.code, facts: error.facts });
});
port.close();
