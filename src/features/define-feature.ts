import type { StaffRight } from '#rules/people/staff-rights.ts';

/** What a feature says of itself to the console before any of it is loaded; each member is optional. */
export interface Feature {
  /** lines of the side menu */
  menu?: readonly MenuLine[];
  /** its document in docs/admin, and the screens that lead to it */
  help?: HelpLine;
  /** screens whose help is a document of core: the beginning of their address, and its name */
  helped?: readonly (readonly [begin: string, page: string])[];
}

interface MenuLine {
  /** the line of core that it follows */
  after: string;
  to: string;
  name: string;
  /** absent: for everybody */
  act?: StaffRight;
}

interface HelpLine {
  /** name of the file in docs/admin */
  page: string;
  title: string;
  /** the document that it follows in the list */
  after: string;
  /** beginnings of the addresses of its screens */
  screens: readonly string[];
}
