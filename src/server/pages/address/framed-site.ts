import { FILE_BASE } from '#rules/files/filepath.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Moment } from '../../store/publication/new-publication.ts';
import { joined, withNote } from '../draw/document.ts';
import { framedHeaders, type FramedPage } from './framed-page.ts';
import { renderAddress, type RenderDeps } from '../draw/render.ts';
import { parseAddress } from './site-address.ts';

/** A frame in which the console shows the site: links lead to other pages of the same frame. */
export interface FrameOptions {
  /** @returns the address of a path (with its query) below the site's base, escaped for HTML */
  addressOf: (path: string) => string;
  /** markup that says what is seen */
  note: string;
}

export interface SiteInFrame extends FramedPage {
  /** below the base, with its query: where redirects have led */
  path: string;
}

const FILES = new RegExp(`( src| href)="${FILE_BASE}`, 'g');

/** As many redirects as the site itself makes for one address, and some more. */
const MOST_REDIRECTS = 5;

/**
 * A page of the site as a visitor without a login sees it, without scripts, which would ask for what is public now.
 * @param path below the base, with its query, starting with / @returns null for what is no address of the site
 */
export async function drawInFrame(
  deps: RenderDeps,
  path: string,
  moment: Moment,
  { addressOf, note }: FrameOptions,
): Promise<SiteInFrame | null> {
  let raw = SITE_BASE + path;
  for (let tries = 0; tries < MOST_REDIRECTS; tries += 1) {
    const address = parseAddress(raw);
    if ('unreadable' in address) return null;
    if ('redirect' in address) {
      raw = address.redirect;
      continue;
    }
    const rendered = await renderAddress({ ...deps, still: true }, address, moment);
    if (rendered.kind === 'redirect') {
      if (!rendered.location.startsWith(SITE_BASE)) return null;
      raw = rendered.location;
      continue;
    }
    const page = rendered.kind === 'page' ? rendered : await rendered.draw();
    const html = String(joined(withNote({ ...page.html, note })))
      // files that are not public yet, or not any more
      .replaceAll(FILES, `$1="${CONSOLE_API}/files/`)
      .replaceAll(
        / (href|action)="\/swhysc([^"#]*)/g,
        (_, name: string, to: string) => ` ${name}="${addressOf(unescape(to) || '/')}`,
      );
    return {
      status: page.status,
      html: Buffer.from(html),
      headers: framedHeaders(page.html.cssHash),
      path: raw.slice(SITE_BASE.length) || '/',
    };
  }
  return null;
}

/** Of an attribute's value as the renderer writes it. */
const unescape = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
