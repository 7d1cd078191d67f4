import type { Link } from './page-schema.ts';

/** Pages that stand without a schema and without data of blocks: what the server says, and the site draws. */

/** A page that stands where another was asked for (RT9). */
export interface Notice {
  /** 404, 410, 500, 503 */
  status: number;
  title: string;
  text: string;
  /** ISO 8601; 410: since when nothing is shown here */
  since?: string;
  /** ways on, the first one is the main one; the server's stand before the one to the home page */
  links: Link[];
}

/** Content of a stored file in our own viewer (FO2). */
export interface ShownFile {
  filename: string;
  /** address of the stored file */
  download: string;
  /** bytes */
  size: number;
  /** the page that publishes it; null where that is not known */
  from: Link | null;
  /** escaped HTML with classes only */
  body: string;
}

/** The text of an article before it was updated. */
export interface ShownFormerText {
  title: string;
  /** sanitised */
  html: string;
  /** ISO 8601, while it was public */
  from: string;
  to: string;
  /** site path of the article as it is now */
  path: string;
}

/** A choice of who one is (LS1). */
export interface LoginForm {
  /** {who} stands for a name below, here and in the text */
  title: string;
  /** names of persons: they never change their script (LG4) */
  names?: Record<string, string>;
  text: string;
  /** the address that the form is posted to */
  action: string;
  /** hidden fields that are posted with the form */
  hidden: Record<string, string>;
  /** one button each; the chosen one's value is posted under the name */
  name: string;
  /** `isName`: the label is one */
  choices: { value: string; label: string; note: string; isName?: true }[];
  /** link for a visitor who chooses none of them */
  cancel: { title: string; href: string };
}
