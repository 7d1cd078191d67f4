import { breaking } from './breaking.ts';
import { inScript } from './script/active-script.ts';

/** Absent from Firefox before 125, where lines end at punctuation, or anywhere where there is none. */
const SEGMENTER = 'Segmenter' in Intl ? new Intl.Segmenter('zh', { granularity: 'word' }) : null;

/** Terms that the dictionary takes for several words, the longer first. Names of firms end in the words of SECOND. */
const TERMS = [
  '中国证监会',
  '证监会',
  '中国证券业协会',
  '证券业协会',
  '公司名义',
  '证券投资顾问',
  '投资顾问',
  '证券经纪',
  '证券研究',
  '投资银行',
  '投资者教育',
  '投资者保护',
  '投资者',
  '证券营业部',
  '营业部',
  '分公司',
  '子公司',
  '许可证',
  '资格人员',
  '业务人员',
  '数据截至',
  '从业人员',
  '登记编号',
  '融资融券',
  '非法证券活动',
  '客服热线',
  '官方网站',
  '反洗钱',
  '适当性',
].join('|');
/** never begin a line */
const SECOND = '(?:证券|期货)$|股份|有限|责任|公司|名义|顾问|人员|营业部|许可证|凭证';

/** numbers with what belongs to them: 400-555-0126, 2026-11-20, 1,234.5%, 29 人, 2026年11月20日 */
const NUMBER = '(?:\\d(?:[\\d,.:/%-]*[\\d%])?(?: ?[年月日时分人名份则条家个元万亿只件次期])*)+';
const LETTER = /[\p{L}\p{N}]/u;
/** need what stands behind them: 29 人, 每一位, 二十余类 */
const COUNTING = /[\d一二两三四五六七八九十百千几每]$/;
/** belong to what stands before them: particles, and last syllables such as those of 工作量, 胜利路, 宣传日 */
const TRAILING =
  /^(?:[的了着过地得等们里上中内外者员部会局司所证书号性化率量类型度额费价户表件期日周季年站端版区市省县镇路街]$|者)/;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const literal = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');

let firm: string | undefined;

/** Names the firm before the server draws: the next drawing is one firm's. A browser reads the name from its page. */
export function nameFirm(name: string): void {
  firm = name;
}

const nameOf = (): string => inScript(firm ?? globalThis.document?.querySelector('.logo b')?.textContent ?? '');

const patterns = new Map<string, { whole: RegExp; second: RegExp }>();

/** In the script that is drawn in. */
function patternsOf(): { whole: RegExp; second: RegExp } {
  const name = nameOf();
  const words = (name && `${literal(name)}|`) + inScript(TERMS);
  const known = patterns.get(words);
  if (known) return known;
  const made = {
    whole: new RegExp(`${words}|${inScript(NUMBER)}`, 'g'),
    second: new RegExp(`^(?:${inScript(SECOND)})`),
  };
  patterns.set(words, made);
  return made;
}

/** Names, terms and numbers are one word each, so that the dictionary reads what is left between them. */
function* segmentsOf(text: string, whole: RegExp): Generator<{ segment: string; index: number }> {
  let last = 0;
  for (const { 0: match, index } of [...text.matchAll(whole), { 0: '', index: text.length }]) {
    for (const { segment, index: at } of SEGMENTER!.segment(text.slice(last, index)))
      yield { segment, index: last + at };
    if (match !== '') yield { segment: match, index };
    last = index + match.length;
  }
}

/**
 * LG10: HTML of a text with places to break at between its words: not within names, terms, and numbers with their units, and
 * no word of one character alone.
 */
export function withBreaks(text: string): string {
  const read = inScript(text);
  if (!SEGMENTER) return escaped(read);
  const { whole, second } = patternsOf();
  /** places within what stays whole */
  const within = new Set<number>();
  const ends = new Set<number>();
  /** the signs in a number are places to break at for the browser */
  const numbers: [from: number, to: number][] = [];
  for (const { 0: match, index } of read.matchAll(whole)) {
    for (let at = 1; at < match.length; at++) within.add(index + at);
    ends.add(index + match.length);
    if (/\d[^\p{L}\p{N}]/u.test(match)) numbers.push([index, index + match.length]);
  }
  const marks = new Map<number, string>();
  let before = '';
  for (const { segment, index } of segmentsOf(read, whole)) {
    const end = index + segment.length;
    const isBetween = LETTER.test(before.slice(-1)) && LETTER.test(segment);
    const isAlone = segment.length === 1 && !LETTER.test(read.charAt(end));
    const hangs = before.length === 1 && !TRAILING.test(before) && !ends.has(index);
    if (isBetween && !isAlone && !hangs && !within.has(index) && !TRAILING.test(segment) && !COUNTING.test(before))
      if (!second.test(segment)) marks.set(index, '<wbr>');
    before = segment;
  }
  for (const [from, to] of numbers) {
    marks.set(from, `${marks.get(from) ?? ''}<span class="phrases__number">`);
    marks.set(to, `</span>${marks.get(to) ?? ''}`);
  }
  let html = '';
  let last = 0;
  for (const [at, mark] of [...marks].sort(([one], [other]) => one - other)) {
    html += escaped(read.slice(last, at)) + mark;
    last = at;
  }
  return html + escaped(read.slice(last));
}

breaking.html = withBreaks;
