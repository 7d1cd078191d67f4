/** A text that was read in another encoding than it was written in, and stored so. */
export interface DecodedTwice {
  found: string;
  /** '' where bytes of it are lost */
  meant: string;
}

/**
 * One where each byte became a character of its own; a space may be left of a hard one. Some programs leave what
 * Windows-1252 has no sign for as a control character.
 */
const LATIN_RUN =
  /[\u0080-\u00FF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]+(?: [\u0080-\u00FF\u2013-\u2026\u2030\u0152-\u0192\u02C6\u02DC]+)*/g;
/** Letters by which sequences of three bytes begin that hold punctuation or Chinese characters, no part of a word. */
const LEAD = '(?<![A-Za-z\\u00C0-\\u024F])[âãäåæçèéï]';
/** continuation of such a sequence, but for signs of sentences and of trade */
const WITHIN = '[\\u0080-\\u00A8\\u00AA\\u00AC\\u00AD\\u00AF-\\u00B6\\u00B8-\\u00BA\\u00BC-\\u00BF€‚„†‡ˆ‰ŠŒŽ˜šœžŸƒ]';
/** The same where bytes are lost: such a letter before one of these or another letter, or beside Chinese characters. */
const LATIN_REST = new RegExp(
  [
    `${LEAD}(?:${WITHIN}|[âãäåæçèéï](?![A-Za-z]))[^A-Za-z\\s\\p{Script=Han}]*`,
    `(?:${LEAD}|[ÂÃ])(?= ?\\p{Script=Han})`,
    `(?:${LEAD}|[ÂÃ])(?![A-Za-z])(?<=\\p{Script=Han} ?.)`,
  ].join('|'),
  'u',
);
const HAN = /\p{Script=Han}/gu;
/** characters that GBK has and GB2312, which holds all usual ones, has not; so many make a run that is told */
const FEWEST_RARE = 1;
/** length that counts, of characters rare or not */
const LONG = 5;
/** bytes by which three-byte sequences of UTF-8 begin that hold punctuation, Chinese characters or signs in full width */
const [FIRST_LEAD, LAST_LEAD] = [0xe2, 0xef];

/**
 * VA1: finds UTF-8 that was read as GBK (鐜嬪畨 for 王安), and UTF-8 or GBK that was read byte by byte (çŽ‹å®‰, Íõ°²), also in
 * the midst of words that are right. A run counts where all of its bytes make sense the other way round, which ordinary
 * words do not.
 */
export function decodedTwice(text: string): DecodedTwice | null {
  // most cells of a register are codes, numbers and days
  if (/^[\u0000-\u007F]*$/.test(text)) return null;
  for (const { index } of text.matchAll(leadsOfGbk())) {
    const found = readAsGbk(text, index);
    if (found) return found;
  }
  for (const [run] of text.matchAll(LATIN_RUN)) {
    const meant = run.length >= 2 ? readByBytes(run) : null;
    if (meant !== null) return { found: run, meant };
  }
  const rest = LATIN_REST.exec(text)?.[0];
  return rest === undefined ? null : { found: rest.trim(), meant: '' };
}

const count = (text: string): number => text.match(HAN)?.length ?? 0;

/** The longest run from a place on of which the bytes are UTF-8; null where it is too short to be no chance. */
function readAsGbk(text: string, from: number): DecodedTwice | null {
  const codes = gbkCodes();
  const bytes: number[] = [];
  let [open, rare, end] = [0, 0, from];
  // bytes and rare characters up to the last whole sequence
  let whole = { bytes: 0, rare: 0, end: from };
  for (; end < text.length; end++) {
    const code = codes.get(text[end]!);
    if (code === undefined) break;
    const pair = code > 0xff ? [code >> 8, code & 0xff] : [code];
    for (const byte of pair) {
      open = open > 0 ? (isWithin(byte) ? open - 1 : -1) : byte >= FIRST_LEAD && byte <= LAST_LEAD ? 2 : -1;
      if (open < 0) break;
      bytes.push(byte);
    }
    if (open < 0) break;
    if (code >> 8 < 0xa1 || (code & 0xff) < 0xa1) rare += 1;
    if (open === 0) whole = { bytes: bytes.length, rare, end: end + 1 };
  }
  // the last byte of an odd number is lost, and something stands for it
  const isCut = open > 0 && /^(?:\uFFFD|\?|$)/.test(text.slice(end, end + 1));
  if (isCut) whole = { bytes: bytes.length, rare, end };
  const found = text.slice(from, whole.end);
  if (whole.rare >= FEWEST_RARE || found.length >= LONG) {
    const meant = decode('utf-8', bytes.slice(0, whole.bytes));
    if (meant !== null && count(meant) >= 2 && isUsual(meant)) return { found, meant };
  }
  // 鐨? for 的, 鈥斺€? for ——, 锛? for ，: one sign that is cut
  const isSign = whole.rare === found.length || (bytes[0] === LAST_LEAD && (bytes[1] === 0xbc || bytes[1] === 0xbd));
  return isCut && isSign && text[end] === '?' ? { found: `${found}?`, meant: '' } : null;
}

const isWithin = (byte: number): boolean => byte >= 0x80 && byte <= 0xbf;

/** Whether a text holds characters that GB2312 has, and no others. */
const isUsual = (text: string): boolean =>
  Array.from(text).every((character) => {
    const code = gbkCodes().get(character) ?? 0;
    return code >> 8 >= 0xa1 && (code & 0xff) >= 0xa1;
  });

function readByBytes(run: string): string | null {
  const codes = latinCodes();
  const bytes = Array.from(run, (character) =>
    character === ' ' ? 0xa0 : (codes.get(character) ?? character.charCodeAt(0)),
  );
  const utf8 = bytes[0]! >= 0xc2 && bytes[0]! <= 0xf4 ? decode('utf-8', bytes) : null;
  if (utf8 !== null && utf8 !== '') return utf8;
  if (run.length < 4 || !/^[\u00A1-\u00FF]+$/.test(run)) return null;
  const gbk = decode('gbk', bytes);
  return gbk !== null && count(gbk) >= 2 && count(gbk) === gbk.length ? gbk : null;
}

/** The bytes as text, but for a character that is cut at the end; null where they are none. */
function decode(encoding: string, bytes: readonly number[]): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(Uint8Array.from(bytes), { stream: true });
  } catch {
    return null;
  }
}

let gbk: Map<string, number> | undefined;

/** The bytes of each character of GBK; a browser reads one that leads nothing as the sign of the euro. */
function gbkCodes(): ReadonlyMap<string, number> {
  if (gbk) return gbk;
  gbk = new Map([['€', 0x80]]);
  const decoder = new TextDecoder('gbk');
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\uFFFD' && !gbk.has(character))
        gbk.set(character, (lead << 8) | trail);
    }
  return gbk;
}

let leads: RegExp | undefined;

/** Characters of GBK of which the bytes begin a sequence of three. */
function leadsOfGbk(): RegExp {
  leads ??= new RegExp(
    `[${[...gbkCodes()].flatMap(([character, code]) => (code >> 8 >= FIRST_LEAD && code >> 8 <= LAST_LEAD && isWithin(code & 0xff) ? character : [])).join('')}]`,
    'g',
  );
  return leads;
}

let latin: Map<string, number> | undefined;

/** The byte of each character of Windows-1252. */
function latinCodes(): ReadonlyMap<string, number> {
  latin ??= new Map(
    Array.from(
      new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128)),
      (character, at) => [character, at + 128],
    ),
  );
  return latin;
}
