import { pathToFileURL } from 'node:url';
import type { Link, Shell, SiteState, Surround } from '#page/page-schema.ts';

/** What the server bundle (entry-server.tsx) offers: React lives there, not in the server's own modules. */
export interface Renderer {
  /** @param surround null where nothing is known of the firm */
  render: (state: SiteState, surround: Surround | null) => Promise<{ html: string; failed: string[]; views: string[] }>;
  renderNotice: (notice: NoticeState) => string | Promise<string>;
  renderFilePage: (file: FileState) => string | Promise<string>;
  renderLogin: (login: LoginState) => string | Promise<string>;
}

/** A page that stands where another was asked for (RT9). */
export interface NoticeState {
  base: string;
  status: number;
  title: string;
  text: string;
  /** ways on, before the one to the home page */
  links: Link[];
  /** null: drawn without database or channel tree (CH7) */
  shell: Shell | null;
  surround: Surround | null;
  elder: boolean | undefined;
}

/** What our own viewer shows of a stored file (FO2). */
export interface FileState {
  base: string;
  shell: Shell | null;
  surround: Surround | null;
  elder: boolean | undefined;
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

/** A choice of who one is (LS1). */
export interface LoginForm {
  title: string;
  text: string;
  action: string;
  hidden: Record<string, string>;
  name: string;
  choices: { value: string; label: string; note: string }[];
  cancel: { title: string; href: string };
}

export interface LoginState extends LoginForm {
  base: string;
  shell: Shell | null;
  surround: Surround | null;
  elder: boolean | undefined;
}

/** The built bundle; the build is named by its file so that plain Node loads it. */
export async function loadRenderer(file: string): Promise<Renderer> {
  return (await import(pathToFileURL(file).href)) as Renderer;
}
