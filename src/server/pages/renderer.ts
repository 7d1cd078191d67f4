import { pathToFileURL } from 'node:url';
import type { Convert } from './modes.ts';
import type { Example } from '#page/widget-example.ts';
import type { Link, Shell, SiteState, Surround } from '#page/page-schema.ts';

/** What the server bundle (entry-server.tsx) offers: React lives there, not in the server's own modules. */
export interface Renderer {
  /** @param surround null where nothing is known of the firm */
  render: (
    state: SiteState,
    surround: Surround | null,
    convert: Convert | null,
  ) => Promise<{ html: string; failed: string[]; views: string[] }>;
  renderNotice: (notice: ShownNotice, around: Around) => string | Promise<string>;
  renderFilePage: (file: ShownFile, around: Around) => string | Promise<string>;
  renderFormerText: (text: ShownFormerText, around: Around) => string | Promise<string>;
  /** a widget alone, drawn from an example (WG4) */
  renderWidget: (name: string, example: Example, base: string) => Promise<string>;
  renderLogin: (form: LoginForm, around: Around) => string | Promise<string>;
}

/** What stands around a page without data. */
export interface Around {
  /** '/swhysc' */
  base: string;
  /** null: drawn without database or channel tree (CH7) */
  shell: Shell | null;
  /** null where nothing is known of the firm */
  surround: Surround | null;
  elder: boolean;
  traditional: boolean;
  /** into the visitor's script; null: as written */
  convert: Convert | null;
}

/** A page that stands where another was asked for (RT9). */
interface ShownNotice {
  status: number;
  title: string;
  text: string;
  /** ISO 8601; 410: since when nothing is shown here */
  since?: string;
  /** ways on, before the one to the home page */
  links: Link[];
}

/** What our own viewer shows of a stored file (FO2). */
export interface ShownFile {
  filename: string;
  /** address of the stored file */
  download: string;
  /** bytes */
  size: number;
  /** where it is published; null where that is not known */
  from: Link | null;
  /** escaped HTML with classes only */
  body: string;
}

/** What an article said before it was updated. */
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
  /** {who} stands for the name below */
  title: string;
  /** whose name never changes its script (LG4) */
  who?: string;
  text: string;
  action: string;
  hidden: Record<string, string>;
  name: string;
  /** `isName`: the label is one */
  choices: { value: string; label: string; note: string; isName?: true }[];
  cancel: { title: string; href: string };
}

/** The built bundle; the build is named by its file so that plain Node loads it. */
export async function loadRenderer(file: string): Promise<Renderer> {
  return (await import(pathToFileURL(file).href)) as Renderer;
}
