import { listZh, type Findings } from '#authored/findings.ts';
import { readAuthored, type Authored } from '#authored/read-authored.ts';

/** characters of a paste; a document of a hundred pages has a tenth of it in Word's styles */
const MOST_PASTED = 10_000_000;

/** Why so much is not pasted; '' where it may be. */
export const pasteProblem = (html: string): string =>
  html.length > MOST_PASTED ? '粘贴的内容超过一千万字符，没有粘贴；请分几次粘贴，或改用附件' : '';

/** Copied in the editor itself: nothing has to be read. */
export const isOwn = (html: string): boolean => html.includes('data-pm-slice');

/**
 * AC1: what was copied in another program, before the editor's schema takes what it knows. Pictures are of this site
 * or none.
 */
export function readPasted(html: string): Authored {
  if (isOwn(html)) return { html, findings: new Map() };
  return readAuthored(html, (address) => /^\s*\/(?!\/)/.test(address));
}

/** AC2: what a paste lost and what it changed, as a sentence each; [] where it took all that says something. */
export function pasteWords(findings: Findings): string[] {
  const taken = listZh(findings, 'taken');
  const changed = listZh(findings, 'changed');
  const looks = listZh(findings, 'look');
  const pictures = findings.has('pictures') ? '（图片请用工具栏的“图片”插入）' : '';
  return [
    ...(taken ? [`粘贴的内容中没有带过来的：${taken}${pictures}`] : []),
    ...(changed ? [`有改动，请核对：${changed}`] : []),
    ...(looks ? [`没有保留外观：${looks}`] : []),
  ];
}

/**
 * The picture of a paste or drop that is one and nothing else: Office puts a picture of what was copied beside its
 * text,
 * and a browser the address beside a copied picture. undefined: none
 */
export function pictureIn(data: DataTransfer | null): File | undefined {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
  const html = data?.getData('text/html') ?? '';
  const isAlone =
    html === '' ||
    html
      .replace(/<(?!img\b)[^>]*>|<!--[\s\S]*?-->/gi, '')
      .replace(/<img\b[^>]*>/i, '')
      .trim() === '';
  return file && isAlone ? file : undefined;
}
