import type { Change } from '#kinds/index.ts';

/** The moment a read is asked for: what is public now, or what was public at a past instant (PB1). */
export type Moment = 'now' | Date;

/** One publication: all of its changes or none, one log entry. */
export interface NewPublication {
  title: string;
  writtenBy: string;
  approvedBy: string;
  /** default: now. Earlier moments only while filling a store with history, never before the newest publication. */
  at?: Date;
  changes: Change[];
  /** numbers of new articles that were taken before, by place in `changes`; others get theirs here */
  newIds?: ReadonlyMap<number, number>;
}

export interface Published {
  no: number;
  at: Date;
  /** ids of the articles in `changes`, in their order (null for other changes) */
  articleIds: (number | null)[];
}
