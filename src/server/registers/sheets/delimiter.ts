/** Signs by which programs separate columns, the likelier ones first for undecided files. */
const SIGNS = [',', '\t', ';', '|'] as const;
/** signs that some type or program in their place, for texts that none of the others separates */
const UNUSUAL = ['，', '；', '｜', '^', '¦', '\u0001', '\u001f'] as const;
const ALL: ReadonlySet<string> = new Set([...SIGNS, ...UNUSUAL]);
const NAMES: Readonly<Record<string, string>> = {
  ',': '逗号',
  '\t': '制表符',
  ';': '分号',
  '|': '竖线',
  '，': '全角逗号',
  '；': '全角分号',
  '｜': '全角竖线',
  '\u0001': '控制字符 U+0001',
  '\u001f': '控制字符 U+001F',
};

/** records and characters by which the sign is decided */
const MOST_RECORDS = 200;
/** share of the records that an unusual sign parts alike */
const MOST = 0.8;
const MOST_CHARACTERS = 256 * 1024;
/** Excel's own line that names the sign; it is no row, and no spreadsheet shows it */
const STATED = /^"?sep=([^"\r\n\p{L}\p{N}])"?[ \t]*(?:\r\n?|\n|$)/iu;

export interface Delimiter {
  sign: string;
  /** 分号 */
  name: string;
  /** characters of the line sep= in front of the first row; 0 without */
  skipped: number;
}

/**
 * VA2: separator of the columns of a text: the one named by its line sep=, else the sign that most of the first
 * records have equally often outside quotes. A title with a comma above the rows decides nothing.
 */
export function findDelimiter(pieces: Iterable<string>): Delimiter {
  const start = startOf(pieces);
  const stated = STATED.exec(start);
  if (stated) return { ...named(stated[1]!), skipped: stated[0].length };
  const records = signsOf(start);
  const scoreOf = (sign: string) => ({ sign, ...mostAlike(records.map((counts) => counts.get(sign) ?? 0)) });
  const scores: ReturnType<typeof scoreOf>[] = SIGNS.map(scoreOf);
  const isWithout = scores.every((one) => one.records < records.length / 2);
  const unusual = UNUSUAL.map(scoreOf).filter((one) => one.records > 1 && one.records > records.length * MOST);
  if (isWithout) scores.push(...unusual);
  const best = scores.reduce((most, one) =>
    one.records > most.records || (one.records === most.records && one.signs > most.signs) ? one : most,
  );
  return { ...named(best.sign), skipped: 0 };
}

const named = (sign: string): Pick<Delimiter, 'sign' | 'name'> => ({ sign, name: NAMES[sign] ?? `“${sign}”` });

function startOf(pieces: Iterable<string>): string {
  let start = '';
  for (const piece of pieces) {
    start += piece.slice(0, MOST_CHARACTERS);
    if (start.length >= MOST_CHARACTERS) break;
  }
  return start;
}

/** Counts of each sign in each record that is not empty. */
function signsOf(text: string): Map<string, number>[] {
  const records: Map<string, number>[] = [];
  let [quoted, begun, counts] = [false, false, new Map<string, number>()];
  const end = () => {
    if (begun) records.push(counts);
    [begun, counts] = [false, new Map()];
  };
  for (const character of text) {
    if (records.length >= MOST_RECORDS) return records;
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) end();
    else if (!quoted && ALL.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    begun ||= character.trim() !== '';
  }
  end();
  return records;
}

/** The number above 0 that most records have, and how many have it. */
function mostAlike(counts: readonly number[]): { signs: number; records: number } {
  const seen = new Map<number, number>();
  for (const count of counts) if (count > 0) seen.set(count, (seen.get(count) ?? 0) + 1);
  return [...seen].reduce(
    (most, [signs, records]) =>
      records > most.records || (records === most.records && signs > most.signs) ? { signs, records } : most,
    { signs: 0, records: 0 },
  );
}
