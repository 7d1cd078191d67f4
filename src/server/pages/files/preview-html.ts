import { escapeHtml } from '../draw/document.ts';
import type { DocxBlock, DocxText } from '../../files/docx-text.ts';
import type { SeenRun } from '../../files/seen-text.ts';
import type { Sheet, SheetLimits } from '../../files/xlsx-sheets.ts';

/** Characters of markup in one preview; a page of this size is already slow to read. */
const MAX_HTML = 1_500_000;

const visible = (text: string): string => escapeHtml(text.replace(/[\0-\x08\x0b-\x1f\x7f]/g, '').toWellFormed());

/** @param text fixed words */
export const previewNote = (text: string): string => `<p class="preview-note">${text}</p>`;

export const pictureHtml = (address: string, name: string): string =>
  `<div class="scroll" role="region" tabindex="0" aria-label="图片"><img src="${escapeHtml(address)}" alt="${visible(name)}"></div>`;

/**
 * Page with a pdf in the browser's own reader. Browsers without one, as on most phones, show the words inside. Some
 * phones show the first page only, so the link to the file is below as well.
 */
export const paperHtml = (address: string, name: string): string =>
  `<object class="paper" type="application/pdf" data="${escapeHtml(address)}" aria-label="${visible(name)}">${previewNote('此浏览器不能在页面内显示 PDF 文件。')}</object><p class="preview-note">未能显示全部页面时，请<a href="${escapeHtml(address)}" target="_blank" rel="noopener">在新窗口打开</a>，或下载原文件。</p>`;

const spans = (colspan: number, rowspan: number): string =>
  (colspan > 1 ? ` colspan="${colspan}"` : '') + (rowspan > 1 ? ` rowspan="${rowspan}"` : '');

/** Sheets as tables, each with a note on the parts that are not shown. */
export function sheetsHtml(sheets: Sheet[], more: boolean, limits: SheetLimits): string {
  let html = '';
  for (const sheet of sheets) {
    html += `<section class="preview-sheet"><h2>${visible(sheet.name)}</h2>`;
    const { body, shown } = tableBody(sheet, MAX_HTML - html.length);
    html +=
      shown === 0
        ? previewNote('（空工作表）')
        : `<div class="scroll" role="region" tabindex="0" aria-label="${visible(sheet.name)}"><table><tbody>${body}</tbody></table></div>`;
    if (shown < sheet.rows.length) html += previewNote(`仅显示前 ${shown} 行，完整内容请下载查看`);
    else if (sheet.cut) html += previewNote(`仅显示前 ${limits.rows} 行、前 ${limits.columns} 列，完整内容请下载查看`);
    if (sheet.hides) html += previewNote('工作表中看不见的内容（隐藏的行列、与底色相同的文字等）未显示');
    html += '</section>';
    if (html.length > MAX_HTML) break;
  }
  if (more || html.length > MAX_HTML) html += previewNote('其余工作表未显示，请下载查看');
  return html || previewNote('（空工作簿）');
}

function tableBody(sheet: Sheet, room: number): { body: string; shown: number } {
  let body = '';
  let shown = 0;
  for (const row of sheet.rows) {
    if (body.length > room) break;
    body += `<tr>${row.map((cell) => (cell ? `<td${spans(cell.colspan, cell.rowspan)}>${runsHtml(cell.runs)}</td>` : '')).join('')}</tr>`;
    shown++;
  }
  return { body, shown };
}

const ELEMENTS = { struck: 's', raised: 'sup', lowered: 'sub' } as const;

const runsHtml = (runs: readonly SeenRun[]): string =>
  runs
    .map(({ text, look }) => {
      const html = visible(text.replaceAll('\t', ' ')).replaceAll('\n', '<br>');
      return look === '' ? html : `<${ELEMENTS[look]}>${html}</${ELEMENTS[look]}>`;
    })
    .join('');

export function docxHtml(text: DocxText): string {
  const writer = { html: '' };
  const whole = writeBlocks(text.blocks, writer);
  if (text.cut || !whole) writer.html += previewNote('仅显示文档的前一部分，完整内容请下载查看');
  if (text.pictures) writer.html += previewNote('文档中的图片未显示，请下载查看');
  if (text.unseen.has('hidden')) writer.html += previewNote('文档中看不见的文字（隐藏、与底色相同等）未显示');
  return writer.html || previewNote('（文档没有文字内容）');
}

/** @returns false when the room was used up */
function writeBlocks(blocks: DocxBlock[], writer: { html: string }): boolean {
  for (const block of blocks) {
    if (writer.html.length > MAX_HTML) return false;
    if (block.kind === 'paragraph') {
      // the page's own title is the only h1
      const tag = block.level === 0 ? 'p' : `h${Math.min(6, block.level + 1)}`;
      writer.html += `<${tag}${block.listed && block.level === 0 ? ' class="preview-item"' : ''}>${runsHtml(block.runs)}</${tag}>`;
      continue;
    }
    writer.html += '<div class="scroll" role="region" tabindex="0" aria-label="表格"><table><tbody>';
    for (const row of block.rows) {
      writer.html += '<tr>';
      for (const cell of row) {
        writer.html += `<td${spans(cell.colspan, cell.rowspan)}>`;
        writeBlocks(cell.blocks, writer);
        writer.html += '</td>';
      }
      writer.html += '</tr>';
    }
    writer.html += '</tbody></table></div>';
  }
  return true;
}
