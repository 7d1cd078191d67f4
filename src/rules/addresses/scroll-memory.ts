/** SC1–SC3: where a page is shown when one arrives at it. */

/** Setting of a page: its place is remembered, or only where the address has this parameter. Absent: not kept. */
export type KeepsScroll = boolean | string | undefined;

/** Whether the place on a page is remembered for its path (query aside) as long as the visit lasts. */
export function keepsScroll(word: KeepsScroll, query: Readonly<Record<string, string>>): boolean {
  return typeof word === 'string' ? Boolean(query[word]) : word === true;
}

interface Arrival {
  /** reached by Back or Forward */
  back: boolean;
  /** the path that was shown before: paging and filters */
  samePath: boolean;
  keeps: boolean;
  /** remembered of this entry of the history, and of this path; undefined where nothing is */
  ofEntry: number | undefined;
  ofPath: number | undefined;
}

/** Pixels from the top; null: the page stays where it is. */
export function arrivalPlace({ back, samePath, keeps, ofEntry, ofPath }: Arrival): number | null {
  if (back) return ofEntry ?? 0;
  if (samePath) return null;
  return (keeps && ofPath) || 0;
}
