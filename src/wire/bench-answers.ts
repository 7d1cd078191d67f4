import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { WorkKind } from '#rules/editions/work-list.ts';
import type { ChannelDuty } from './channel-answers.ts';
import type { EditionLine, PublicationLine } from './console-answers.ts';
import type { EditionView } from './edition-answers.ts';

/** Answers of the workbench (src/server/console-api/bench-calls.ts), as both ends know them. */

/** A view of editions that wait for whoever is signed in. */
export interface BenchView {
  view: EditionView;
  total: number;
  /** number by kind; an edition of two kinds counts in both */
  kinds: { kind: WorkKind; total: number }[];
  /** editions that wait longest */
  list: (EditionLine & { kinds: WorkKind[] })[];
}

/** WB3: an open edition with whoever holds it. */
export interface HeldEdition {
  editionId: number;
  title: string;
  state: EditionState;
  /** people whose turn it is: the writer, or those who may review or publish it */
  holders: string[];
  /** ISO 8601 */
  since: string;
  /** moment at which it becomes public by itself; '' for none */
  publishAt: string;
}

export interface DepartmentGroup {
  /** value of the filter of the list of work; '-' where the channels name none */
  department: string;
  total: number;
  /** the oldest first */
  list: HeldEdition[];
}

/** Rows of the calendar: what becomes public, what leaves, what has to be renewed. */
export type CalendarKind = 'comes' | 'leaves' | 'due';

export interface CalendarItem {
  kind: CalendarKind;
  /** yyyy-mm-dd in Shanghai */
  day: string;
  /** hh:mm; '' for the whole day */
  time: string;
  title: string;
  /** name of the channel, or a department */
  note: string;
  /** address below /console */
  to: string;
}

export interface WorkCalendar {
  /** yyyy-mm-dd, both included */
  from: string;
  to: string;
  /** the rows that the program knows, with the number of all their items */
  kinds: { kind: CalendarKind; total: number }[];
  /** items in the order of day and time */
  items: CalendarItem[];
}

/** Kinds of what is broken (WB5). */
export const BROKEN_KINDS = ['schedule', 'link', 'file', 'page'] as const;
export type BrokenKind = (typeof BROKEN_KINDS)[number];

export interface BrokenLine {
  title: string;
  /** the problem and its place */
  note: string;
  /** address below /console where it is mended; '' where nobody mends it in the console */
  to: string;
}

export interface BrokenGroup {
  kind: BrokenKind;
  total: number;
  /** ISO 8601 of the check that found them; '' where they are known at once, or no check has ended yet */
  checkedAt: string;
  list: BrokenLine[];
}

/** WB1: all of the first screen. */
export interface Workbench {
  /** yyyy-mm-dd in Shanghai */
  today: string;
  /** null: the person may see no editions */
  work: {
    mine: BenchView[];
    open: { total: number; states: { state: EditionState | 'scheduled'; total: number; oldest: string }[] };
    departments: DepartmentGroup[];
    duties: { total: number; late: number; list: ChannelDuty[] };
    calendar: WorkCalendar;
  } | null;
  broken: BrokenGroup[];
  published: { total: number; list: PublicationLine[] };
}
