import { writtenOf } from './changes.ts';
import type { Change } from './index.ts';
import { page } from './page/index.ts';
import { register } from './register/index.ts';

/** A document that the site loads as it loads the files of page-schemas/. */
export interface SiteDocument {
  /** in the changes */
  at: number;
  /** its name, of a page as of a register */
  page: string;
  document: unknown;
}

/** The page schemas and definitions of registers among changes. */
export const siteDocumentsOf = (changes: readonly (Change | null)[]): SiteDocument[] =>
  [...writtenOf(page, changes), ...writtenOf(register, changes)]
    .map(({ at, id, document }) => ({ at, page: id ?? '', document: document as unknown }))
    .toSorted((a, b) => a.at - b.at);
