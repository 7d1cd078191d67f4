/** What the calls answer by which something earlier becomes a new edition (src/server/console-api/take-up-calls.ts). */

/** A publication that changed a register: its rows, what is stated of them, or its definition. */
export interface RegisterPublication {
  no: number;
  /** ISO 8601 */
  at: string;
  title: string;
  writtenBy: string;
  approvedBy: string;
  /** as it stood afterwards; '' before its first rows */
  dataDate: string;
  rows: number;
  added: number;
  changed: number;
  removed: number;
  /** rows that the definition alone made others; among none of the former */
  rewritten: number;
  /** the definition became another one */
  hasDefinition: boolean;
  /** what whoever asks may not do and would have to, because the definition was another one then; '' for nothing */
  lacks: string;
}

/** An article or a channel that was taken from the public and is not back. */
export interface EndedThing {
  /** article:12, channel:0001… */
  subject: string;
  title: string;
  /** where it was: of a channel the one above it */
  channelId: string;
  /** names of that channel and of those above it: they may have ended, too */
  place: string;
  at: string;
  /** the publication that ended it */
  no: number;
  reason: string;
  /** of a channel: articles that were withdrawn with it */
  articles: number;
}

/** What a copy of something public needs to be told, with what is proposed. */
export interface CopyProposal {
  subject: string;
  kind: 'article' | 'page' | 'register';
  title: string;
  /** free name of the copy; '' for an article, which has none */
  name: string;
  /** channel in which the copy is proposed to be; '' for none */
  channelId: string;
  /** of a register; the copy may have them */
  rows: number;
}
