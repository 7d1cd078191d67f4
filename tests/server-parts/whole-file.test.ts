import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makePdf } from '#demo/files/pdf.ts';
import { makePng } from '#demo/files/png.ts';
import { fileProblem } from '#server/files/accept-file.ts';
import { buildXlsx, buildZip } from '../world/office-files.ts';
import { gifHead, jpegHead, webpHead } from '../world/pictures.ts';
import { temporaryFolder } from '../world/stores.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const problemOf = (name: string, bytes: Buffer): Promise<string> => {
  const path = join(folder.path, name);
  writeFileSync(path, bytes);
  return fileProblem(path, name);
};

/** RIFF says how long it is. */
const webp = (): Buffer => {
  const bytes = webpHead(64, 48, 2);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
};
const pdf = makePdf({ title: '公告', paragraphs: Array.from({ length: 90 }, (_, at) => `第 ${at} 段`), signature: [] });
const forTheWeb = (length: number): Buffer =>
  Buffer.from(
    `%PDF-1.5\n1 0 obj\n<< /Linearized 1 /L ${String(length).padStart(6)} >>\nendobj\nstartxref\n0\n%%EOF\n${'% '.repeat(200)}\nstartxref\n20\n%%EOF\n`,
  );

describe('[AC13] a file that is cut is told', () => {
  const whole: [name: string, make: () => Buffer | Promise<Buffer>][] = [
    ['a.pdf', () => pdf],
    ['a.png', () => makePng(40, 40, (x) => [x, 31, 63])],
    ['a.jpg', () => jpegHead(640, 480, 3)],
    ['a.gif', () => gifHead(64, 48, 3)],
    ['a.webp', webp],
    ['a.xlsx', () => buildXlsx({})],
    ['a.zip', () => buildZip({ 'a.txt': '甲', 'b.txt': '乙' })],
  ];
  test.each(whole)('%s', async (name, make) => {
    const bytes = await make();
    expect(await problemOf(name, bytes)).toBe('');
    // bytes that servers and programs write behind an end; an office file is read by a stricter reader
    if (name !== 'a.xlsx')
      expect(await problemOf(name, Buffer.concat([bytes, Buffer.from('\n<!-- 12 ms -->\n')]))).toBe('');
    const lengths = [0.6, 0.95].map((share) => Math.floor(bytes.length * share));
    for (const length of [...lengths, ...[2, 3, 5, 7, 10].map((missing) => bytes.length - missing)])
      expect([length - bytes.length, await problemOf(name, bytes.subarray(0, length))]).toEqual([
        length - bytes.length,
        expect.stringContaining('文件不完整'),
      ]);
  });

  test('a PDF of which an update, or the part behind its first page, is missing', async () => {
    expect(await problemOf('a.pdf', Buffer.concat([pdf, Buffer.from('\n9 0 obj\n<< /Type /Page >>\nendo')]))).toContain(
      '文件不完整',
    );
    expect(await problemOf('a.pdf', Buffer.concat([pdf, Buffer.alloc(3 * 1024 * 1024, ' ')]))).toBe('');
    const length = forTheWeb(9_999).length;
    expect(await problemOf('a.pdf', forTheWeb(length))).toBe('');
    expect(await problemOf('a.pdf', forTheWeb(9_999))).toContain('文件不完整');
  });

  test('an office file that is cut is not called another kind', async () => {
    const bytes = await buildXlsx({});
    expect(await problemOf('名单.xlsx', bytes.subarray(0, bytes.length - 100))).toContain('文件不完整');
    expect(await problemOf('名单.xlsx', pdf)).toContain('内容却是 .pdf 文件');
  });
});
