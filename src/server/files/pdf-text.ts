import { readFile } from 'node:fs/promises';
import { predefinedMap } from './pdf-encodings.ts';

/** pages that are read; a yearly report has some 300 */
const PAGES = 1_000;

/**
 * The text layer of a pdf, a line a page; '' of one that holds pictures of pages only.
 * @param characters how many are read, about @param withNotes also what stands in notes and fields of its pages
 * @throws whatever the parser says of a file that is none, is damaged, or wants a password
 */
export async function readPdf(path: string, characters: number, withNotes = false): Promise<string> {
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
    for (let number = 1; number <= Math.min(document.numPages, PAGES) && left > 0; number++) {
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
    return pages
      .filter((text) => text !== '')
      .join('\n')
      .slice(0, characters);
  } finally {
    await task.destroy();
  }
}

/** What a note says, and what a field of a form is filled in with. */
function textsOfNote(note: { contentsObj?: { str?: unknown }; fieldValue?: unknown }): string[] {
  return [note.contentsObj?.str, note.fieldValue]
    .flat()
    .filter((one): one is string => typeof one === 'string' && one !== '');
}

/**
 * A line of print ends inside a word as often as between two: only where letters or digits meet something stands
 * between.
 */
const joinLines = (text: string): string =>
  text
    .replace(/(?<=[\p{Script=Latin}\d])\s*\n\s*(?=[\p{Script=Latin}\d])/gu, ' ')
    .replace(/\s*\n\s*/g, '')
    .trim();

/** pdf.js asks it for what a document does not bring itself; fonts to draw with are not wanted. */
class Maps {
  // oxlint-disable-next-line class-methods-use-this -- the form that pdf.js asks for
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl') throw new Error(`${filename} is not needed to read text`);
    return predefinedMap(filename);
  }
}
