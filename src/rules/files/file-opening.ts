import { FILE_BASE, PREVIEW_BASE, parseFilepath } from './filepath.ts';

/** FO5: words for a missing file. */
export const FILE_MISSING = '没有找到相关文件';

export interface OpenableFile {
  /** '' where the file is missing */
  filepath: string;
  /** the name a visitor reads and saves it under */
  filename: string;
  /** bytes, null where the file is missing */
  size: number | null;
}

export interface Viewer {
  /** address of an online viewer with {file} for the absolute address of the file; absent or '': our own preview */
  template?: string;
  /** scheme and host of this site, needed by a foreign viewer */
  siteUrl?: string;
  /** only some customers may open the file: never handed to a foreign viewer */
  restricted?: boolean;
}

export interface Opening {
  /**
   * new-window, viewer: a link with target _blank; direct: a plain link; download: a link that saves; missing: no link
   */
  kind: 'new-window' | 'viewer' | 'direct' | 'download' | 'missing';
  /** '' when missing */
  href: string;
  /** name for the download attribute */
  download?: string;
  /** a page of ours that shows the file, beside the window it opens in */
  inPage?: string;
}

const OFFICE = new Set(['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'wps', 'et', 'dps']);
const OWN_PREVIEW = new Set(['docx', 'xlsx']);
/** A path with each part escaped, as files of another system are named (US3). */
const ELSEWHERE = /^[\w.~!'()*%/-]+\.(\w+)$/;
const DIRECT = new Set(['png', 'jpg', 'gif', 'webp', 'mp3', 'm4a', 'mp4']);

/**
 * The way a file opens (FO1–FO5). Told by the ending of the stored path, which the store took from the content; the
 * name given by an editor decides nothing. Svg and html are served as downloads only, so they open as such.
 */
export function openingOf(file: OpenableFile, viewer: Viewer = {}): Opening {
  const own = parseFilepath(file.filepath);
  // US3: of a file of another system nothing is known before it is asked for
  const extension = own ? file.size !== null && own.extension : ELSEWHERE.exec(file.filepath)?.[1]?.toLowerCase();
  if (!extension) return { kind: 'missing', href: '' };
  const href = FILE_BASE + file.filepath;
  if (extension === 'pdf') return { kind: 'new-window', href, inPage: PREVIEW_BASE + file.filepath };
  if (DIRECT.has(extension)) return { kind: 'direct', href };
  const viewed = OFFICE.has(extension) ? viewerHref(file.filepath, extension, viewer) : null;
  return viewed ? { kind: 'viewer', href: viewed } : { kind: 'download', href, download: file.filename };
}

function viewerHref(filepath: string, extension: string, viewer: Viewer): string | null {
  if (viewer.template?.includes('{file}') && viewer.siteUrl && !viewer.restricted) {
    const address = encodeURIComponent(viewer.siteUrl.replace(/\/+$/, '') + FILE_BASE + filepath);
    return viewer.template.replaceAll('{file}', () => address);
  }
  return OWN_PREVIEW.has(extension) ? PREVIEW_BASE + filepath : null;
}
