import { once } from 'node:events';
import { promisify } from 'node:util';
import { crc32, inflateSync } from 'node:zlib';
import sax from 'sax';
import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { makeMp3, makeMp4 } from '#demo/files/media.ts';
import { makeDocx, makeXlsx, makeZip } from '#demo/files/packages.ts';
import { makePdf } from '#demo/files/pdf.ts';
import { contourPicture } from '#demo/files/png.ts';
import { orgUnits } from '#demo/company/org-units.ts';
import { drawOrgChart } from '#demo/permanent/org-chart.ts';

const notice = {
  title: '关于结息的公告',
  paragraphs: [
    '利率为0.05%，按季结息。',
    ...Array.from({ length: 60 }, (_, row) => `第${row}段：${'请投资者留意查询，如有疑问请拨打客服热线。'.repeat(2)}`),
  ],
  signature: ['示例证券有限公司', '2025年6月18日'],
};

describe('a PDF', () => {
  const pdf = makePdf(notice);
  const text = pdf.toString('latin1');

  test('has a cross-reference table that leads to each object', () => {
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const entries = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)];
    entries.forEach((entry, place) =>
      expect(text.slice(Number(entry[1])).startsWith(`${place + 1} 0 obj\n`)).toBe(true),
    );
    expect(Number(/\/Size (\d+)/.exec(text)![1])).toBe(entries.length + 1);
  });

  test('carries the whole text as text, over several pages', () => {
    const shown = drawnTexts(pdf);
    expect(shown.join('').replaceAll('\u3000', '')).toContain(notice.paragraphs.at(-1)!);
    expect(shown[0]).toBe(notice.title);
    expect(Number(/\/Count (\d+)/.exec(text)![1])).toBeGreaterThan(2);
  });

  test('begins no line with a closing mark', () => {
    expect(drawnTexts(pdf).filter((line) => /^[，。；：、！？）》】”’]/.test(line))).toEqual([]);
  });

  test('is equal for equal text', () => {
    expect(makePdf(notice).equals(pdf)).toBe(true);
  });
});

function drawnTexts(pdf: Buffer): string[] {
  const texts: string[] = [];
  for (const match of pdf.toString('latin1').matchAll(/<< \/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/g)) {
    const from = match.index + match[0].length;
    const content = inflateSync(pdf.subarray(from, from + Number(match[1]))).toString('latin1');
    for (const put of content.matchAll(/Tm <([0-9a-f]*)> Tj/g))
      texts.push(Buffer.from(put[1]!, 'hex').swap16().toString('utf16le'));
  }
  return texts;
}

describe('packages', () => {
  test('a docx holds well-formed parts with its words', async () => {
    const parts = await unzip(
      await makeDocx({
        title: '说明',
        paragraphs: ['甲 & <乙>'],
        table: [
          ['项目', '内容'],
          ['代码', 'SZZ001'],
        ],
      }),
    );
    expect(Object.keys(parts)[0]).toBe('[Content_Types].xml');
    expect(wordsOf(parts['word/document.xml']!)).toEqual(['说明', '甲 & <乙>', '项目', '内容', '代码', 'SZZ001']);
    for (const part of Object.values(parts)) wordsOf(part);
  });

  test('an xlsx keeps numbers as numbers and names its sheet', async () => {
    const parts = await unzip(
      await makeXlsx('利率 & 费率', [
        ['项目', '标准'],
        ['佣金', 0.25],
      ]),
    );
    expect(String(parts['xl/worksheets/sheet1.xml'])).toContain('<c r="B2"><v>0.25</v></c>');
    expect(String(parts['xl/workbook.xml'])).toContain('name="利率 &amp; 费率"');
    for (const part of Object.values(parts)) wordsOf(part);
  });

  test('a zip keeps Chinese names, and equal content gives equal bytes', async () => {
    const entries = { '填写说明.txt': '说明', '空白.pdf': makePdf(notice) };
    const zip = await makeZip(entries);
    expect(Object.keys(await unzip(zip))).toEqual(Object.keys(entries));
    expect((await makeZip(entries)).equals(zip)).toBe(true);
  });
});

async function unzip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const archive = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(bytes, {
    lazyEntries: false,
  });
  const parts: Record<string, Buffer> = {};
  const reads: Promise<void>[] = [];
  archive.on('entry', (entry: yauzl.Entry) => {
    parts[entry.fileName] = Buffer.alloc(0);
    reads.push(
      promisify<yauzl.Entry, NodeJS.ReadableStream>(archive.openReadStream.bind(archive) as never)(entry).then(
        async (stream) => {
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          parts[entry.fileName] = Buffer.concat(chunks);
        },
      ),
    );
  });
  await once(archive, 'end');
  await Promise.all(reads);
  return parts;
}

/** Texts of an XML part; throws where it is not well-formed. */
function wordsOf(part: Buffer): string[] {
  const words: string[] = [];
  const parser = sax.parser(true);
  Object.assign(parser, {
    ontext: (word: string) => void (word.trim() && words.push(word)),
    onerror: (error: Error) => {
      throw error;
    },
  });
  parser.write(String(part)).close();
  return words;
}

describe('pictures and media', () => {
  test('a PNG has sound chunks and as many pixels as it says', () => {
    const png = contourPicture('a', 60, 40);
    const chunks: Record<string, Buffer> = {};
    for (let at = 8; at < png.length;) {
      const length = png.readUInt32BE(at);
      const name = png.toString('latin1', at + 4, at + 8);
      expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
      chunks[name] = png.subarray(at + 8, at + 8 + length);
      at += length + 12;
    }
    expect(Object.keys(chunks)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(inflateSync(chunks.IDAT!)).toHaveLength(40 * (1 + 60 * 3));
    expect(contourPicture('b', 60, 40).equals(png)).toBe(false);
  });

  test('an MP3 is a run of whole frames', () => {
    const mp3 = makeMp3(2);
    expect(mp3.length % 417).toBe(0);
    for (let at = 0; at < mp3.length; at += 417) expect(mp3.readUInt16BE(at)).toBe(0xfffb);
    expect((mp3.length / 417) * (1152 / 44100)).toBeCloseTo(2, 1);
  });

  test('an MP4 consists of whole boxes and its sample lies where its table says', () => {
    const mp4 = makeMp4(4);
    const names: string[] = [];
    for (let at = 0; at < mp4.length; at += mp4.readUInt32BE(at)) names.push(mp4.toString('latin1', at + 4, at + 8));
    expect(names).toEqual(['ftyp', 'moov', 'mdat']);
    const offset = mp4.readUInt32BE(mp4.indexOf('stco') + 12);
    expect(offset).toBe(mp4.indexOf('mdat') + 4);
    expect(mp4.readUInt32BE(offset)).toBe(mp4.length - offset - 4);
    expect(mp4[offset + 4]).toBe(0x65);
  });

  test('the drawn organisation chart is well-formed SVG without scripts and shows every unit of the register, each once', () => {
    const { svg, height } = drawOrgChart();
    expect(String(svg)).not.toMatch(/script|on\w+=/);
    const names = orgUnits('2026-07-22')
      .versions[0]!.rows()
      .map(({ unitName }) => String(unitName));
    expect(names.length).toBeGreaterThan(40);
    expect([...String(svg).matchAll(/<text [^>]*>([^<]+)/g)].map(([, name]) => name!).sort()).toEqual(names.sort());
    expect(Math.max(...[...String(svg).matchAll(/ y="(\d+)"/g)].map(([, y]) => Number(y)))).toBeLessThan(height);
  });
});
