/** Answers of the calls by which something earlier becomes a new edition (src/server/console-api/take-up-calls.ts). */

/** A publication that changed a register: its rows, what is stated of them, or its definition. */
export interface RegisterPublication {
  no: number;
  /** ISO 8601 */
  at: string;
  title: string;
  writtenBy: string;
  approvedBy: string;
  /** date of the data afterwards; '' before its first rows */
  dataDate: string;
  rows: number;
  added: number;
  changed: number;
  removed: number;
  /** rows that the definition alone made others; among none of the former */
  rewritten: number;
  /** the definition became another one */
  hasDefinition: boolean;
  /** right that the caller lacks, because the definition was another one then; '' for none */
  lacks: string;
}

/** ED16: one thing that a way back changes. */
export interface WayBackPart {
  subject: string;
  title: string;
  /**
   * Restored is what is public now, and becomes what it was. Again is what is not public now, and becomes so. Withdrawn
   * is what was not public before. Left is the same, where it cannot be withdrawn.
   */
  does: 'restored' | 'again' | 'withdrawn' | 'left';
  /** number of a later publication that changed it; null for none */
  newer: number | null;
}

/** ED16: what a way back would do, told before there is a draft. */
export interface WayBackPlan {
  title: string;
  parts: WayBackPart[];
  /** CK9: what becomes public again inside of these things: rows and files, each with its place and when it ended */
  again: string[];
  /** rows and registers that go (RD1 to RD6) */
  gone: string[];
  rowsGone: number;
}

/** A publication that changed a setting or a page. */
export interface SubjectPublication {
  /** 0: what came with the program */
  no: number;
  /** ISO 8601; '' for what came with the program */
  at: string;
  title: string;
  writtenBy: string;
  approvedBy: string;
}

/** An article or a channel that was taken from the public and is not back. */
export interface EndedThing {
  /** article:12, channel:0001… */
  subject: string;
  title: string;
  /** its former channel; for a channel the one above it */
  channelId: string;
  /** names of that channel and of those above it: they may have ended, too */
  place: string;
  at: string;
  /** the publication that ended it */
  no: number;
  reason: string;
  /** number of articles that were withdrawn with a channel */
  articles: number;
}

/** Data that a copy of something public needs, with a proposal. */
export interface CopyProposal {
  subject: string;
  kind: 'article' | 'page' | 'register';
  title: string;
  /** free name of the copy; '' for an article, which has none */
  name: string;
  /** channel in which the copy is proposed to be; '' for none */
  channelId: string;
  /** number of a register's rows; the copy may have them */
  rows: number;
}
