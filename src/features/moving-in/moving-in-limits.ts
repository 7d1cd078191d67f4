const MEGABYTE = 1024 * 1024;

/** MI10: limits of one import of articles, unpacked. */
export const MOVING_IN_LIMITS = {
  /** bytes in all */
  bytes: 4_096 * MEGABYTE,
  /** bytes of one file; a list may hold the HTML of all its articles */
  file: 256 * MEGABYTE,
  files: 100_000,
  /** bytes of a zip as it is uploaded */
  zip: 2_048 * MEGABYTE,
  /** characters of a path in the folder */
  path: 500,
  /** bytes of one part of it, as file systems have it */
  part: 255,
};

/** '4 GB', '256 MB'. */
export const limitWords = (bytes: number): string =>
  bytes < 1_024 * MEGABYTE ? `${bytes / MEGABYTE} MB` : `${bytes / MEGABYTE / 1_024} GB`;

/** Names of files that file managers leave beside the files of people: never articles. */
const LEFTOVERS = /^(\..*|__MACOSX|thumbs\.db|desktop\.ini)$/i;

/** Whether a path is that of an unintended file: of a hidden folder, of a thumbnail. */
export const isLeftover = (path: string): boolean => path.split('/').some((part) => LEFTOVERS.test(part));

/**
 * MI10: why a file of an import cannot lie at this path; '' where it can. Parts are divided by a slash.
 * @returns Chinese, without the path and without a full stop
 */
export function importPathProblem(path: string): string {
  if ([...path].length > MOVING_IN_LIMITS.path) return `路径超过 ${MOVING_IN_LIMITS.path} 个字`;
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(path) || !path.isWellFormed()) return '名称中有控制字符或反斜杠';
  if (/^([a-z]:|\/)/i.test(path)) return '是绝对路径，不在这个文件夹里';
  const parts = path.split('/');
  if (parts.includes('..')) return '路径中有“..”，会写到文件夹之外';
  if (parts.some((part) => part === '' || part === '.')) return '路径中有空的一段';
  if (parts.some((part) => new TextEncoder().encode(part).length > MOVING_IN_LIMITS.part))
    return `名称过长（一段最多 ${MOVING_IN_LIMITS.part} 字节，约 85 个汉字）`;
  return '';
}
