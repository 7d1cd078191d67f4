import { createReadStream } from 'node:fs';
import { findPersonalNumbers, type PersonalNumber } from '#rules/people/personal-numbers.ts';
import { formatCode, previewText } from './number-formats.ts';
import { readPdf } from './pdf-text.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import { decideEncoding, UnknownEncoding } from './text-encoding.ts';
import type { TextKind } from './text-reader.ts';
import { readNumberFormats } from './xlsx-parts.ts';
import { openPackage, PackageRefused } from './zip-package.ts';
import { attribute, type XmlHandler, type ZippedXml } from './zipped-xml.ts';

/** Of what is looked at and not kept more may be read than of what a preview keeps. */
const LIMITS = { unpackedSize: 512 * 1024 * 1024, elements: 30_000_000 };
/** characters of a pdf */
const CHARACTERS = 2_000_000;

/**
 * PV1: numbers of persons in all that a file holds, whether somebody who opens it sees them or not: of an office file the
 * texts of every part, those of hidden sheets, rows and columns, of headers, notes and comments, and of what it keeps of
 * others. Runs in the process that reads texts.
 */
export async function numbersInFile(path: string, kind: TextKind): Promise<PersonalNumber[]> {
  const found = new Map<string, PersonalNumber>();
  const take = (text: string): void => {
    for (const number of findPersonalNumbers(text)) if (!found.has(number.digits)) found.set(number.digits, number);
  };
  if (kind === 'pdf') take(await readPdf(path, CHARACTERS, true));
  else if (kind === 'text') await takeLines(path, take);
  else {
    const archive = await openPackage(path, LIMITS);
    try {
      await takeParts(archive, kind === 'xlsx' ? await cellReader(archive) : (_, value) => value, take);
    } finally {
      archive.close();
    }
  }
  return [...found.values()];
}

type Take = (text: string) => void;

/** Line by line, in pieces that end with one; in an unknown encoding digits are what they are in ASCII. */
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

/** bytes of a text that are read together; its first ones tell its encoding */
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

/** parts that say how something looks, or that only programs read */
const WITHOUT_WORDS =
  /(?:^|\/)(?:theme\/|docprops\/(?:app|custom)\.xml$|(?:styles|numbering|settings|websettings|fonttable)\.xml$)/;

async function takeParts(archive: ZippedXml, textOfCell: CellReader, take: Take): Promise<void> {
  const parts = archive.parts().filter((part) => /\.(?:xml|rels)$/.test(part) && !WITHOUT_WORDS.test(part));
  for (const part of parts)
    try {
      await archive.readXml(part, part.endsWith('.rels') ? dialled(take) : wordsOf(take, textOfCell));
    } catch (error) {
      // what one part does not tell, others may
      if (!(error instanceof PackageRefused)) throw error;
    }
}

/** Telephone numbers that a link of the file dials. */
const dialled = (take: Take): XmlHandler => ({
  open: (_, attributes) => {
    const target = attribute(attributes, 'Target') ?? '';
    if (/^(?:tel|sms|mailto):/i.test(target)) take(target.slice(target.indexOf(':') + 1));
  },
});

/** texts that stand between the words of a paragraph and are none of them */
const ASIDE = new Set(['delText', 'instrText']);
/** elements that end a text of several runs */
const TEXT_ENDS = new Set(['p', 'si', 'is', 'comment', 'c', 'rPh']);
/** blanks within a paragraph */
const BLANKS = new Set(['tab', 'br', 'cr']);
/** attributes that say something of what stands there */
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
      // what a chart draws of numbers
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
