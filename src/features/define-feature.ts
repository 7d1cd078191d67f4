import type { StaffRight } from '#rules/people/staff-rights.ts';

/** Facts about a feature that the console knows before any of it is loaded; each member is optional. */
export interface Feature {
  /** screens that stand as tabs beside those of a line of the side menu */
  menu?: readonly BesideLine[];
  /** screen that the header leads to, with its count */
  inHeader?: string;
  /** ways to begin content: beside 新建文章 in the list of work, and among the commands */
  beginnings?: readonly Beginning[];
  /** its document in docs/admin, and the screens that lead to it */
  help?: HelpLine;
  /** screens whose help is a document of core: the beginning of their address, and its name */
  helped?: readonly (readonly [begin: string, page: string])[];
  /** beginnings of its calls whose answers change with a saved edition */
  changed?: readonly string[];
}

interface BesideLine {
  /** the line of core's menu whose tabs it stands among */
  beside: string;
  to: string;
  name: string;
  /** absent: for everybody */
  act?: StaffRight;
}

interface Beginning {
  to: string;
  name: string;
  act: StaffRight;
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
