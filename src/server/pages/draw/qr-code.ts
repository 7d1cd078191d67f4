import { encodeQR } from 'qr';

/** modules of light that readers need around a code */
const QUIET_ZONE = 4;

/** Path data of a QR code's dark modules, one unit a module, with the quiet zone around; `size` is the whole's. */
export function qrPath(text: string): { path: string; size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const path = modules
    .flatMap((row, y) => runs(row).map(([from, length]) => `M${from} ${y}h${length}v1h-${length}z`))
    .join('');
  return { path, size: modules.length };
}

function runs(row: readonly boolean[]): [from: number, length: number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    if (dark && row[x - 1]) found.at(-1)![1] += 1;
    else if (dark) found.push([x, 1]);
  });
  return found;
}
