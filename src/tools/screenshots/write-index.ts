import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shot } from './plan.ts';

/** A picture that was taken, and the browser's warnings and errors. */
export interface Taken extends Shot {
  faults: readonly string[];
}

/**
 * Writes index.html for the pictures taken so far. The file is replaced atomically, so it can be opened at any time.
 */
export async function writeIndex(
  folder: string,
  taken: readonly Taken[],
  planned: number,
  from: string,
): Promise<void> {
  const file = join(folder, 'index.html');
  await writeFile(`${file}.new`, indexOf(taken, planned, from));
  await rename(`${file}.new`, file);
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** HTML with the pictures of each address side by side, below the browser's warnings and errors. */
function indexOf(taken: readonly Taken[], planned: number, from: string): string {
  const rows = [...Map.groupBy(taken, ({ path }) => path)].map(([path, shots]) => {
    const pictures = shots.map(
      ({ file, width, mode }) =>
        `<figure><a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" alt="" loading="lazy"></a><figcaption>${width}${mode && ` ${mode}`}</figcaption></figure>`,
    );
    const faults = shots.flatMap((shot) => shot.faults);
    return `<section id="${escapeHtml(path)}"><h2>${escapeHtml(decodeURIComponent(path))} <small>${escapeHtml(shots[0]!.kind)}</small></h2>${faults.map((fault) => `<p class="fault">${escapeHtml(fault)}</p>`).join('')}<div>${pictures.join('')}</div></section>`;
  });
  const count = taken.length < planned ? `${taken.length} of ${planned}` : planned;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>
body{font:15px/1.5 sans-serif;margin:24px;background:#eef0f3}h2{font-size:17px;margin:32px 0 8px}small{color:#666;font-weight:400}
div{display:flex;gap:16px;align-items:flex-start;overflow-x:auto}figure{margin:0;flex:none}figcaption{color:#555}
img{display:block;width:auto;height:420px;max-width:none;object-fit:cover;object-position:top;border:1px solid #ccd}.fault{margin:0;color:#a00}
</style><h1>${count} screenshots of ${escapeHtml(from)}</h1>${rows.join('\n')}</html>\n`;
}
