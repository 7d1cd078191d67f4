/** Answers of the calls about removals (server/removal-calls.ts). They never repeat what is to be taken away. */

/** A thing in which it stands. */
export interface RemovalThing {
  /** 'article:12', 'edition:4', 'register:bond'; 'audit:' where a table has no things */
  subject: string;
  /** in words, without what is to be taken away */
  title: string;
  /** rows, versions or lines */
  count: number;
  /** can be left as it is: where the same words are meant to stand */
  mayStay: boolean;
}

export interface RemovalFile {
  filepath: string;
  filename: string;
  /** named in the question, imported with rows that hold it, or with a text that holds it */
  why: 'named' | 'import' | 'text';
}

/** RE2: everything that a removal would take away. */
export interface RemovalLook {
  things: RemovalThing[];
  files: RemovalFile[];
  /** texts that stand nowhere that was public, by their place in the question, from 0 */
  missing: number[];
}
