import type { Page } from '@playwright/test';

/** Titles and short sentences, of any page. */
const TITLES =
  'h1, h2, h3, .item__title, .entry__title, .card__title, .news__title, .quick__title, .report__title, .slide__text, ' +
  '.service__words p, .service__hotline span, .panel__text, .sector__text, .searchbox small, .opening__statement';

/** Signs that never begin a line after a letter, and words that are never divided. */
const WHOLE = [
  /投资者|从业人员|营业部|公司名义|许可证|证监会|投资顾问/g,
  /\d[\d,.:/%-]*\d%?(?: ?(?:年|月|日|人|份|条|元|万|亿))?/g,
];

/**
 * LG10: titles that break within a dictionary's word, a term or a number, or have a line of one character, each with
 * its lines. They are measured at the present width of the window.
 */
export async function brokenTitles(page: Page): Promise<string[]> {
  const titles = await page.evaluate((selector) => {
    const range = document.createRange();
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((title) => {
      if (!title.checkVisibility({ visibilityProperty: true }) || title.closest('.unseen, .side, .drawer, .rich'))
        return [];
      const lines: string[] = [];
      let bottom = -1;
      const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement!.closest('.unseen, .tag')) continue;
        const text = node.textContent!;
        for (let at = 0; at < text.length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const [rect] = range.getClientRects();
          const isNext = rect !== undefined && rect.width > 0 && rect.top > bottom - 2;
          if (isNext || lines.length === 0) lines.push('');
          if (rect && rect.width > 0) bottom = rect.bottom;
          lines.push(lines.pop()! + text[at]!);
        }
      }
      return lines.length > 1 ? [lines] : [];
    });
  }, TITLES);
  return titles.filter(isBroken).map((lines) => lines.join('⏎'));
}

const words = new Intl.Segmenter('zh', { granularity: 'word' });
const letters = (line: string): number => [...line].filter((sign) => /[\p{L}\p{N}]/u.test(sign)).length;

function isBroken(lines: readonly string[]): boolean {
  const text = lines.join('');
  const starts = new Set([...words.segment(text)].map(({ index }) => index));
  const whole = WHOLE.flatMap((pattern) => [...text.matchAll(pattern)]);
  let at = 0;
  return lines.some((line, no) => {
    const begin = at;
    at += line.length;
    if (letters(line) === 1) return true;
    if (no === 0) return false;
    if (whole.some(({ index, 0: match }) => index < begin && begin < index + match.length)) return true;
    const isBetween = /\p{Script=Han}$/u.test(text.slice(0, begin)) && /^\p{Script=Han}/u.test(text.slice(begin));
    // a whole of the product begins where the dictionary may not
    return (
      isBetween &&
      !starts.has(begin) &&
      whole.every(({ index, 0: match }) => begin !== index && begin !== index + match.length)
    );
  });
}
