/** A text that was read in another encoding than it was written in, and stored so. */
export interface DecodedTwice {
  found: string;
  meant: string;
}

/** what stands beyond ASCII, as one piece */
const RUN = /[^\u0000-\u007F]+/g;
/** the same where each byte became a character of its own; a space may be left of a hard one */
const LATIN_RUN =
  /[\u0080-\u00FF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]+(?: [\u0080-\u00FF\u2013-\u2026\u2030\u0152-\u0192\u02C6\u02DC]+)*/g;
const HAN = /\p{Script=Han}/gu;
/** characters of a run that is told without one that GB2312, which holds all usual ones, has not */
const LONG = 5;
/** bytes by which three-byte sequences of UTF-8 begin that hold punctuation, Chinese characters or signs in full width */
const [FIRST_LEAD, LAST_LEAD] = [0xe2, 0xef];

/**
 * VA1: finds UTF-8 that was read as GBK (鐜嬪畨 for 王安), and UTF-8 or GBK that was read byte by byte (çŽ‹å®‰, Íõ°²). A
 * run counts where all of its bytes make sense the other way round, which ordinary words do not.
 */
export function decodedTwice(text: string): DecodedTwice | null {
  for (const [run] of text.matchAll(RUN)) {
    const meant = run.length >= 3 ? readAsGbk(run) : null;
    if (meant !== null) return { found: run, meant };
  }
  for (const [run] of text.matchAll(LATIN_RUN)) {
    const meant = run.length >= 2 ? readByBytes(run) : null;
    if (meant !== null) return { found: run, meant };
  }
  return null;
}

const count = (text: string): number => text.match(HAN)?.length ?? 0;

function readAsGbk(run: string): string | null {
  const codes = gbkCodes();
  const lead = (codes.get(run[0]!) ?? 0) >> 8;
  if (lead < FIRST_LEAD || lead > LAST_LEAD) return null;
  const bytes: number[] = [];
  let isRare = run.length >= LONG;
  // the last byte of an odd number is lost, and something stands for it
  for (const character of run.replace(/\uFFFD+$/, '')) {
    const code = codes.get(character);
    if (code === undefined) return null;
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
    isRare ||= code >> 8 < 0xa1 || (code & 0xff) < 0xa1;
  }
  const meant = isRare ? decode('utf-8', bytes) : null;
  return meant !== null && count(meant) >= 2 ? meant : null;
}

function readByBytes(run: string): string | null {
  const codes = latinCodes();
  const bytes = Array.from(run, (character) => (character === ' ' ? 0xa0 : codes.get(character)!));
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
