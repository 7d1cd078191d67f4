import { readFile } from 'node:fs/promises';
import { predefinedMap } from './pdf-encodings.ts';

/** pages that are read; a yearly report has some 300 */
const PAGES = 1_000;

/**
 * Text layer of a pdf, a line a page; '' of one that holds pictures of pages only. Also whether it was cut, and the
 * title of its properties.
 * @param characters number to be read, about @param withNotes also texts in notes and fields of its pages
 * @throws errors of the parser for a file that is no pdf, is damaged, or needs a password
 */
export async function readPdf(
  path: string,
  characters: number,
  withNotes = false,
): Promise<{ text: string; isCut: boolean; title: string }> {
  // 1.7 MB of program that no other reader needs
  const { getDocument } = await import('unpdf/pdfjs');
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    verbosity: 0,
    BinaryDataFactory: Maps,
    cMapPacked: false,
    useWorkerFetch: false,
    useWasm: false,
    isEvalSupported: false,
    disableFontFace: true,
    enableXfa: false,
  });
  try {
    const document = await task.promise;
    const pages: string[] = [];
    let left = characters;
    let number = 1;
    for (; number <= Math.min(document.numPages, PAGES) && left > 0; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = joinLines(
        items.flatMap((item) => ('str' in item ? [item.str, item.hasEOL ? '\n' : ''] : [])).join(''),
      );
      if (withNotes) pages.push(...(await page.getAnnotations()).flatMap(textsOfNote));
      page.cleanup();
      pages.push(text);
      left -= text.length;
    }
    const text = pages.filter((one) => one !== '').join('\n');
    return {
      text: text.slice(0, characters),
      isCut: number <= document.numPages || text.length > characters,
      title: await titleOf(document),
    };
  } finally {
    await task.destroy();
  }
}

/** Title in the properties; '' for none. */
async function titleOf(document: {
  getMetadata: () => Promise<{ info?: { Title?: unknown } | undefined }>;
}): Promise<string> {
  const { info } = await document.getMetadata();
  return typeof info?.Title === 'string' ? info.Title.slice(0, 300) : '';
}

/** Text of a note, and value of a field of a form. */
function textsOfNote(note: { contentsObj?: { str?: unknown }; fieldValue?: unknown }): string[] {
  return [note.contentsObj?.str, note.fieldValue]
    .flat()
    .filter((one): one is string => typeof one === 'string' && one !== '');
}

/**
 * Joins lines. A line of print ends inside a word as often as between two: only letters or digits that meet get a
 * space between them.
 */
const joinLines = (text: string): string =>
  text
    .replace(/(?<=[\p{Script=Latin}\d])\s*\n\s*(?=[\p{Script=Latin}\d])/gu, ' ')
    .replace(/\s*\n\s*/g, '')
    .trim();

/** Source of maps that a document lacks, for pdf.js; fonts to draw with are not needed. */
class Maps {
  // oxlint-disable-next-line class-methods-use-this -- the form that pdf.js asks for
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl') throw new Error(`${filename} is not needed to read text`);
    return predefinedMap(filename);
  }
}
