import { open, type FileHandle } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FILE_MISSING } from '#rules/files/file-opening.ts';
import { WIDTH, requestedWidth } from '#rules/files/small-picture.ts';
import { STATIC_FILE } from '#wire/paths.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { filepathElsewhere, serveElsewhere, type ElsewhereFiles } from './elsewhere-files.ts';
import { ACTIVE, INLINE } from './shown-types.ts';
import { checkFileAccess, RESTRICTED_CACHE, type FileAccess, type OpenFile } from '../../files/check-file-access.ts';

/** GET and HEAD /static-file/{yyyy/mm/hash.ext}: stored files that are public at the moment of the request. */
export function addStaticFiles(
  app: FastifyInstance,
  access: FileAccess,
  elsewhere: ElsewhereFiles | null = null,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${STATIC_FILE}/*`,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const filepath = elsewhere && (await filepathElsewhere(access, `${STATIC_FILE}/`, request));
      if (!elsewhere || filepath === null) return serveFile(access, request, reply);
      if (await access.arrival(request, reply)) return reply;
      return serveElsewhere(access, elsewhere, filepath, request, reply);
    },
  });
}

async function serveFile(access: FileAccess, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const file = await checkFileAccess(access, `${STATIC_FILE}/`, request, reply);
  if (!file) return reply;
  if (await sendSmall(access, file, request, reply)) return reply;
  if (await sendStored(access, file, request, reply)) return reply;
  await access.page(reply.header('Cache-Control', 'no-cache'), 404, FILE_MISSING);
  return reply;
}

const WEBP = 'image/webp';

/**
 * ML1: sends a picture at the width that the address asks for, to browsers that read WebP.
 * @returns false where its original is to be sent
 */
async function sendSmall(
  { smallPictures }: FileAccess,
  file: OpenFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const width = requestedWidth((request.query as Record<string, unknown>)[WIDTH]);
  if (width === null) return false;
  void reply.header('Vary', 'Accept');
  if (!(request.headers.accept ?? '').includes(WEBP)) return false;
  const small = await smallPictures.of(file.filepath, width);
  const handle = small && (await open(small.path).catch(() => null));
  if (!small || !handle) return false;
  const { size } = await handle.stat();
  const shown = { ...file, filename: file.filename.replace(/\.[^.]*$/, '.webp') };
  await sendHandle(handle, { ...shown, stored: { sha256: small.tag, size, mediaType: WEBP } }, request, reply);
  return true;
}

/**
 * Sends the bytes of a file that this client may have. @param file restricted: it is kept nowhere
 * @returns false where they are not there, or not those that were stored
 */
export async function sendStored(
  access: Pick<FileAccess, 'bytes'>,
  file: OpenFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const handle = await openBytes(access, file, request);
  if (!handle) return false;
  await sendHandle(handle, file, request, reply);
  return true;
}

/** The answer with these bytes, or the part of them that was asked for. */
async function sendHandle(
  handle: FileHandle,
  file: OpenFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  let handed = false;
  try {
    const etag = `"${file.stored.sha256}"`;
    setHeaders(reply, file, etag);
    if (!file.restricted && matches(request.headers['if-none-match'], etag)) return void reply.code(304).send();
    const { size } = await handle.stat();
    const range =
      request.headers['if-range'] === undefined || request.headers['if-range'] === etag
        ? readRange(request.headers.range, size)
        : 'whole';
    if (range === 'unsatisfiable') {
      void reply.code(416).header('Content-Range', `bytes */${size}`).removeHeader('Content-Disposition').send();
      return;
    }
    const { from, to } = range === 'whole' ? { from: 0, to: size - 1 } : range;
    if (range !== 'whole') reply.code(206).header('Content-Range', `bytes ${from}-${to}/${size}`);
    reply.header('Content-Type', file.stored.mediaType).header('Content-Length', to - from + 1);
    if (request.method === 'HEAD' || to < from) return void reply.send();
    handed = true;
    void reply.send(handle.createReadStream({ start: from, end: to }));
  } finally {
    // a stream closes its handle itself
    if (!handed) await handle.close();
  }
}

/** The file's bytes; undefined, with a logged error, where they are not there or not those that were stored. */
async function openBytes(
  { bytes }: Pick<FileAccess, 'bytes'>,
  { filepath }: OpenFile,
  { log }: FastifyRequest,
): Promise<FileHandle | undefined> {
  const opened = await bytes.open(filepath);
  if (typeof opened !== 'string') return opened;
  log.error({ filepath, damage: opened }, `stored file is ${opened}`);
  return undefined;
}

function setHeaders(reply: FastifyReply, { filename, restricted, stored }: OpenFile, etag: string): void {
  reply.headers({
    'Cache-Control': restricted ? RESTRICTED_CACHE : 'no-cache',
    'Content-Disposition': contentDisposition(INLINE.has(stored.mediaType) ? 'inline' : 'attachment', filename),
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
  });
  if (!restricted) reply.header('ETag', etag);
  if (ACTIVE.has(stored.mediaType)) reply.header('Content-Security-Policy', "sandbox; default-src 'none'");
}

/** True where If-None-Match names the tag; it compares weakly: W/ and a list are allowed. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((word) => word.trim().replace(/^W\//, '') === etag);
}

/** One byte range (RFC 9110); several, or another unit, are answered with the whole file, as the standard allows. */
export function readRange(
  header: string | undefined,
  size: number,
): { from: number; to: number } | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  const from = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const to = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  // a last byte before the first is no range at all
  if (match[1] !== '' && match[2] !== '' && Number(match[2]) < from) return 'whole';
  return from > to ? 'unsatisfiable' : { from, to };
}
