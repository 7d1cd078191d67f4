import { deflateSync } from 'node:zlib';

/**
 * A PDF with Chinese text and without an embedded font: every PDF reader supplies STSong-Light for Adobe-GB1, so a
 * notice has 3 kB. ToUnicode is included so that copying and searching need no external table.
 */
export interface PdfText {
  title: string;
  /** plain text; line and page breaks are made here */
  paragraphs: string[];
  /** lines right-aligned at the end, e.g. firm and date */
  signature: string[];
}

const PAGE = { width: 595, height: 842, margin: 72 };
const BODY = { size: 12, leading: 22 };
const TITLE = { size: 18, leading: 30 };
/** characters that may not begin a line (Chinese typesetting) */
const NOT_FIRST = new Set('，。；：、！？）》】”’％%');

interface Line {
  text: string;
  size: number;
  leading: number;
  align: 'left' | 'center' | 'right';
}

/** The bytes of the document; equal text gives equal bytes. */
export function makePdf(text: PdfText): Buffer {
  const pages = paginate(compose(text));
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'));
  const kids = pages.map((_, page) => `${FIRST_PAGE + page * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>',
  );
  // characters 1 to 95 of Adobe-GB1 are the half-width Latin ones
  add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 5 0 R /DW 1000 /W [1 95 500] >>',
  );
  add(
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  );
  add(stream(toUnicode));
  add(`<< /Title <${utf16(text.title, true)}> /Producer <${utf16('示例证券', true)}> >>`);
  pages.forEach((lines, page) => {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${FIRST_PAGE + page * 2 + 1} 0 R >>`,
    );
    add(stream(drawPage(lines, page + 1, pages.length)));
  });
  return assemble(objects);
}

const INFO = 7;
const FIRST_PAGE = 8;

function assemble(objects: Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]!.length;
  const offsets = objects.map((body, place) => {
    const part = Buffer.concat([Buffer.from(`${place + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    const offset = length;
    parts.push(part);
    length += part.length;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info ${INFO} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function stream(content: string): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1'));
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

function compose(text: PdfText): Line[] {
  const lines: Line[] = wrap(text.title, TITLE.size).map((line) => ({ text: line, ...TITLE, align: 'center' }));
  lines.push({ text: '', ...BODY, align: 'left' });
  for (const paragraph of text.paragraphs)
    lines.push(
      ...wrap(`\u3000\u3000${paragraph}`, BODY.size).map((line): Line => ({ text: line, ...BODY, align: 'left' })),
    );
  lines.push({ text: '', ...BODY, align: 'left' });
  lines.push(...text.signature.map((line): Line => ({ text: line, ...BODY, align: 'right' })));
  return lines;
}

function paginate(lines: Line[]): Line[][] {
  const pages: Line[][] = [[]];
  let left = PAGE.height - 2 * PAGE.margin;
  for (const line of lines) {
    if (line.leading > left) {
      pages.push([]);
      left = PAGE.height - 2 * PAGE.margin;
    }
    pages.at(-1)!.push(line);
    left -= line.leading;
  }
  return pages;
}

function drawPage(lines: Line[], number: number, count: number): string {
  let y = PAGE.height - PAGE.margin;
  const drawn = lines.map((line) => {
    y -= line.leading;
    const free = PAGE.width - 2 * PAGE.margin - widthOf(line.text, line.size);
    const x = PAGE.margin + (line.align === 'left' ? 0 : line.align === 'right' ? free : free / 2);
    return put(line.text, line.size, x, y);
  });
  const foot = `第 ${number} 页 共 ${count} 页`;
  return [...drawn, put(foot, 9, (PAGE.width - widthOf(foot, 9)) / 2, 40)].join('\n');
}

const put = (text: string, size: number, x: number, y: number) =>
  text === '' ? '' : `BT /F1 ${size} Tf 1 0 0 1 ${x.toFixed(1)} ${y.toFixed(1)} Tm <${utf16(text, false)}> Tj ET`;

const isHalfWidth = (character: string) => character >= ' ' && character <= '~';
const widthOf = (text: string, size: number) =>
  [...text].reduce((sum, character) => sum + (isHalfWidth(character) ? size / 2 : size), 0);

function wrap(text: string, size: number): string[] {
  const width = PAGE.width - 2 * PAGE.margin;
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    // a closing mark goes into the margin instead of to the start of the next line
    if (widthOf(line + character, size) > width && !NOT_FIRST.has(character)) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  return [...lines, line];
}

function utf16(text: string, withMark: boolean): string {
  const units = Buffer.from(text, 'utf16le').swap16().toString('hex');
  return (withMark ? 'feff' : '') + units;
}

const toUnicode = ((): string => {
  const ranges = Array.from({ length: 256 }, (_, high) => {
    const byte = high.toString(16).padStart(2, '0');
    return `<${byte}00> <${byte}ff> <${byte}00>`;
  });
  const blocks = [ranges.slice(0, 100), ranges.slice(100, 200), ranges.slice(200)].map(
    (block) => `${block.length} beginbfrange\n${block.join('\n')}\nendbfrange`,
  );
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
})();
