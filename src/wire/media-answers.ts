import type { EditionState } from '#rules/editions/edition-steps.ts';

/** Answers of the console's calls about stored pictures and files (ML5 to ML9), known to both ends. */

/** Kinds by which the library is looked through. */
export const MEDIA_KINDS = ['picture', 'file'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Lists of what wants attention. */
export const MEDIA_STATES = ['unused', 'doubled', 'without-alt'] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

/** A stored picture or file. */
export interface MediaLine {
  filepath: string;
  kind: MediaKind;
  /** names under which it was uploaded or is shown, the newest first; one at least */
  names: string[];
  /** bytes */
  bytes: number;
  /** null for what has none, or none that is known */
  size: { width: number; height: number } | null;
  /** alternative text that it was made public with last; '' for none */
  alt: string;
  /** name of whoever uploaded it first; '' where nobody did by hand */
  by: string;
  /** ISO 8601 */
  at: string;
  /** places of public content that show it, as far as the person may read them */
  uses: number;
  /** nothing public and no open edition shows it */
  isUnused: boolean;
}

export interface MediaList {
  list: MediaLine[];
  total: number;
}

/** A place that shows a stored file. */
export interface MediaUse {
  /** unlike that of every other place */
  id: string;
  state: 'public' | 'past' | EditionState;
  title: string;
  /** name under which it is shown there; '' where it has none */
  filename: string;
  /** address below /console */
  to: string;
}

export interface MediaView extends MediaLine {
  places: MediaUse[];
  /** there are places that the person may not read */
  hasMore: boolean;
  /** each upload of the same bytes */
  uploads: { name: string; by: string; at: string }[];
  /** the same content under another ending */
  twins: string[];
}
