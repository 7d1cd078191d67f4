import { damageIn, foldLookAlikes } from '../text/damaged-text.ts';
import { hiddenIn } from '../text/hidden-characters.ts';
import { fileSize } from './file-size.ts';
import { composed } from '../text/unicode-forms.ts';

/** Accepted files and file names: checked by the browser before sending, decided by the server. */

const MEGABYTE = 1024 * 1024;
/** bytes */
export const UPLOAD_LIMITS = {
  file: 100 * MEGABYTE,
  picture: 10 * MEGABYTE,
  /** limit for a file of another environment */
  transfer: 4096 * MEGABYTE,
};
const LONGEST_NAME = 120;

/** Ending of a name → endings under which the store may know such content. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      'pdf',
      'doc',
      'docx',
      'xls',
      'xlsx',
      'ppt',
      'pptx',
      'wps',
      'et',
      'dps',
      'ofd',
      'odt',
      'ods',
      'odp',
      'epub',
      'csv',
      'md',
      'txt',
      'png',
      'jpg',
      'gif',
      'webp',
      'svg',
      'mp3',
      'm4a',
      'mp4',
      'zip',
      'rar',
      '7z',
      'gz',
      'apk',
      'exe',
      'msi',
      'dmg',
      'pkg',
      'deb',
      'rpm',
    ].map((ending) => [ending, [ending]]),
  ),
  jpeg: ['jpg'],
  m4v: ['mp4'],
};

export const PICTURES: readonly string[] = ['png', 'jpg', 'gif', 'webp'];
const WORKBOOKS: readonly string[] = ['xls', 'xlsx', 'et'];
const MARKUP: readonly string[] = ['html', 'htm', 'xhtml', 'mht', 'mhtml', 'js', 'xml'];

/** Extension of a file's name in lower case, without the dot; '' without one. */
export const endingOf = (filename: string): string => /\.([^.\s]{1,10})$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** AC14: what a file is called, without its ending and those of other kinds before it: 名单 of 名单.xls.csv. */
export function bareFilename(filename: string): string {
  let bare = filename.replace(/\.[^.\s]{1,10}$/, '');
  while (isKnown(endingOf(bare)) && !bare.startsWith('.')) bare = bare.slice(0, bare.lastIndexOf('.'));
  return bare || filename;
}

/** AC14: a name with this ending and no other: 报告.pdf of 报告, 报告.docx and 报告.pdf. */
export function filenameWith(ending: string, name: string): string {
  const own = endingOf(name);
  if (own === ending) return name.trim();
  return `${isKnown(own) ? bareFilename(name) : name.trim()}.${ending}`;
}

const isKnown = (ending: string): boolean => Object.hasOwn(FITTING, ending) || MARKUP.includes(ending);

/** A name as it is kept: composed characters, ordinary ones for look-alikes (VA1), no spaces around it. */
export const readFilename = (given: string): string => foldLookAlikes(composed(given)).trim();

/** Why a file cannot bear this name; '' where it can. */
export function filenameProblem(filename: string): string {
  if (filename === '') return '文件没有名称，请命名后再上传';
  if ([...filename].length > LONGEST_NAME)
    return `文件名有 ${[...filename].length} 个字，最多 ${LONGEST_NAME} 个，请改短后再上传`;
  if (/[/\\:*?"<>|]/.test(filename)) return '文件名不能含有 / \\ : * ? " < > |，请改名后再上传';
  const hidden = hiddenIn(filename);
  if (hidden) return `文件名含有${hidden.meaning} ${hidden.code}（第 ${hidden.place} 个字符），请改名后再上传`;
  const damage = damageIn(filename);
  if (damage) return `文件名${damage.reason}，请改名后再上传`;
  if (filename.startsWith('.')) return '文件名不能以点开头，请改名后再上传';
  if (filename.startsWith('~$')) return '这是 Office 打开文件时的临时文件，请关闭 Office 后上传文件本身';
  const ending = endingOf(filename);
  if (ending === '') return '文件名没有扩展名（如 .pdf），无法知道是什么文件，请改名后再上传';
  if (MARKUP.includes(ending)) return '网页和代码文件不能上传；请把内容粘贴到正文，或另存为 PDF';
  if (!Object.hasOwn(FITTING, ending))
    return `不接受 .${ending} 文件；可以上传 PDF、Word、Excel、PPT、图片、音视频、压缩包、文本和安装程序`;
  return '';
}

/** Why this many bytes are not taken; '' where they are. @param most bytes */
export function uploadSizeProblem(
  bytes: number,
  isPicture = false,
  most: number = isPicture ? UPLOAD_LIMITS.picture : UPLOAD_LIMITS.file,
): string {
  if (bytes === 0) return '文件是空的（0 字节），请核对后重新选择';
  return bytes > most
    ? `${isPicture ? '图片' : '文件'}有 ${fileSize(bytes)}，最大 ${fileSize(most)}；请压缩或拆分后再上传`
    : '';
}

/**
 * Why content of a kind is not what the name says; '' where it is. @param stored ending that the store found by the
 * content
 */
export function contentProblem(filename: string, stored: string): string {
  const ending = endingOf(filename);
  if (FITTING[ending]?.includes(stored)) return '';
  if (stored === 'html')
    return `文件名以 .${ending} 结尾，内容却是网页；请用 Office 打开，另存为真正的 .${ending === 'xls' ? 'xlsx' : ending === 'doc' ? 'docx' : ending} 文件后再上传`;
  if (stored === 'txt' && WORKBOOKS.includes(ending))
    return `文件名以 .${ending} 结尾，内容却是逗号或制表符分列的文字；请把扩展名改为 .csv 后再上传`;
  if (stored === 'bin' || stored === 'txt')
    return `文件名以 .${ending} 结尾，内容却不是这种文件，可能已损坏或被改名；请核对后重新选择`;
  return `文件名以 .${ending} 结尾，内容却是 .${stored} 文件；请改正文件名，或另存为 .${ending} 后再上传`;
}
