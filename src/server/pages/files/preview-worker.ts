import { workerData } from 'node:worker_threads';
import { answerAsker } from '../../background/thread.ts';
import { readDocx, type DocxLimits } from '../../files/docx-text.ts';
import { docxHtml, sheetsHtml } from './preview-html.ts';
import { readSheets, type SheetLimits } from '../../files/xlsx-sheets.ts';
import { openPackage, PackageRefused } from '../../files/zip-package.ts';

/** Runs in a thread of its own with a memory and a time limit: whatever an office file does, the site goes on. */
const SHEETS: SheetLimits = { sheets: 20, rows: 200, columns: 50, merges: 500, text: 2_000 };
const DOCUMENT: DocxLimits = { blocks: 20_000, characters: 500_000 };

async function read({
  path,
  extension,
}: {
  path: string;
  extension: 'docx' | 'xlsx';
}): Promise<{ html: string } | { unsupported: string }> {
  const archive = await openPackage(path);
  try {
    if (extension === 'docx') return { html: docxHtml(await readDocx(archive, DOCUMENT)) };
    const { sheets, cut } = await readSheets(archive, SHEETS);
    return { html: sheetsHtml(sheets, cut, SHEETS) };
  } finally {
    archive.close();
  }
}

const preview = await read(workerData as Parameters<typeof read>[0]).catch((error: unknown) => {
  if (error instanceof PackageRefused) return { unsupported: error.message };
  throw error;
});
answerAsker(preview);
