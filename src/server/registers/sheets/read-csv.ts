import { parse, type CsvError } from 'csv-parse';
import { Readable } from 'node:stream';
import { findDelimiter } from './delimiter.ts';
import { unguardFormula } from './formula-guard.ts';
import { inMegabytes, SheetRefused } from './refusals.ts';
import { collectRows } from './row-collector.ts';
import type { SheetTaker } from './read-xlsx.ts';
import type { SheetLimits } from './sheet.ts';
import { decideEncoding, decodeText, UnknownEncoding, type DecidedEncoding } from '../../files/text-encoding.ts';

const ENCODINGS: Record<DecidedEncoding['encoding'], string> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};
/** bytes of one record: beyond, a quote was not closed */
const MAX_RECORD = 4 * 1024 * 1024;
/** columns of a spreadsheet; a program that saves one writes empty columns, too */
const MOST_COLUMNS = 16_384;

/** Reads a CSV file; a record is a row, whatever line breaks its cells hold. @throws SheetRefused */
export async function readCsv(bytes: Buffer, limits: SheetLimits, taker: SheetTaker): Promise<void> {
  const decided = encodingOf(bytes);
  const delimiter = findDelimiter(decodeText(bytes, decided));
  const linesBefore = delimiter.skipped > 0 ? 1 : 0;
  taker.about({
    format: 'csv',
    name: '',
    sheets: [],
    remarks: [`按 ${ENCODINGS[decided.encoding]} 编码、以${delimiter.name}分列读取`],
    merges: [],
    base1904: false,
  });
  const collector = collectRows(limits, taker);
  let [number, line] = [0, linesBefore];
  const progress = { records: 0, sent: 0, complete: 0 };
  const parser = parse({
    delimiter: delimiter.sign,
    // the title line may end otherwise than the rows that another program added
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: MAX_RECORD,
    on_record: (record: string[], { lines }: { lines: number }) => {
      line = lines + linesBefore;
      progress.records++;
      progress.complete = progress.sent;
      if (record.length > MOST_COLUMNS)
        throw new SheetRefused('too-many-columns', {
          row: progress.records,
          count: record.length,
          limit: limits.columns,
        });
      return record;
    },
  });
  const source = Readable.from(
    piecesOfRecords(
      asQuoted(withoutStart(decodeText(bytes, decided), delimiter.skipped), delimiter.sign),
      progress,
      () => line + 1,
    ),
    { objectMode: true, highWaterMark: 1 },
  );
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      collector.add(
        ++number,
        false,
        record.map((text) => (text === '' ? undefined : (['text', unguardFormula(text)] as const))),
      );
      await collector.pause();
    }
  } catch (error) {
    throw refusalOf(error as Error, line, linesBefore);
  } finally {
    source.destroy();
  }
  if ((await collector.end()) === undefined) throw new SheetRefused('empty-file');
}

/** @throws SheetRefused */
function encodingOf(bytes: Buffer): DecidedEncoding {
  try {
    return decideEncoding(bytes);
  } catch (error) {
    if (error instanceof UnknownEncoding) throw new SheetRefused(error.code, error.facts);
    throw error;
  }
}

/**
 * Pieces of the text, as long as records end in them. The parser does not count signs between values, and a row of
 * millions of empty ones would end the whole process. @throws SheetRefused
 */
function* piecesOfRecords(
  pieces: Iterable<string>,
  progress: { sent: number; complete: number },
  line: () => number,
): Generator<string> {
  for (const piece of pieces) {
    if (progress.sent - progress.complete > MAX_RECORD)
      throw new SheetRefused('row-too-long', { line: line(), limit: inMegabytes(MAX_RECORD) });
    progress.sent += piece.length;
    yield piece;
  }
}

/**
 * Takes the text in the quotes of ="001", which programs write so that Excel leaves a code its zeros. A cell that a
 * piece cuts in two is left as it is.
 */
function* asQuoted(pieces: Iterable<string>, sign: string): Generator<string> {
  const end = `[${sign.replace(/[\\\]^-]/, '\\$&')}\\r\\n]`;
  const code = new RegExp(`(^|${end})="([^"\\r\\n]*)"(?=${end}|$)`, 'g');
  for (const piece of pieces) yield piece.includes('="') ? piece.replaceAll(code, '$1"$2"') : piece;
}

/** The text behind its first characters, which its first piece holds. */
function* withoutStart(pieces: Iterable<string>, skipped: number): Generator<string> {
  let left = skipped;
  for (const piece of pieces) {
    yield piece.slice(left);
    left = 0;
  }
}

/** @param line where the last complete record ended @param linesBefore the parser has not seen */
function refusalOf(error: Error, line: number, linesBefore: number): Error {
  switch ((error as CsvError).code as string | undefined) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new SheetRefused('broken-quotes', { line: line + 1 });
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return new SheetRefused('broken-quotes', { line: (error as CsvError & { lines: number }).lines + linesBefore });
    case 'CSV_MAX_RECORD_SIZE':
      return new SheetRefused('row-too-long', { line: line + 1, limit: inMegabytes(MAX_RECORD) });
    default:
      return error;
  }
}
