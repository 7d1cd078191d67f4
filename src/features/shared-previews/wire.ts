import type { ShareEnd } from '#rules/editions/shared-previews.ts';

/** Contract of the calls about links to previews (SH1 to SH5). */

export interface ShareLine {
  shareId: number;
  /** version of the edition that it shows */
  version: number;
  forWhom: string;
  /** name of whoever made it */
  madeBy: string;
  /** ISO 8601; '' for none */
  madeAt: string;
  expiresAt: string;
  lastOpenedAt: string;
  revokedAt: string;
  revokedBy: string;
  /** pages that it has shown */
  opened: number;
  /** null: it is good */
  end: ShareEnd | null;
}

/** SH5: an answer from outside, under a name that nobody has verified. */
export interface OutsideAnswer {
  /** number of its line in the record */
  no: number;
  at: string;
  name: string;
  /** '' for 无异议 */
  remark: string;
  version: number;
  shareId: number;
  /** note on the link that it came by */
  forWhom: string;
}

export interface SharesAnswer {
  links: ShareLine[];
  /** newest first */
  answers: OutsideAnswer[];
}
