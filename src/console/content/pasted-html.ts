import { listZh, type Findings } from '#authored/findings.ts';
import { readAuthored, type Authored } from '#authored/read-authored.ts';

/** characters of a paste; a document of a hundred pages has a tenth of it in Word's styles */
const MOST_PASTED = 10_000_000;

/** bytes at the beginning of a page that may say how it is encoded */
const HEAD = 2_048;
const pasteTooMuch = '粘贴的内容超过一千万字符，没有粘贴；请分几次粘贴，或改用附件';

/** Why so much is not pasted; '' where it may be. */
export const pasteProblem = (html: string): string => (html.length > MOST_PASTED ? pasteTooMuch : '');

/** The page that a dropped file is. @throws Error in words, for what is none, or too much */
export async function readFile(file: Pick<File, 'name' | 'type' | 'size' | 'arrayBuffer'>): Promise<string> {
  if (file.type !== 'text/html' && !/\.html?$/i.test(file.name))
    throw new Error(`正文里不能放“${file.name}”：请在“附件”中上传，或复制其中的内容粘贴`);
  // a character has four bytes at most
  if (file.size > 4 * MOST_PASTED) throw new Error(pasteTooMuch);
  const bytes = await file.arrayBuffer();
  const head = new TextDecoder('latin1').decode(bytes.slice(0, HEAD));
  return new TextDecoder(/<meta[^>]+charset\s*=\s*["']?(gb\w+|big5|utf-16\w*)/i.exec(head)?.[1] ?? 'utf-8').decode(
    bytes,
  );
}

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
 * The picture of a paste or drop that is one and nothing else. Office puts a picture of the copied text beside it, and
 * a browser the address beside a copied picture. undefined: none
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
