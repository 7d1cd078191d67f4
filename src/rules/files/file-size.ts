/** Words for the size and the kind of a file. */

/** '412 KB', '1.6 MB'; '' for a missing file. Kilobytes of 1024, as file dialogs count them. */
export function fileSize(bytes: number | null): string {
  if (bytes === null) return '';
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (Math.round(kilobytes) < 1024) return `${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return `${megabytes < 100 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** Extension of a file name in capitals, for the mark before it; '文件' without an extension. */
export function fileMark(filename: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1]?.toUpperCase() ?? '文件';
}

/** The name a list shows: the mark beside it already says the ending. */
export function fileTitle(filename: string): string {
  return filename.replace(/\.[a-z0-9]{1,5}$/i, '') || filename;
}
