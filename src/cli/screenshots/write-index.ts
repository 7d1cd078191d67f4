import type { Shot } from './plan.ts';

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** index.html: the pictures of each address side by side, with what the browser complained of. */
export function writeIndex(shots: readonly Shot[], faults: ReadonlyMap<string, readonly string[]>, from: string): string {
  const rows = [...Map.groupBy(shots, ({ path }) => path)].map(([path, taken]) => {
    const pictures = taken.map(({ file, width, mode }) => `<figure><a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" alt="" loading="lazy"></a><figcaption>${width}${mode && ` ${mode}`}</figcaption></figure>`);
    const told = taken.flatMap(({ file }) => faults.get(file) ?? []);
    return `<section id="${escapeHtml(path)}"><h2>${escapeHtml(decodeURIComponent(path))} <small>${escapeHtml(taken[0]!.kind)}</small></h2>${told.map((fault) => `<p class="fault">${escapeHtml(fault)}</p>`).join('')}<div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>
body{font:15px/1.5 sans-serif;margin:24px;background:#eef0f3}h2{font-size:17px;margin:32px 0 8px}small{color:#666;font-weight:400}
div{display:flex;gap:16px;align-items:flex-start;overflow-x:auto}figure{margin:0;flex:none}figcaption{color:#555}
img{display:block;width:auto;height:420px;max-width:none;object-fit:cover;object-position:top;border:1px solid #ccd}.fault{margin:0;color:#a00}
</style><h1>${shots.length} screenshots of ${escapeHtml(from)}</h1>${rows.join('\n')}</html>\n`;
}
