import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { findPersonalNumbers, type NotSearched, type PersonalNumber } from '#rules/people/personal-numbers.ts';
import { formatCode, previewText } from './number-formats.ts';
import { readPdf } from './pdf-text.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import { decideEncoding, UnknownEncoding } from './text-encoding.ts';
import type { NumbersOutcome, TextKind } from './text-reader.ts';
import { readNumberFormats } from './xlsx-parts.ts';
import { openPackage, PackageRefused } from './zip-package.ts';
import { attribute, type XmlHandler, type ZippedXml } from './zipped-xml.ts';

/** Limits higher than those of a preview, because the content is not stored. */
const LIMITS = { unpackedSize: 512 * 1024 * 1024, elements: 30_000_000 };
/** characters of a pdf */
const CHARACTERS = 2_000_000;

/**
 * PV1: numbers of persons in all content of a file, whether its reader sees them or not. Of an office file it
 * searches the texts of every part: hidden sheets, rows and columns, headers, notes, comments, and copies of other
 * files. Runs in the process that reads texts.
 */
export async function numbersInFile(path: string, kind: TextKind): Promise<NumbersOutcome> {
  const found = new Map<string, PersonalNumber>();
  const take = (text: string): void => {
    for (const number of findPersonalNumbers(text)) if (!found.has(number.digits)) found.set(number.digits, number);
  };
  let notSearched: NotSearched | null = null;
  let pdf: NumbersOutcome['pdf'];
  if (kind === 'pdf') {
    const { text, isCut, title } = await readPdf(path, CHARACTERS, true);
    take(text);
    pdf = { hasText: text.trim() !== '', title };
    if (isCut) notSearched = 'too-much';
  } else if (kind === 'text') await takeLines(path, take);
  else notSearched = await takePackage(path, take);
  return { numbers: [...found.values()], notSearched, ...(pdf && { pdf }) };
}

/** PV3: the reason why a file was not searched, by the error of its reader. */
export async function whyNotSearched(error: unknown, path: string): Promise<NotSearched> {
  if (error instanceof Error && error.name === 'PasswordException') return 'encrypted';
  if (!(error instanceof PackageRefused)) return 'damaged';
  if (error.problem === 'encrypted') return 'encrypted';
  if (error.isTooLarge || error.problem === 'too-many-entries' || error.problem === 'nested-too-deep')
    return 'too-much';
  return (await isCompound(path)) ? 'encrypted' : 'damaged';
}

/** True for an office file with a password, which is an archive of the old programs, whatever its name. */
async function isCompound(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer: head } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return head.toString('hex') === 'd0cf11e0a1b11ae1';
  } finally {
    await file.close();
  }
}

/** office files inside of others, in files inside of these */
const DEEPEST = 3;
const EMBEDDED = /\.(?:docx|xlsx|pptx|docm|xlsm|pptm)$/;

/** @returns why some of it was not searched */
async function takePackage(source: string | Buffer, take: Take, depth = 1): Promise<NotSearched | null> {
  const archive = await openPackage(source, LIMITS);
  try {
    const isWorkbook = archive.parts().some((part) => part.startsWith('xl/'));
    let notSearched = await takeParts(archive, isWorkbook ? await cellReader(archive) : (_, value) => value, take);
    for (const part of archive.parts().filter((name) => EMBEDDED.test(name)))
      try {
        if (depth === DEEPEST) throw new PackageRefused('', 'nested-too-deep');
        notSearched = (await takePackage(await buffer(archive.unpack(part)), take, depth + 1)) ?? notSearched;
      } catch (error) {
        notSearched = partNotSearched(error);
      }
    return notSearched;
  } finally {
    archive.close();
  }
}

function partNotSearched(error: unknown): NotSearched {
  if (!(error instanceof PackageRefused)) throw error;
  return error.problem === 'encrypted' ? 'encrypted' : error.isTooLarge ? 'too-much' : 'partly';
}

type Take = (text: string) => void;

/** Reads a text line by line, in pieces that end with one; in an unknown encoding digits are the same as in ASCII. */
async function takeLines(path: string, take: Take): Promise<void> {
  let decoder: TextDecoder | null = null;
  let rest = '';
  for await (const bytes of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encodingOf(bytes));
    const text = rest + decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    take(end === 0 ? text : text.slice(0, end));
    rest = end === 0 ? text.slice(-TAIL) : text.slice(end);
  }
  take(rest);
}

/** bytes of a text that are read together; its encoding is found in the first ones */
const PIECE = 1024 * 1024;

function encodingOf(head: Buffer): string {
  try {
    return decideEncoding(head.length < PIECE ? head : head.subarray(0, head.lastIndexOf(10) + 1)).encoding;
  } catch (error) {
    if (error instanceof UnknownEncoding) return 'latin1';
    throw error;
  }
}

