import type { Envelope } from './envelope.ts';

/** Why a call brought no data; outcomes.ts has the words for it, and comes with the first of these. */
export type NoDataReason = 'timeout' | 'offline' | 'unsent' | 'status' | 'code';

export interface NoDataDetails {
  /** the words of the answer or of the error; the catalogue's own text where it has one */
  message?: string;
  /** HTTP status, absent when no answer came */
  status?: number;
  /** the answer, as far as it could be read (ER1: it is returned to the caller) */
  envelope?: Envelope;
  cause?: unknown;
}

/** A failure as the browser's end of the wire knows it before it has the catalogue. */
export class NoData extends Error {
  override readonly name = 'NoData';
  readonly reason: NoDataReason;
  readonly details: NoDataDetails;

  constructor(reason: NoDataReason, details: NoDataDetails = {}) {
    super(reason, { cause: details.cause });
    this.reason = reason;
    this.details = details;
  }
}
