import { NOT_SEARCHED } from '#rules/people/personal-numbers.ts';
import { RecentMemory } from '../store/rows/recent-memory.ts';
import { openStoredBytes } from './stored-bytes.ts';
import { createTextReader, type NumbersOutcome, type TextKind } from './text-reader.ts';

/** Endings of files that are searched for numbers of persons; a presentation has its words in parts as a document has. */
const SEARCHED: Readonly<Record<string, TextKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  pptx: 'docx',
  xlsx: 'xlsx',
  txt: 'text',
  csv: 'text',
  md: 'text',
  html: 'text',
};
/** Endings of files that may hold words which nothing here reads; pictures, sound, films and programs hold none. */
const UNREADABLE = new Set([
  'doc', 'xls', 'ppt', 'wps', 'et', 'dps', 'ofd', 'odt', 'ods', 'odp', 'epub', 'zip', 'rar', '7z', 'gz', 'bin',
]); // prettier-ignore

/** Outcomes by file: its path names its content. */
const known = new RecentMemory<NumbersOutcome>(10_000);

/** one file after the other, in a process that ends with the last one that waits */
const reader = createTextReader();
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

const endingOf = (filepath: string): string => filepath.slice(filepath.lastIndexOf('.') + 1);

/** Endings of files that may contain numbers of persons, or that nobody here can look into. */
export const WORDED_ENDINGS: readonly string[] = [...Object.keys(SEARCHED), ...UNREADABLE];

/**
 * PV1, PV3: numbers of persons in a stored file, all that a download holds included, and why that may not be all. A picture
 * of a page holds no text.
 */
export async function numbersOfFile(filesDir: string, filepath: string): Promise<NumbersOutcome> {
  const ending = endingOf(filepath);
  if (UNREADABLE.has(ending)) return { numbers: [], notSearched: 'format' };
  const kind = SEARCHED[ending];
  if (kind === undefined) return { numbers: [], notSearched: null };
  const before = known.get(filepath);
  if (before) return before;
  const located = await openStoredBytes(filesDir).locate(filepath);
  if (typeof located === 'string') return { numbers: [], notSearched: 'damaged' };
  waiting += 1;
  const turn = last.then(() => reader.readNumbers(located.path, kind));
  last = turn.finally(() => {
    waiting -= 1;
    if (waiting === 0) reader.close();
  });
  const outcome = await turn;
  // a busy machine is late, too
  if (outcome.notSearched !== 'too-late') known.set(filepath, outcome, 1 + outcome.numbers.length);
  return outcome;
}

/** milliseconds that an uploader waits for the search */
const PATIENCE = 5_000;

/**
 * PV3: message to the uploader of a file that is not searched. It is '' where the file is searched, and where the
 * search takes longer: the outcome is shown when its edition is submitted then.
 */
export async function notSearchedWords(filesDir: string, filepath: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), PATIENCE);
  const outcome = await Promise.race([numbersOfFile(filesDir, filepath), promise]);
  clearTimeout(timer);
  const why = outcome?.notSearched;
  return why ? `没有查找其中的个人号码：${NOT_SEARCHED[why]}；提交审核时须说明必须公开的理由，由审核人同意` : '';
}
