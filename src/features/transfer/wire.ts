import type { TransferLimits } from './transfer-fit.ts';

/** Contract of the calls that move content between the environments of a firm (BE5 to BE8). */

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
  /** signer of the file, where it is refused as a stranger's */
  stranger: Environment | null;
}

export interface TransferState {
  own: Environment;
  /** environments whose files are taken */
  senders: readonly Environment[];
  export: ExportState | null;
  import: ImportState | null;
}

/**
 * 'ours': changed, or taken from the public, here alone since both last had the same. 'clash': changed on both sides
 * since then, or each side has made one of its own. 'older': the file shows an earlier state than the one that this
 * environment took last. 'other': its sender gave the number of another article to it, so that it may be a new one.
 */
export type DifferentState = 'new' | 'changed' | 'ours' | 'clash' | 'older' | 'other';

/** States that are taken unless left out; things with the others are taken only where they are chosen. */
export const TAKEN_STATES: readonly DifferentState[] = ['new', 'changed'];

export interface ImportThing {
  /** name by its sender: 'page:home' */
  subject: string;
  title: string;
  state: DifferentState;
  /** a line for each field that differs */
  differences: readonly string[];
  /** characters of its texts */
  characters: number;
}

/** Differences of a file from what is public here. */
export interface ImportFound {
  sender: Environment;
  /** ISO 8601: the moment that the file shows */
  at: string;
  /** ISO 8601: as of when newer content of its sender was taken before; null where the file is the newest */
  newerTaken: string | null;
  files: number;
  /** bytes of all stored files */
  bytes: number;
  things: readonly ImportThing[];
  /** number of things that are the same here */
  same: number;
  /** the edition of an earlier import of this sender that is neither published nor discarded */
  open: number | null;
  /** limits of one edition */
  limits: TransferLimits;
}
