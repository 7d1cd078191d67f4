import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** A zip archive of these entries; as a list it may name one twice. */
export async function buildZip(
  entries: Record<string, string | Buffer> | readonly (readonly [name: string, content: string | Buffer])[],
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Array.isArray(entries) ? entries : Object.entries(entries))
    zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(zip.outputStream, 'end');
  return Buffer.concat(chunks);
}

/** The same archive with some of its entries written otherwise, or added. @param changes given '' for a new one */
export async function changedZip(bytes: Buffer, changes: Record<string, (xml: string) => string>): Promise<Buffer> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    entries[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  for (const [name, change] of Object.entries(changes)) entries[name] = change(entries[name] ?? '');
  return buildZip(entries);
}

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const contentTypes = (main: string) =>
  `<Types xmlns="${TYPES}"><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`;
const relationships = (targets: Record<string, [type: string, target: string]>) =>
  `<Relationships xmlns="${RELATIONSHIPS}">${Object.entries(targets)
    .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A workbook whose sheets are given as the XML inside <worksheet>. */
export function buildXlsx(
  sheets: Record<string, string>,
  more: { sharedStrings?: string; styles?: string; base1904?: boolean } = {},
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const parts = Object.fromEntries(
    names.map((_, index) => [`rId${index + 1}`, ['worksheet', `worksheets/sheet${index + 1}.xml`] as [string, string]]),
  );
  if (more.sharedStrings) parts.shared = ['sharedStrings', 'sharedStrings.xml'];
  if (more.styles) parts.styles = ['styles', 'styles.xml'];
  return buildZip({
    '[Content_Types].xml': contentTypes('spreadsheetml.sheet'),
    '_rels/.rels': relationships({ main: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}">${more.base1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(parts),
    ...Object.fromEntries(
      names.map((name, index) => [`xl/worksheets/sheet${index + 1}.xml`, `<worksheet>${sheets[name]}</worksheet>`]),
    ),
    ...(more.sharedStrings ? { 'xl/sharedStrings.xml': more.sharedStrings } : {}),
    ...(more.styles ? { 'xl/styles.xml': more.styles } : {}),
  });
}

/** A document whose body is given as XML with the prefix w. */
export function buildDocx(body: string, styles = '', comments = ''): Promise<Buffer> {
  return buildZip({
    '[Content_Types].xml': contentTypes('wordprocessingml.document'),
    '_rels/.rels': relationships({ main: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relationships({
      styles: ['styles', 'styles.xml'],
      ...(comments !== '' && { comments: ['comments', 'comments.xml'] }),
    }),
    'word/styles.xml': `<w:styles xmlns:w="urn:w">${styles}</w:styles>`,
    ...(comments !== '' && { 'word/comments.xml': `<w:comments xmlns:w="urn:w">${comments}</w:comments>` }),
    'word/document.xml': `<w:document xmlns:w="urn:w"><w:body>${body}</w:body></w:document>`,
  });
}
