import { shanghaiTime } from '#rules/shanghai-date.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { joined, withNote } from '../document.ts';
import { framedHeaders, type FramedPage } from '../framed-page.ts';
import { renderAddress, type RenderDeps } from '../render.ts';
import { parseAddress } from '../site-address.ts';

/** Where past pages are shown; links of theirs lead to others of the same moment. */
export interface PastDoor {
  /** @returns the address of a path (with its query) below the site's base */
  addressOf: (path: string) => string;
}

/** As many redirects as the site itself makes for one address, and some more. */
const MOST_REDIRECTS = 5;

/**
 * PB2: a page of the site as a visitor without a login saw it at a past moment. It has no scripts, which would ask for
 * what is public now. Content, channels, published pages and settings are of that moment; how they are drawn, and page
 * files that were never published, are this program's.
 * @param path below the base, with its query, starting with /
 */
export async function pastPage(deps: RenderDeps, path: string, moment: Date, { addressOf }: PastDoor): Promise<FramedPage | null> {
  let raw = SITE_BASE + path;
  for (let tries = 0; tries < MOST_REDIRECTS; tries += 1) {
    const address = parseAddress(raw);
    if ('unreadable' in address) return null;
    if ('redirect' in address) {
      raw = address.redirect;
      continue;
    }
    const rendered = await renderAddress(deps, address, moment);
    if (rendered.kind === 'redirect') {
      if (!rendered.location.startsWith(SITE_BASE)) return null;
      raw = rendered.location;
      continue;
    }
    const page = rendered.kind === 'page' ? rendered : await rendered.draw();
    const time = moment.toISOString();
    const note = `<p class="block__stale" role="note">历史页面：<time datetime="${time}">${shanghaiTime(time)}</time> 公众看到的内容</p>`;
    const html = String(joined(withNote({ ...page.html, note }))).replaceAll(/ (href|action)="\/swhysc([^"#]*)/g, (_, name: string, to: string) => ` ${name}="${addressOf(unescape(to) || '/')}`);
    return { status: page.status, html: Buffer.from(html), headers: framedHeaders(page.html.cssHash) };
  }
  return null;
}

/** Of an attribute's value as the renderer writes it. */
const unescape = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>');
