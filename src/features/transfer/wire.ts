import type { TransferLimits } from './transfer-fit.ts';

/** What goes between the environments of a firm (BE5 to BE8). */

/** An environment by the public half of its key. */
export interface Environment {
  name: string;
  key: string;
}

export interface ExportState {
  state: 'writing' | 'ready' | 'failed';
  /** why it failed; '' otherwise */
  problem: string;
  articles: boolean;
  rows: boolean;
  /** ISO 8601 */
  at: string;
  filename: string;
  things: number;
  files: number;
  /** bytes of the file */
  size: number;
}

export interface ImportState {
  state: 'receiving' | 'checking' | 'ready' | 'saving' | 'saved' | 'failed';
  filename: string;
  /** why it is not taken, or why no draft was made of it; '' otherwise */
  problem: string;
  /** the draft that was made of it */
  editionId: number | null;
  /** who signed it, where that is why */
  stranger: Environment | null;
}

export interface TransferState {
  own: Environment;
  /** whose files are taken */
  senders: readonly Environment[];
  export: ExportState | null;
  import: ImportState | null;
}

/**
 * 'ours': changed, or taken from the public, here alone since both last had the same; 'clash': on both sides since then,
 * or each side has made one of its own; 'older': the file shows what was there before what this environment took last;
 * 'other': its sender gave the number of another article to it, so that it may be a new one.
 */
export type DifferentStanding = 'new' | 'changed' | 'ours' | 'clash' | 'older' | 'other';

/** Those that are taken unless they are left out; the others only where they are chosen. */
export const TAKEN_STANDINGS: readonly DifferentStanding[] = ['new', 'changed'];

export interface ImportThing {
  /** as its sender calls it: 'page:home' */
  subject: string;
  title: string;
  standing: DifferentStanding;
  /** a line for each field that differs */
  differences: readonly string[];
  /** of its texts */
  characters: number;
}

/** How a file differs from what is public here. */
export interface ImportFound {
  sender: Environment;
  /** ISO 8601: the moment that the file shows */
  at: string;
  /** ISO 8601: as of when newer content of its sender was taken before; null where the file is the newest */
  newerTaken: string | null;
  files: number;
  /** of all stored files */
  bytes: number;
  things: readonly ImportThing[];
  /** how many are as they are here */
  same: number;
  /** the edition of an earlier import of this sender that is neither published nor discarded */
  open: number | null;
  /** what one edition holds */
  limits: TransferLimits;
}
