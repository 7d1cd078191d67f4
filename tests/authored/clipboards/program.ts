import type { FindingKind } from '#authored/findings.ts';

/** Markup that one program writes into the clipboard or into a page; where it comes from is said above each list. */
export interface Program {
  program: string;
  cases: readonly {
    name: string;
    html: string;
    /** the stored form */
    becomes: string;
    /** number of each finding, and its words */
    told: Partial<Record<FindingKind, readonly [count: number, ...samples: string[]]>>;
  }[];
}
