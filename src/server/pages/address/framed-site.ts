import { isReserved } from '#rules/addresses/base-paths.ts';
import { FILE_BASE, PREVIEW_BASE } from '#rules/files/filepath.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Moment } from '../../store/publication/new-publication.ts';
import { joined, withNote } from '../draw/document.ts';
import { framedHeaders, type FramedPage } from './framed-page.ts';
import { renderAddress, type RenderDeps } from '../draw/render.ts';
import { parseAddress } from './site-address.ts';

/** A frame in which the site is shown: links lead to other pages of the same frame. */
export interface FrameOptions {
  /** @returns the address of a path (with its query) below the site's base, escaped for HTML */
  addressOf: (path: string) => string;
  /** markup of a note on the shown state */
  note: string;
  /** absent: a frame of the console */
  outside?: OutsideFrame;
}

/** SH1: a window of its own, for somebody without a session of the console. */
interface OutsideFrame {
  /** @returns the address of a stored file, escaped for HTML */
  fileAddressOf: (filepath: string) => string;
  /** @returns hidden fields by which a form leads to a path of the same frame */
  fieldsOf: (path: string) => string;
  /** tags for the head of each page */
  head: string;
  /** @param cssHash of the inlined styles */
  headersOf: (cssHash: string) => Record<string, string>;
}

export interface SiteInFrame extends FramedPage {
  /** path below the base, with its query, to which redirects have led */
  path: string;
}

const LINK_BELOW_BASE = new RegExp(` (href|action)="${SITE_BASE}((?:/[^"#]*)?)(?=["#])`, 'g');
const FILES = new RegExp(`( src| href)="${FILE_BASE}`, 'g');
const ANY_FILE = new RegExp(`( src| href)="(?:${FILE_BASE}|${PREVIEW_BASE})(\\d{4}/[^"#?]*)`, 'g');
/** Small pictures are the public's alone (ML3). */
const SMALL = new RegExp(` srcset="${FILE_BASE}[^"]*"`, 'gi');
const FORM = new RegExp(`<form\\b[^>]* action="${SITE_BASE}((?:/[^"#?]*)?)[^>]*>`, 'g');
const HEAD = '<head>';

/** Limit of redirects: as many as the site itself makes for one address, and some more. */
const MOST_REDIRECTS = 5;

/**
 * Draws a page of the site as a visitor without a login sees it, without scripts, which would fetch the public
 * content of now.
 * @param path below the base, with its query, starting with /
 * @returns null for a path that is no address of the site
 */
export async function drawInFrame(
  deps: RenderDeps,
  path: string,
  moment: Moment,
  { addressOf, note, outside }: FrameOptions,
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
    const drawn = String(joined(withNote({ ...page.html, note }))).replaceAll(SMALL, '');
    // files that are not public yet, or not any more
    const html = (
      outside ? forOutside(drawn, outside) : drawn.replaceAll(FILES, `$1="${CONSOLE_API}/files/`)
    ).replaceAll(LINK_BELOW_BASE, (whole, name: string, to: string) =>
      SITE_BASE === '' && isReserved(to) ? whole : ` ${name}="${addressOf(unescape(to) || '/')}`,
    );
    return {
      status: page.status,
      html: Buffer.from(html),
      headers: (outside?.headersOf ?? framedHeaders)(page.html.cssHash),
      path: raw.slice(SITE_BASE.length) || '/',
    };
  }
  return null;
}

/** Files by the addresses of the frame, forms that stay in it, and the tags of its head. */
const forOutside = (html: string, { fileAddressOf, fieldsOf, head }: OutsideFrame): string =>
  html
    .replace(HEAD, () => HEAD + head)
    .replaceAll(ANY_FILE, (_whole, name: string, filepath: string) => `${name}="${fileAddressOf(unescape(filepath))}`)
    .replaceAll(FORM, (tag, to: string) =>
      / method="post"/i.test(tag) || (SITE_BASE === '' && isReserved(to)) ? tag : tag + fieldsOf(unescape(to) || '/'),
    );

/** Plain text of an attribute's value as the renderer writes it. */
const unescape = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
