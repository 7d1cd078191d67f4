import type { DocumentHead } from '#page/document-head.ts';
import type { Legal, Shell, SiteState } from '#page/page-schema.ts';
import { LONGEST_NAME } from '#rules/files/logo-name.ts';
import { baseAttributes } from '#wire/bases.ts';
import { TOKEN_COOKIE, USER_INFO } from '#wire/paths.ts';
import { ASSET_BASE, type BuildAssets } from './build-assets.ts';
import type { Mode } from '../address/modes.ts';
import type { Brand } from '../../site/brand.ts';
import { FIRST_TEXT } from '../../http/first-text.ts';
import type { PagePolicy } from '../../http/security-headers.ts';

interface DocumentParts extends DocumentHead {
  /** further tags of the head, escaped (page-meta.ts) */
  meta?: string;
  /** pages that are not to be found (notices) have no canonical address */
  noindex?: true;
  /** absent: standard version, simplified script */
  mode: Mode | undefined;
  /** rendered markup of #root */
  html: string;
  /** widget views used, whose styles are in the page */
  views: string[];
  /** used views whose scripts are not fetched with the page */
  onUse?: readonly string[];
  /** null for pages that do not hydrate */
  state: SiteState | null;
  /** a page that does not hydrate has a way to log in in its header, where its script shows the name (HD7) */
  hasLogin?: boolean;
  /** parts of the site's header, where the site is known */
  shell?: Pick<Shell, 'row' | 'brand'> | undefined;
  /** texts that visitors agree to (AG); pages that do not hydrate need no consent */
  legal?: Legal;
  /** origin that page views may be sent to, '' for none (TK1) */
  collector?: string;
  /** BR1; absent: the looks that come with the program */
  brand?: Brand | undefined;
  /** markup with the date of the page, for a page that is kept */
  note?: string;
}

/**
 * Whole page as it is sent: its beginning, its styles (compared by their hash), its rest. The styles are the same
 * bytes for all pages of the same widgets, so a kept page does not hold them.
 */
export interface DocumentBytes extends PagePolicy {
  head: Buffer;
  css: Buffer;
  rest: Buffer;
  /** markup with the date of the page, shown where it replaces a page that cannot be made; '' for none */
  note: string;
}

const BODY = '<body>';

/** Page with its note before everything else, outside of the hydrated part. */
export function withNote(html: DocumentBytes): DocumentBytes {
  const at = html.rest.indexOf(BODY) + BODY.length;
  return { ...html, rest: Buffer.concat([html.rest.subarray(0, at), Buffer.from(html.note), html.rest.subarray(at)]) };
}

export const joined = ({ head, css, rest }: DocumentBytes): Buffer => Buffer.concat([head, css, rest]);

/** Link to the phone's icon, whose name is the one that phones fetch by themselves (discovery-plugin.ts). */
function icons({ icon }: Partial<Brand>): string {
  const links = icon
    ? `<link rel="icon" href="${icon.address}" type="${icon.mediaType}">`
    : `<link rel="icon" href="${ASSET_BASE}icon-32.png" sizes="32x32"><link rel="icon" href="${ASSET_BASE}favicon.svg" type="image/svg+xml">`;
  return `${links}<link rel="manifest" href="/manifest.webmanifest">`;
}

/** BR1, HD9: a mark or a long name in the header, the search as a field, the hotline, two rows. */
const hasOwnHeader = ({ row, brand }: Pick<Shell, 'row' | 'brand'>): boolean =>
  Boolean(row?.field ?? row?.line ?? brand.header ?? brand.logo) || brand.name.length > LONGEST_NAME;

/**
 * HN6: marks of parts that only a composition draws; each rule of compositions.css names one of them, which a test
 * holds.
 */
const COMPOSED =
  /\bclass="(?:[^"]* )?(?:home--(?:beside|ruled)|carousel--\w|band__columns|registers|ground--light|ground__bars|news--few)|\bplace--several" id="place-(?:hero|entries)"/;