/** characters of a text that are looked at together, and of those that its next piece begins with */
const LONGEST = 100_000;
const TAIL = 100;

/** parts of looks only, or for programs only */
const WITHOUT_WORDS =
  /(?:^|\/)(?:theme\/|docprops\/(?:app|custom)\.xml$|(?:styles|numbering|settings|websettings|fonttable)\.xml$)/;

/** @returns why some of them were not searched */
async function takeParts(archive: ZippedXml, textOfCell: CellReader, take: Take): Promise<NotSearched | null> {
  let notSearched: NotSearched | null = null;
  const parts = archive.parts().filter((part) => /\.(?:xml|rels)$/.test(part) && !WITHOUT_WORDS.test(part));
  for (const part of parts)
    try {
      await archive.readXml(part, part.endsWith('.rels') ? dialled(take) : wordsOf(take, textOfCell));
    } catch (error) {
      // one part cannot be searched, but others may
      notSearched = partNotSearched(error);
    }
  return notSearched;
}

/** Telephone numbers that a link of the file dials. */
const dialled = (take: Take): XmlHandler => ({
  open: (_, attributes) => {
    const target = attribute(attributes, 'Target') ?? '';
    if (/^(?:tel|sms|mailto):/i.test(target)) take(target.slice(target.indexOf(':') + 1));
  },
});

/** texts between the words of a paragraph that are none of them */
const ASIDE = new Set(['delText', 'instrText']);
/** elements that end a text of several runs */
const TEXT_ENDS = new Set(['p', 'si', 'is', 'comment', 'c', 'rPh']);
/** blanks within a paragraph */
const BLANKS = new Set(['tab', 'br', 'cr']);
/** attributes with a text about their element */
const SPOKEN = ['descr', 'title', 'prompt', 'promptTitle', 'error'];

/** Looks at the texts of a part, whatever it is: words of runs together, elements apart. */
function wordsOf(take: Take, textOfCell: CellReader): XmlHandler {
  let [root, within, spokenIn, text, aside] = ['', '', '', '', ''];
  let cell: Readonly<Record<string, string>> | null = null;
  let inNumbers = false;
  const end = (): void => {
    for (const one of [text, aside]) if (one !== '') take(one);
    [text, aside] = ['', ''];
  };
  return {
    open: (tag, attributes) => {
      root ||= tag;
      within = tag;
      if (root === 'worksheet' && tag === 'c') cell = attributes;
      if (tag === 'rPh') end();
      else if (BLANKS.has(tag)) text += ' ';
      // numbers that a chart draws
      else if (tag === 'numCache') inNumbers = true;
      for (const name of SPOKEN) if (attributes[name] !== undefined) take(attributes[name]);
      if (root.startsWith('pivotCache') && attributes.v !== undefined) take(attributes.v);
    },
    close: (tag) => {
      if (cell && tag === 'v') {
        text = textOfCell(cell, text);
        end();
      } else if (TEXT_ENDS.has(tag) || tag === spokenIn) end();
      within = '';
      if (tag === 'c') cell = null;
      if (tag === 'numCache') inNumbers = false;
    },
    text: (piece) => {
      if (inNumbers || (within !== 't' && piece.trim() === '')) return;
      // the text of a run goes on in the next one
      spokenIn = within === 't' || ASIDE.has(within) ? '' : within;
      if (ASIDE.has(within)) aside += piece;
      else text += piece;
      if (text.length + aside.length <= LONGEST) return;
      const tails = [text.slice(-TAIL), aside.slice(-TAIL)];
      end();
      [text, aside] = tails as [string, string];
    },
  };
}

type CellReader = (cell: Readonly<Record<string, string>>, value: string) => string;

/** Texts of cells as they are shown: a number with marks of thousands or digits behind the point is a sum. */
async function cellReader(archive: ZippedXml): Promise<CellReader> {
  const main = await findMainPart(archive);
  const parts = main === undefined ? new Map<string, never>() : await readRelationships(archive, main);
  const styles = [...parts.values()].find(({ type, target }) => type === 'styles' && archive.has(target));
  const { ids, codes } = await readNumberFormats(archive, styles?.target);
  const formats = ids.map((id) => formatCode(id, codes));
  return ({ t = 'n', s = '0' }, value) => {
    if (t === 's') return '';
    if (t !== 'n') return value;
    const number = Number(value);
    const format = formats[Number(s)] ?? '';
    if (value.trim() === '' || !Number.isFinite(number)) return value;
    // an unformatted one is shown with fewer digits than it has
    if (/^(?:0*|@)$/.test(format)) return Number.isInteger(number) ? digitsOf(value, number) : '';
    return previewText(format, number, false);
  };
}

const digitsOf = (value: string, number: number): string => (/^\d+$/.test(value.trim()) ? value : String(number));
