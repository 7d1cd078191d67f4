const ATTRIBUTE = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*'|[^\\s>"']+)`, 'gi');
const CLASS = ATTRIBUTE('class');
const STYLE = ATTRIBUTE('style');

/**
 * What was copied in Word or a browser, before the editor's schema takes what it knows: styles are against the page's
 * policy even where nothing is drawn, and of them only the alignment is kept; the page's title is the only h1. It
 * protects
 * from nothing: what is unknown the schema drops, and the server cleans what is saved.
 */
export function pastedHtml(html: string): string {
  // copied in the editor itself
  if (html.includes('data-pm-slice')) return html;
  return html.replace(/<[a-z][^>]*>/gi, plainTag).replace(/<(\/?)h1\b/gi, '<$1h2');
}

/** What of a copied text the editor has no place for, and what it is called; pictures are counted. */
const LOSSES: readonly [what: string, found: RegExp][] = [
  ['视频、音频或嵌入的内容', /<(iframe|video|audio|object|embed)\b/i],
  ['表单', /<(form|input|select|textarea|button)\b/i],
  ['两端对齐', /<[^>]*\bstyle\s*=[^>]*text-align\s*:\s*justify/i],
  [
    '文字的颜色',
    /<[^>]*\bstyle\s*=[^>]*[\s;"']color\s*:\s*(?!black|windowtext|inherit|auto|initial|#0{3,6}\b|rgb\(0, ?0, ?0\))/i,
  ],
  ['底色', /<[^>]*\bstyle\s*=[^>]*background(-color)?\s*:\s*(?!none|transparent|white|inherit|initial|#f{3,6}\b)/i],
];

/** '2 张图片（…）、文字的颜色': what a paste did not take; '' where it took all that says something. */
export function pasteLosses(html: string): string {
  if (html.includes('data-pm-slice')) return '';
  const pictures = [...html.matchAll(/<img\b[^>]*>/gi)].filter(([tag]) => !/\ssrc\s*=\s*["']?\/(?!\/)/i.test(tag));
  const others = LOSSES.flatMap(([what, found]) => (found.test(html) ? [what] : []));
  return [...(pictures.length > 0 ? [`${pictures.length} 张图片（请用工具栏的“图片”插入）`] : []), ...others].join(
    '、',
  );
}

/**
 * The picture of a paste or drop that is one and nothing else: Office puts a picture of what was copied beside its
 * text,
 * and a browser the address beside a copied picture. undefined: none
 */
export function pictureIn(data: DataTransfer | null): File | undefined {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
  const html = data?.getData('text/html') ?? '';
  const isAlone =
    html === '' ||
    html
      .replace(/<(?!img\b)[^>]*>|<!--[\s\S]*?-->/gi, '')
      .replace(/<img\b[^>]*>/i, '')
      .trim() === '';
  return file && isAlone ? file : undefined;
}

const plainTag = (tag: string): string =>
  tag.replace(CLASS, '').replace(STYLE, (style) => {
    const align = /text-align\s*:\s*(center|right)/i.exec(style)?.[1];
    return align === undefined ? '' : ` class="align-${align.toLowerCase()}"`;
  });
