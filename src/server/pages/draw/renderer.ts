import { pathToFileURL } from 'node:url';
import type { Convert } from '../address/modes.ts';
import type { LoginForm, Notice, ShownFile, ShownFormerText } from '#page/bare-page.ts';
import type { Example } from '#page/widget-example.ts';
import type { Shell, SiteState, Surround } from '#page/page-schema.ts';

/** Functions of the server bundle (entry-server.tsx): React lives there, not in the server's own modules. */
export interface Renderer {
  /** @param surround null where nothing is known of the firm */
  render: (
    state: SiteState,
    surround: Surround | null,
    convert: Convert | null,
  ) => Promise<{ html: string; failed: string[]; views: string[]; onUse: string[] }>;
  renderNotice: (notice: Notice, around: Around) => string | Promise<string>;
  renderFilePage: (file: ShownFile, around: Around) => string | Promise<string>;
  renderFormerText: (text: ShownFormerText, around: Around) => string | Promise<string>;
  /** a widget alone, drawn from an example (WG4) */
  renderWidget: (name: string, example: Example, base: string) => Promise<string>;
  renderPreparing: (around: Around) => string | Promise<string>;
  renderLogin: (form: LoginForm, around: Around) => string | Promise<string>;
  /** @param feature the name of its folder */
  renderFeaturePage: (feature: string, page: object, around: Around) => string | Promise<string>;
}

/** Frame around a page without data. */
export interface Around {
  /** the site's base path, '' for none */
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

/** The built bundle; the build is named by its file so that plain Node loads it. */
export async function loadRenderer(file: string): Promise<Renderer> {
  return (await import(pathToFileURL(file).href)) as Renderer;
}
