import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrPath } from '#server/pages/draw/qr-code.ts';
import { totpAddress } from '#server/people/staff/totp.ts';

/** pixels a module */
const SCALE = 4;

/** Text that a reader sees in the picture. */
function readBack(text: string): string {
  const { path, size } = qrPath(text);
  const width = size * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(length)) * SCALE; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return decodeQR({ width, height: width, data });
}

test.each([
  ['the address of a page', 'https://www.shili.example/swhysc/news/detail/20261120-1?from=qr'],
  ['characters that are not ASCII', 'https://www.shili.example/公告?栏目=信息'],
  ['the longest that is drawn', 'https://app.shili.example/download?x='.padEnd(213, 'abcDEF123-')],
])('a QR code reads back: %s', (_what, text) => {
  expect(readBack(text)).toBe(text);
});

test('a second factor’s code reads back as the address with its secret', () => {
  const address = totpAddress('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', '实例证券', 'li.min');
  expect(readBack(address)).toBe(address);
  expect(address).toContain('JBSWY3DPEHPK3PXP');
});

test('a QR code is drawn with the quiet zone of four that readers need', () => {
  const { path, size } = qrPath('a');
  expect(size).toBe(21 + 8);
  expect(path).toMatch(/^M4 4h7v1h-7z/);
  expect(Math.max(...[...path.matchAll(/M(\d+) \d+h(\d+)/g)].map(([, x, length]) => Number(x) + Number(length)))).toBe(
    25,
  );
});
