import { FILE_BASE, PREVIEW_BASE } from '../files/filepath.ts';

/**
 * Authored HTML as pages show it (PC5). A table gets a box of its own to scroll in, reached by keyboard too. As a block
 * it would lose its full width and, to some readers, its rows. An image opens at its full size.
 * @param html sanitised on the way in, so its tags are well-formed
 */
export function richHtml(html: string): string {
  return (
    withOpenBoxes(html)
      .replace(/<\/table>/gi, '</table></div>')
      // links are looked for only to be passed over: an image in one leads where its author wants
      .replace(/<a\b[\s\S]*?<\/a>|<img\b[^>]*>/gi, (found) => (/^<img/i.test(found) ? pictureLink(found) : found))
      // ML4: a picture comes when it is near
      .replace(/<img\b/gi, '$& loading="lazy"')
      .replace(
        /<(p|div|figure)(?: class="([^"]*)")?>(?=<a class="picture")/gi,
        (_, tag: string, classes = '') => `<${tag} class="${`${classes} figures`.trim()}">`,
      )
  );
}

/** Before each table its box; of several each has a name of its own. */
function withOpenBoxes(html: string): string {
  const parts = html.split(/(?=<table\b)/i);
  const isTable = (part: string) => /^<table\b/i.test(part);
  const several = parts.filter(isTable).length > 1;
  // the first part is the first table only where the text begins with it
  const before = isTable(parts[0] ?? '') ? 0 : 1;
  return parts
    .map((part, at) =>
      isTable(part)
        ? `<div class="scroll" role="region" aria-label="表格${several ? ` ${at + 1 - before}` : ''}" tabindex="0">${part}`
        : part,
    )
    .join('');
}

/** px; an image that is written to be smaller is an icon, and nothing more is to be seen of it */
const ICON = 240;

function pictureLink(image: string): string {
  const address = new RegExp(`\\ssrc="${FILE_BASE}([^"]+)"`, 'i').exec(image)?.[1];
  if (!address || Number(/\swidth="(\d+)"/i.exec(image)?.[1] ?? ICON) < ICON) return image;
  // a drawing as a file would be saved instead of shown
  const base = address.endsWith('.svg') ? PREVIEW_BASE : FILE_BASE;
  return `<a class="picture" href="${base}${address}" target="_blank" rel="noopener">${image}<span class="unseen">（查看大图，新窗口打开）</span></a>`;
}
