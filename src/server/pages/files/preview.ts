import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FILE_MISSING } from '#rules/files/file-opening.ts';
import { PREVIEW, STATIC_FILE } from '#wire/paths.ts';
import { paperHtml, pictureHtml, previewNote } from './preview-html.ts';
import { tokenOf } from '#wire/token-text.ts';
import { fetchElsewhere, filepathElsewhere, type ElsewhereFiles } from './elsewhere-files.ts';
import { askThread, ThreadEnded } from '../../background/thread.ts';
import { checkFileAccess, RESTRICTED_CACHE, type FileAccess, type OpenFile } from '../../files/check-file-access.ts';

/** A fragment of escaped HTML with classes only, or why there is none (in words for visitors). */
export type Preview = { html: string } | { unsupported: string; transient?: boolean };

const READABLE: Record<string, 'docx' | 'xlsx'> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

/** milliseconds; real files take under one second */
const TIME_LIMIT = 5_000;
const MEMORY = { old: 160, code: 16 };

/** FO2: text and tables of a docx, sheets of an xlsx. Never throws for the content of a file. */
export async function previewOf(path: string, mediaType: string, timeLimit = TIME_LIMIT): Promise<Preview> {
  const extension = READABLE[mediaType];
  if (!extension) return { unsupported: '该格式不支持在线预览，请下载查看' };
  try {
    const program = new URL('./preview-worker.ts', import.meta.url);
    return await askThread<Preview>(program, {
      data: { path, extension },
      memory: MEMORY,
      within: timeLimit,
      isBare: true,
    });
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    if (error.why === 'time') return { unsupported: '文件过于复杂，无法在线预览，请下载查看', transient: true };
    if (error.why === 'memory') return { unsupported: '文件过大，无法在线预览，请下载查看' };
    // an error that the file caused recurs the next time
    const transient = error.cause === undefined;
    return { unsupported: '文件无法在线预览，请下载查看', ...(transient && { transient }) };
  }
}

/** characters of all cached previews; a path is the hash of its content, so a cached preview never grows old */
const MOST_CACHED = 8_000_000;
const MAX_WAITING = 8;

/** Previews made one at a time, each once while it is remembered. */
export interface Previews {
  /** undefined: too many wait already */
  of(path: string, mediaType: string): Promise<Preview> | undefined;
}

export function openPreviews(make: typeof previewOf = previewOf): Previews {
  const cache = new Map<string, Preview>();
  const waiting = new Map<string, Promise<Preview>>();
  let size = 0;
  let last: Promise<unknown> = Promise.resolve();
  const sizeOf = (preview: Preview) => 200 + ('html' in preview ? preview.html.length : 0);
  const remember = (path: string, preview: Preview) => {
    if ('transient' in preview && preview.transient) return;
    cache.set(path, preview);
    size += sizeOf(preview);
    for (const [oldest, forgotten] of cache) {
      if (size <= MOST_CACHED) break;
      cache.delete(oldest);
      size -= sizeOf(forgotten);
    }
  };
  return {
    of(path, mediaType) {
      const known = cache.get(path);
      if (known) {
        cache.delete(path);
        cache.set(path, known);
        return Promise.resolve(known);
      }
      const underWay = waiting.get(path);
      if (underWay || waiting.size >= MAX_WAITING) return underWay;
      const made = last.then(() => make(path, mediaType));
      last = made.catch(() => {});
      waiting.set(path, made);
      void made.then((preview) => remember(path, preview)).finally(() => waiting.delete(path));
      return made;
    },
  };
}

export interface PreviewedFile extends Pick<OpenFile, 'filename' | 'usedBy'> {
  /** address of the stored file */
  download: string;
  /** bytes */
  size: number;
  /** escaped HTML with classes only */
  body: string;
  /** the body holds the file itself, which the page's policy must allow */
  embeds: boolean;
}

export interface PreviewAccess extends FileAccess {
  elsewhere: ElsewhereFiles | null;
  /** draws the preview as a page of the site; headers set before stay */
  draw: (reply: FastifyReply, file: PreviewedFile) => unknown;
}

/** GET /preview/{yyyy/mm/hash.ext}: the preview of a stored file, after the same access check. */
export function addPreviews(app: FastifyInstance, access: PreviewAccess): void {
  const previews = openPreviews();
  app.route({
    method: ['GET', 'HEAD'],
    url: `${PREVIEW}/*`,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: (request, reply) => servePreview(access, previews, request, reply),
  });
}

async function servePreview(
  access: PreviewAccess,
  previews: Previews,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const elsewhere = access.elsewhere && (await filepathElsewhere(access, `${PREVIEW}/`, request));
  if (access.elsewhere && elsewhere !== null) {
    if (await access.arrival(request, reply)) return reply;
    return previewElsewhere(access, previews, elsewhere!, request, reply);
  }
  const file = await checkFileAccess(access, `${PREVIEW}/`, request, reply);
  if (!file) return reply;
  const download = `${STATIC_FILE}/${file.filepath}`;
  const located = await access.bytes.locate(file.filepath);
  if (typeof located === 'string') {
    request.log.error({ filepath: file.filepath, damage: located }, `stored file is ${located}`);
    await access.page(reply.header('Cache-Control', 'no-cache'), 404, FILE_MISSING);
    return reply;
  }
  const body =
    shownByBrowsers(file.stored.mediaType)?.(download, file.filename) ??
    (await bodyOf(previews, located.path, file.stored.mediaType));
  if (body === undefined) {
    access.page(reply.header('Retry-After', '5'), 503, '预览请求较多，请稍后再试');
    return reply;
  }
  reply.header('Cache-Control', file.restricted ? RESTRICTED_CACHE : 'no-cache').header('X-Robots-Tag', 'noindex');
  access.draw(reply, {
    filename: file.filename,
    usedBy: file.usedBy,
    download,
    size: file.stored.size,
    body,
    embeds: file.stored.mediaType === PDF,
  });
  return reply;
}

/** US3 */
async function previewElsewhere(
  access: PreviewAccess,
  previews: Previews,
  filepath: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await fetchElsewhere(access, access.elsewhere!, filepath, request, reply);
  if (!file) return reply;
  const { filename, mediaType, size } = file;
  const download = `${STATIC_FILE}/${filepath}`;
  try {
    const body = shownByBrowsers(mediaType)?.(download, filename) ?? (await bodyOf(previews, file.path, mediaType));
    if (body === undefined) {
      access.page(reply.header('Retry-After', '5'), 503, '预览请求较多，请稍后再试');
      return reply;
    }
    const isPersonal = tokenOf(request.headers.cookie) !== undefined;
    reply.header('Cache-Control', isPersonal ? RESTRICTED_CACHE : 'no-cache').header('X-Robots-Tag', 'noindex');
    access.draw(reply, { filename, usedBy: '', download, size, body, embeds: mediaType === PDF });
    return reply;
  } finally {
    await file.remove();
  }
}

const PDF = 'application/pdf';
/** A drawing opened by itself is saved, not shown (it may hold scripts); as an image in a page it runs nothing. */
const SVG = 'image/svg+xml';

const shownByBrowsers = (mediaType: string) =>
  mediaType === SVG ? pictureHtml : mediaType === PDF ? paperHtml : undefined;

async function bodyOf(previews: Previews, path: string, mediaType: string): Promise<string | undefined> {
  const preview = await previews.of(path, mediaType);
  return preview && ('html' in preview ? preview.html : previewNote(preview.unsupported));
}
