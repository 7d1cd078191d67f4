import type { LaterAct, RemarkAct, RemarkState } from '#rules/editions/remarks.ts';

/** Contract of the calls about remarks (RM1 to RM8). */

/** A place of an edition. */
export interface RemarkPlace {
  /** 'article:12'; '' for the edition as a whole */
  subject: string;
  /** key of a row of a register, as the comparison names it; '' for none */
  row: string;
  /** RFC 6901, in the change or in the row; '' for all of it */
  pointer: string;
  /** a paragraph of the text there, which `quote` begins */
  isLine: boolean;
  /** beginning of what stood there */
  quote: string;
}

export interface RemarkEntry {
  act: RemarkAct;
  /** ISO 8601 */
  at: string;
  name: string;
  /** newest version at that moment */
  version: number;
  text: string;
}

export interface Remark {
  no: number;
  state: RemarkState;
  place: RemarkPlace;
  /** RM5: the newest version says at its place what stood there */
  isThere: boolean;
  /** acts on it, the oldest first: how it was made, then the others */
  entries: RemarkEntry[];
  /** acts that the reader may take now */
  may: LaterAct[];
}

export interface RemarksAnswer {
  /** the oldest first */
  remarks: Remark[];
  /** why the reader may add none; '' where they may */
  closed: string;
}
