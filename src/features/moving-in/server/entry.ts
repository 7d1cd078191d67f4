import type { Place } from './problems.ts';

/** A file that an article names, as it is written there, with the name that readers see; '' for the file's own. */
export interface NamedFile {
  reference: string;
  name: string;
}

/** MI1: an article as a list or a saved page has it, before anything of it is understood. */
export interface Entry {
  place: Place;
  title: string;
  channel: string;
  /** date as it is written; of a page with words around it */
  date: string;
  summary: string;
  source: string;
  /** HTML of the text, not of a whole page */
  html: string;
  /** path in the folder of the file that holds it; '' where the list does */
  htmlFile: string;
  /** address as the list has it; '' for none */
  address: string;
  attachments: NamedFile[];
}

/** Read articles, and how many files were read in which encoding. */
export interface Entries {
  entries: Entry[];
  /** encodings with their counts, in words for the report */
  encodings: Map<string, number>;
}

export const countEncoding = ({ encodings }: Pick<Entries, 'encodings'>, name: string): void =>
  void encodings.set(name, (encodings.get(name) ?? 0) + 1);
