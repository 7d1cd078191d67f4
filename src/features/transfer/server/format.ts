import type { Taken } from '#server/editions/draft/taken.ts';
import type { Sender } from '#server/editions/draft/transfer-refused.ts';
import type { Cell } from '#page/data-shapes.ts';
import type { KindName } from '#kinds/index.ts';

/**
 * Header of a file that moves content between environments: what is public is in one signed file (BE1), and the other
 * environment makes an edition of what differs (BE3).
 *
 * The file is a signed front (front.ts) and, behind it, gzip over lines of JSON, so that either end holds one line at a
 * time. The first line is a header. Each thing has a line; of a register with many rows, lines of these follow it. Then
 * come the number of files, and each file as a line of its own and pieces in base64. Files of the first form have no
 * front and are gzip alone: their header has the facts of a front. Their last line has the signature over the SHA-256
 * of all lines before it.
 */
export interface Header {
  /** ISO: the moment that the file shows */
  at: string;
  /** version of the program that wrote it */
  program: string;
  sender: Sender;
  /** id of the sender's database, whose ids mean nothing in another one; absent in files of earlier versions */
  store?: string;
  /** kinds of its things */
  kinds: string[];
  /** keys of the environments that the sender has taken anything from */
  taken: string[];
  /** number of lines of things that follow */
  things: number;
}

export const MARK = 'site-export';
export const FORMAT = 2;

const MEGABYTE = 1024 * 1024;

/** BE9: limits of a file, whoever signed it; all of it is counted before anything is made of it. */
export const TRANSFER_LIMITS = {
  /** bytes of all lines */
  unpacked: 16_384 * MEGABYTE,
  /** bytes of the first line */
  header: 16 * 1024,
  /** bytes of a line: the largest setting has some five million characters */
  line: 32_000_000,
  /** limits of a line; a thousand rows with all columns that a register may have are 200,000 values */
  json: { depth: 64, values: 400_000 },
  things: 200_000,
} as const;

export interface Thing {
  kind: KindName;
  /** id at its sender */
  id: string;
  document: unknown;
  /** states that the sender itself last took of it, by the key of the environment that it came from */
  taken?: Record<string, Taken>;
}

/** Rows of the thing before them, where its line does not hold them (BE7). */
export interface RowLine {
  rows: readonly Row[];
}

/** Cells by field. */
export type Row = Readonly<Record<string, Cell>>;

export interface Contents {
  files: number;
  /** bytes of all files */
  bytes: number;
}

/** Line of the file, checked; the last one proves that nothing is missing. */
export type Line =
  | { header: Header }
  | { thing: Thing }
  | RowLine
  | { contents: Contents }
  | { file: string; size: number }
  | { piece: Buffer }
  | { digest: string };

const FILEPATHS = /(?<![0-9a-zA-Z])(?:\d{4}\/(?:0[1-9]|1[0-2])\/)([0-9a-f]{64}\.[a-z0-9]{1,8})/g;

/** Stored files that a document names, wherever it does, each once. */
export const filepathsOf = (document: unknown): string[] => [
  // a copy: a part of a text would keep all of it
  ...new Set(Array.from(JSON.stringify(document).matchAll(FILEPATHS), ([path]) => Buffer.from(path).toString())),
];

/** A document with each filepath replaced. */
export const withFilepaths = <D>(document: D, using: (filepath: string, name: string) => string): D =>
  JSON.parse(JSON.stringify(document).replaceAll(FILEPATHS, using)) as D;
