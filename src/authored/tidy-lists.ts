/**
 * Lists as Word and old editors write them, made into lists as browsers and screen readers know them. Both functions
 * read what the sanitiser has written, so tags are well-formed and attributes quoted; what they write it reads again.
 */

/**
 * Word knows nine levels. The sanitiser turns `mso-list: l0 level2 lfo1` of a paragraph into one of these classes for
 * the time of one pass.
 */
const LEVELS = 9;
const WORD_LEVELS: readonly string[] = Array.from({ length: LEVELS }, (_, at) => `word-level-${at + 1}`);
/** Element that stands for the number or sign that Word writes before the text. */
export const WORD_SIGN = 'word-sign';

/** The class for a paragraph's style; undefined where it is no item of a list. */
export function wordLevel(style: string): string | undefined {
  const level = Number(/\bmso-list:\s*(?!ignore)[^;]*?\blevel(\d)/i.exec(style)?.[1]);
  return level ? WORD_LEVELS[level - 1] : undefined;
}

export const isWordSign = (style: string): boolean => /\bmso-list:\s*ignore\b/i.test(style);

interface Item {
  level: number;
  kind: 'ul' | 'ol' | 'ol type="a"' | 'p';
  /** place in an ordered list */
  number: number;
  html: string;
}

const PARAGRAPH = /<p class="([^"]*)">((?:(?!<\/?p\b)[\s\S])*)<\/p>/;
const SIGN = new RegExp(`<${WORD_SIGN}[^>]*>([\\s\\S]*?)</${WORD_SIGN}>`);
const ITEMS = new RegExp(`(?:<p class="(?:[^"]* )?word-level-\\d(?: [^"]*)?">(?:(?!</?p\\b)[\\s\\S])*</p>\\s*)+`, 'g');

/**
 * Word's lists are paragraphs that say their level and begin with their number. Plain numbers and signs become lists;
 * a number that a list could not show as it was written, such as （一） or 第一条, stays text: notices are quoted by
 * it.
 */
export function listsFromWord(html: string): string {
  if (!html.includes('word-')) return html;
  const listed = html.replace(ITEMS, (paragraphs) => {
    const items = [...paragraphs.matchAll(new RegExp(PARAGRAPH, 'g'))].map(([, classes = '', text = '']) =>
      readItem(classes, text),
    );
    return writeItems(items);
  });
  return listed
    .replace(new RegExp(`</?${WORD_SIGN}[^>]*>`, 'g'), '')
    .replace(/ class="([^"]*\bword-level-\d[^"]*)"/g, (_, classes: string) =>
      withClasses(classes.split(' ').filter((name) => !WORD_LEVELS.includes(name))),
    );
}

const withClasses = (names: string[]): string => (names.length > 0 ? ` class="${names.join(' ')}"` : '');

function readItem(classes: string, text: string): Item {
  const level = Number(/word-level-(\d)/.exec(classes)?.[1]);
  const sign = (SIGN.exec(text)?.[1] ?? '').replace(/<[^>]*>|&nbsp;|[\s\u00a0]/g, '');
  const html = text.replace(SIGN, '').replace(/^(?:&nbsp;|[\s\u00a0])+/, '');
  const decimal = /^(\d{1,4})[.．、]?$/.exec(sign)?.[1];
  if (decimal) return { level, kind: 'ol', number: Number(decimal), html };
  if (/^[a-k][.)]$/.test(sign)) return { level, kind: 'ol type="a"', number: sign.charCodeAt(0) - 96, html };
  // a check mark says more than the sign of a list
  if (/^[^\d\p{Script=Han}(（①-⑳✓✔✗✘☑☒☐√×]?$/u.test(sign)) return { level, kind: 'ul', number: 0, html };
  return { level, kind: 'p', number: 0, html: `${sign} ${html}` };
}

function writeItems(items: Item[]): string {
  const open: { level: number; kind: Item['kind']; last: number }[] = [];
  let html = '';
  const close = () => {
    html += `</li></${open.pop()!.kind.slice(0, 2)}>`;
  };
  for (const item of items) {
    while (open.length > 0 && (open.at(-1)!.level > item.level || item.kind === 'p')) close();
    const list = open.at(-1);
    if (item.kind === 'p') {
      html += `<p${withClasses(item.level > 1 ? [`inset-${Math.min(4, item.level - 1)}`] : [])}>${item.html}</p>`;
      continue;
    }
    const follows =
      list?.level === item.level && list.kind === item.kind && (item.number === list.last + 1 || item.kind === 'ul');
    if (follows) html += '</li>';
    else {
      if (list?.level === item.level) close();
      const [tag, type] = item.kind.split(' ');
      html += `<${tag}${item.number > 1 ? ` start="${item.number}"` : ''}${type ? ` ${type}` : ''}>`;
      open.push({ level: item.level, kind: item.kind, last: item.number });
    }
    html += `<li>${item.html}`;
    open.at(-1)!.last = item.number;
  }
  while (open.length > 0) close();
  return html;
}

/**
 * A list inside a list belongs into an item, and an item into a list: browsers draw either way, readers of lists do
 * not.
 */
export function nestLists(html: string): string {
  if (!html.includes('<li')) return html;
  const out: string[] = [];
  const open: { tag: string; after: string }[] = [];
  for (const token of html.split(/(<[^>]*>)/)) {
    const [, end, tag = ''] = /^<(\/?)([a-z][a-z0-9]*)/.exec(token) ?? [];
    if (tag === '' || token.endsWith('/>')) {
      if (token !== '') out.push(token);
      continue;
    }
    if (end) {
      const closed = open.pop();
      out.push(closed ? `</${closed.tag}>${closed.after}` : '');
      continue;
    }
    const parent = open.at(-1)?.tag;
    const inList = parent === 'ul' || parent === 'ol';
    if (tag === 'li' && !inList) {
      open.push({ tag: 'div', after: '' });
      out.push('<div>');
    } else if ((tag === 'ul' || tag === 'ol') && inList) {
      const blank = out.at(-1)?.trim() === '' ? out.pop()! : '';
      if (out.at(-1) === '</li>') out.pop();
      else out.push(`${blank}<li>`);
      open.push({ tag, after: '</li>' });
      out.push(token);
    } else {
      open.push({ tag, after: '' });
      out.push(token);
    }
  }
  return out.join('');
}
