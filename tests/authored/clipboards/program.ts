import type { FindingKind } from '#authored/findings.ts';

/** Markup that one program writes into the clipboard or into a page; where it comes from is said above each list. */
export interface Program {
  program: string;
  cases: readonly {
    name: string;
    html: string;
    /** as it is stored */
    becomes: string;
    /** how many of each, and the words that are told with them */
    told: Partial<Record<FindingKind, readonly [count: number, ...samples: string[]]>>;
  }[];
}
