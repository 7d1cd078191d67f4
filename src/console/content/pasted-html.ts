const ATTRIBUTE = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*'|[^\\s>"']+)`, 'gi');
const CLASS = ATTRIBUTE('class');
const STYLE = ATTRIBUTE('style');

/**
 * What was copied in Word or a browser, before the editor's schema takes what it knows: styles are against the page's
 * policy even where nothing is drawn, and of them only the alignment is kept; the page's title is the only h1. It protects
 * from nothing: what is unknown the schema drops, and the server cleans what is saved.
 */
export function pastedHtml(html: string): string {
  // copied in the editor itself
  if (html.includes('data-pm-slice')) return html;
  return html.replace(/<[a-z][^>]*>/gi, plainTag).replace(/<(\/?)h1\b/gi, '<$1h2');
}

const plainTag = (tag: string): string =>
  tag.replace(CLASS, '').replace(STYLE, (style) => {
    const align = /text-align\s*:\s*(center|right)/i.exec(style)?.[1];
    return align === undefined ? '' : ` class="align-${align.toLowerCase()}"`;
  });