/** The whole page. The server writes the head: React would put a <title> of the root into the body. */
export function writeDocument(build: BuildAssets, parts: DocumentParts): DocumentBytes {
  const scripts = parts.state
    ? [
        build.entry,
        ...build.entryImports,
        ...parts.views.flatMap((view) => (parts.onUse?.includes(view) ? [] : (build.views.get(view) ?? []))),
        ...(parts.mode?.traditional ? build.traditional : []),
      ]
    : [];
  const { elder: isElder, textSize } = parts.mode ?? {};
  const classes = [parts.grey && 'grey', isElder && 'elder', textSize && `text-${textSize}`].filter(Boolean).join(' ');
  const head = `<!doctype html><html lang="${parts.mode?.traditional ? 'zh-Hant' : 'zh-Hans'}"${classes && ` class="${classes}"`}${baseAttributes}><head><meta charset="utf-8">${parts.state ? startElement(parts.state, [...new Set(scripts)], parts.legal) : ''}<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(parts.title)}</title><meta name="description" content="${escapeHtml(parts.description)}">${
    parts.noindex
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${escapeHtml(parts.canonical)}">`
  }${parts.meta ?? ''}${icons(parts.brand ?? {})}<style>`;
  const further = [
    ...(parts.state ? [] : ['bare' as const]),
    ...(COMPOSED.test(parts.html) ? ['compositions' as const] : []),
    ...(parts.brand?.css || (parts.shell && hasOwnHeader(parts.shell)) ? ['own-looks' as const] : []),
  ];
  const style = build.styleOf(parts.views, further, parts.brand?.css);
  // the link is not to be loaded: the loader of views learns from it that its sheet is here already
  const sheets = parts.state ? style.files.map((file) => `<link rel="stylesheet" href="${file}" disabled>`) : [];
  const state = parts.state ? `<script type="application/json" id="state">${stateInHtml(parts.state)}</script>` : '';
  const ownSheet = isElder ? build.elderSheet : textSize && build.textSizeSheet;
  const bareScript = parts.hasLogin
    ? `<script type="module" src="${build.bare}" data-token="${TOKEN_COOKIE}" data-user="${USER_INFO}"></script>`
    : '';
  const own = ownSheet ? `<link rel="stylesheet" href="${ownSheet}">` : '';
  const rest = `</style>${own}${sheets.join('')}</head>${BODY}${parts.state ? `<script ${build.start}></script>` : ''}<div id="root">${parts.html}</div>${state}${bareScript}<link rel="stylesheet" href="${build.printSheet}" media="print"></body></html>`;
  return {
    head: utf8(head),
    css: style.css,
    cssHash: style.cssHash,
    rest: utf8(rest),
    note: parts.note ?? '',
    ...(parts.collector && { collector: parts.collector }),
  };
}

/**
 * Facts of the page for the start script. The script fetches the first text by itself, so it comes before the
 * styles, which a slow phone reads for a while.
 */
const startElement = ({ base }: SiteState, scripts: readonly string[], legal: Legal = {}): string =>
  `<script id="start" data-app="${scripts.join(' ')}" data-base="${base}" data-legal='${jsonInHtml(legal)}'>${FIRST_TEXT}</script>`;

/** a page fits, and a larger one is encoded the ordinary way */
const scratch = Buffer.allocUnsafeSlow(512 * 1024);

/** Bytes of a text in one pass: Buffer.from counts them first, which takes as long as encoding. */
function utf8(text: string): Buffer {
  // a character of a string is three bytes at most
  if (text.length * 3 > scratch.length) return Buffer.from(text);
  return Buffer.from(scratch.subarray(0, scratch.write(text)));
}

const shells = new WeakMap<Shell, string>();

/**
 * State as JSON for the HTML. The shell is the same for all pages of a publication, and half of the bytes of a page.
 */
function stateInHtml({ shell, ...state }: SiteState): string {
  let written = shells.get(shell);
  if (written === undefined) {
    written = jsonInHtml(shell);
    shells.set(shell, written);
  }
  return `{"shell":${written},${jsonInHtml(state).slice(1)}`;
}

/** JSON that cannot end its script element: every `<` is escaped. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
