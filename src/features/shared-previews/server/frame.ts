import { kindOf, type Change } from '#kinds/index.ts';
import { PREVIEW } from '#wire/paths.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { asObject } from '#server/http/security-headers.ts';
import type { FrameOptions } from '#server/pages/address/framed-site.ts';
import { escapeHtml } from '#server/pages/draw/document.ts';
import type { ChangedPlace } from '#server/pages/preview/path-of-changes.ts';
import type { Site } from '#server/site/site.ts';
import type { Share } from './shares.ts';

/** Addresses of links to previews. The secret is in the query, which no log has. */
export const SHARED = `${PREVIEW}/shared`;
export const ANSWER = `${SHARED}/answer`;
export const LOOK = `${SHARED}/look.css`;
export const SHARED_FILE = `${SHARED}/file`;

/** Names in the query that no filter of a register has. */
export const LINK = 'preview-link';
export const PATH = 'preview-path';

const addressOf = (base: string, query: Record<string, string>): string =>
  `${base}?${new URLSearchParams(query).toString()}`;

/** Address of a page in the preview; without a path the page on which the draft is best seen. */
export const pageAddress = (secret: string, path?: string): string =>
  addressOf(SHARED, { [LINK]: secret, ...(path !== undefined && { [PATH]: path }) });

export const answerAddress = (secret: string): string => addressOf(ANSWER, { [LINK]: secret });

/** Headers of all that a link gives. */
export const UNSEEN = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
} as const;

/** SH3: it runs nothing; forms ask this site alone, and what leads elsewhere opens as usual. @param cssHash of the inlined styles */
function headersOf(cssHash: string): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `style-src 'self' 'sha256-${cssHash}'`,
    `img-src 'self' data:`,
    `media-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
  ].join('; ');
  return {
    ...asObject(['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', policy]),
    ...UNSEEN,
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

const HEAD = '<meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer">';

const field = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

/** Frame of the preview: its links, forms and files by the link. */
export function frameOf(secret: string, share: Share, site: Site, places: readonly ChangedPlace[]): FrameOptions {
  const withSecret = (path: string): string => escapeHtml(pageAddress(secret, path));
  return {
    addressOf: withSecret,
    note: noteAbove(secret, share, site, places),
    outside: {
      fileAddressOf: (filepath) => escapeHtml(addressOf(`${SHARED_FILE}/${filepath}`, { [LINK]: secret })),
      fieldsOf: (path) => field(LINK, secret) + field(PATH, path),
      head: HEAD,
      headersOf,
    },
  };
}

/** times that the watermark stands on a window, and on each sheet of paper */
const MARKS = 24;

/** SH3: the watermark, and what whoever reads this has to know. */
function noteAbove(secret: string, share: Share, site: Site, places: readonly ChangedPlace[]): string {
  const marks = '<span>预览</span>'.repeat(MARKS);
  const links = places.map(
    ({ path, change }) =>
      `<li><a href="${escapeHtml(pageAddress(secret, path))}">${escapeHtml(titleOf(site, path, change))}</a></li>`,
  );
  const older =
    share.newest > share.version
      ? `<p>此后内容又有修改，这里看到的仍是第 ${share.version} 版；要看最新的一版，请向发给您链接的人索取新的链接。</p>`
      : '';
  return [
    `<link rel="stylesheet" href="${LOOK}"><div class="share-marks" aria-hidden="true">${marks}</div>`,
    `<aside class="share-bar" aria-label="预览"><p><strong>预览，第 ${share.version} 版</strong>：尚未公开，可能还会修改，请勿转发。`,
    `链接在 ${shanghaiTime(share.expiresAt.toISOString())} 以前有效。</p>${older}`,
    `<p><a class="share-answer" href="${escapeHtml(answerAddress(secret))}">回复：无异议，或提出意见</a></p>`,
    `<details><summary>改动的页面（${places.length}）</summary><ul>${links.join('')}</ul></details>`,
    '<p class="share-small">站内的链接和查询仍在预览中；登录、下载登记表等，打开的是现在的网站。行数很多的登记表只显示一部分。</p></aside>',
  ].join('');
}

/** Name of a page as visitors may read it; the title of a restricted article is not told. */
function titleOf(site: Site, path: string, change: Change): string {
  const found = site.resolve(path.split(/[?#]/, 1)[0]!);
  const page = found && !('redirect' in found) ? (found.channel?.title ?? found.title) : '';
  const name = page || '首页';
  if (change.withdraw) return `${name}（撤下的内容）`;
  // an article is read in full
  const { title, riskLevel } = change.document as { title?: string; riskLevel?: string };
  return kindOf(change).isRead && title !== undefined && !riskLevel ? `${name}：${title}` : name;
}

/**
 * The watermark lies above everything and takes no clicks. Letters and no picture: browsers print them. What is fixed
 * stands on each printed sheet.
 */
export const LOOK_CSS = `
.share-marks {
  position: fixed;
  z-index: 2147483647;
  inset: 0;
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  overflow: hidden;
  place-items: center;
  pointer-events: none;
}
.share-marks span {
  color: rgb(160 0 0 / 0.16);
  font: 700 44px/1 sans-serif;
  transform: rotate(-24deg);
  user-select: none;
  white-space: nowrap;
}
.share-bar {
  position: relative;
  padding: 12px 24px;
  border-bottom: 2px solid #a00000;
  background: #fff8e6;
  color: #3a2a00;
  font-size: 14px;
  line-height: 1.7;
}
.share-bar :is(p, ul) {
  margin: 0;
}
.share-bar ul {
  padding-left: 20px;
  list-style: disc;
}
.share-bar a {
  color: #8a0000;
  text-decoration: underline;
}
.share-bar .share-answer {
  display: inline-block;
  margin: 8px 0;
  padding: 6px 16px;
  border: 1px solid #8a0000;
  background: #fff;
  font-weight: 600;
  text-decoration: none;
}
.share-bar summary {
  cursor: pointer;
}
.share-bar :is(a, summary):focus-visible {
  outline: 2px solid #8a0000;
  outline-offset: 2px;
}
.share-small {
  color: #5c4a1e;
  font-size: 13px;
}
.share-form textarea {
  width: 100%;
  min-height: 160px;
  padding: 8px 12px;
  border: 1px solid #8c8c8c;
  font: inherit;
  line-height: 1.7;
}
.share-form .application__actions {
  margin-top: 24px;
}
@media (max-width: 600px) {
  .share-bar {
    padding: 12px 16px;
  }
  .share-marks {
    grid-template-columns: repeat(2, 1fr);
  }
}
@media print {
  .share-marks span {
    color: rgb(160 0 0 / 0.3) !important;
    print-color-adjust: exact;
  }
  .share-answer,
  .share-bar details {
    display: none !important;
  }
}
`;
