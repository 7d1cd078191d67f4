import { createHash } from 'node:crypto';
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_MISSING } from '#rules/files/file-opening.ts';
import { parseFilepath } from '#rules/files/filepath.ts';
import { tokenOf } from '#wire/token-text.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { RESTRICTED_CACHE, type FileAccess } from '../../files/check-file-access.ts';
import { fitsEnding, mediaTypeOf } from '../../files/media-type.ts';
import { findPublicState } from '../../files/public-state.ts';
import { goneSignal } from '../../http/gone-signal.ts';
import type { NoUpstreamFile, UpstreamFile, UpstreamFiles } from '../../http/upstream-files.ts';
import type { Filenames } from '../../site/upstream/filenames.ts';
import { filepathOf } from '../../site/upstream/inner-addresses.ts';
import { ACTIVE, INLINE } from './shown-types.ts';

/** Files of a system that answers `content`. */
export interface ElsewhereFiles {
  files: UpstreamFiles;
  filenames: Filenames;
}

/** bytes of a file that is read for its preview, and milliseconds in which all of them have come */
const LARGEST_PREVIEW = 20 * 1024 * 1024;
const LONGEST_PREVIEW = 60_000;

/** US3: the path of a file that is none of this store; null for an own one, and for an address that names no file. */
export async function filepathElsewhere(
  { db }: Pick<FileAccess, 'db'>,
  base: string,
  request: FastifyRequest,
): Promise<string | null> {
  const address = (request.raw.url ?? '').split('?', 1)[0]!;
  const given = address.startsWith(base) ? address.slice(base.length) : '';
  const filepath = /%2f|%5c|%00|\/\/|(^|\/)\.{1,2}(\/|$)/i.test(given) ? '' : filepathOf(given, { files: base });
  if (filepath === '' || filepath.length > 600) return null;
  return parseFilepath(given) && (await findPublicState(db, given)).state !== 'unknown' ? null : filepath;
}

const extensionOf = (filepath: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(filepath)?.[1]?.toLowerCase() ?? '';

const WORDS: Readonly<Record<NoUpstreamFile, readonly [status: 403 | 404 | 503, words: string]>> = {
  missing: [404, FILE_MISSING],
  refused: [403, '该文件仅向部分客户开放，请登录后查看'],
  away: [503, '提供文件的系统暂时没有回应，请稍后再试'],
  busy: [503, '下载文件的人较多，请稍后再试'],
};

async function noFile(access: FileAccess, reply: FastifyReply, why: NoUpstreamFile): Promise<undefined> {
  const [status, words] = WORDS[why];
  await access.page(reply.header('Cache-Control', why === 'refused' ? RESTRICTED_CACHE : 'no-cache'), status, words);
  return undefined;
}

/** US9: a file that anybody may have is open with an ended token, too. */
async function openFor(
  token: string | undefined,
  files: UpstreamFiles,
  filepath: string,
  options: Parameters<UpstreamFiles['open']>[1],
): ReturnType<UpstreamFiles['open']> {
  if (token === undefined) return files.open(filepath, options);
  const found = await files.open(filepath, { ...options, token });
  return found === 'refused' ? files.open(filepath, options) : found;
}

/** Answers with a file of the upstream, streamed, with ranges; its type is that of its name, which its bytes must fit. */
export async function serveElsewhere(
  access: FileAccess,
  { files, filenames }: ElsewhereFiles,
  filepath: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = tokenOf(request.headers.cookie);
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const found = await openFor(token, files, filepath, { method, headers, gone: goneSignal(reply) });
  if (typeof found === 'string') {
    await noFile(access, reply, found);
    return reply;
  }
  const extension = extensionOf(filepath);
  const begun = found.body ? await withHead(found.body).catch(() => 'away' as const) : null;
  if (begun === 'away') {
    found.cancel();
    await noFile(access, reply, 'away');
    return reply;
  }
  // the first bytes of a later part do not show the kind of the file
  const isStart = found.status === 200 || (found.headers.get('content-range') ?? '').startsWith('bytes 0-');
  if (begun && isStart && !fitsEnding(begun.head, extension)) {
    found.cancel();
    await noFile(access, reply, 'missing');
    return reply;
  }
  setHeaders(reply, found, { filepath, filename: filenames.of(filepath), isPersonal: token !== undefined });
  return begun ? reply.send(Readable.from(begun.all)) : reply.send();
}

function setHeaders(
  reply: FastifyReply,
  { status, headers }: UpstreamFile,
  { filepath, filename, isPersonal }: { filepath: string; filename: string; isPersonal: boolean },
): void {
  const mediaType = mediaTypeOf(extensionOf(filepath));
  reply.code(status).headers({
    'Cache-Control': isPersonal ? RESTRICTED_CACHE : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': headers.get('accept-ranges') === 'bytes' || status === 206 ? 'bytes' : 'none',
  });
  if (status !== 304 && status !== 416)
    reply.headers({
      'Content-Type': mediaType,
      'Content-Disposition': contentDisposition(INLINE.has(mediaType) ? 'inline' : 'attachment', filename),
    });
  if (ACTIVE.has(mediaType)) reply.header('Content-Security-Policy', "sandbox; default-src 'none'");
  const isPlain = headers.get('content-encoding') === null;
  const passed = {
    'content-range': /^bytes [\d*][\d/*-]*$/,
    etag: /^(W\/)?"[\x21\x23-\x7e]{1,200}"$/,
    'last-modified': /^[A-Za-z0-9,: ]{10,40}$/,
  };
  for (const [name, form] of Object.entries(passed)) {
    const value = headers.get(name);
    if (value !== null && form.test(value) && !(isPersonal && name === 'etag')) reply.header(name, value);
  }
  const length = headers.get('content-length');
  if (isPlain && length !== null && /^\d{1,15}$/.test(length) && status !== 304)
    reply.header('Content-Length', Number(length));
}

/** bytes by which the kind of a file is known: as many as are waited for, and as are examined */
const HEAD = 64;
const LARGEST_HEAD = 8_192;

/** The first bytes of a stream, and all of it. */
async function withHead(body: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; all: AsyncIterable<Uint8Array> }> {
  const parts = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD) {
    const { value, done } = await parts.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* first;
      for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
    } finally {
      await parts.return?.();
    }
  }
  return { head: Buffer.concat(first).subarray(0, LARGEST_HEAD), all: all() };
}

/** A file of the upstream on this disk, for its preview; undefined when the answer was given. */
export async function fetchElsewhere(
  access: FileAccess,
  { files, filenames }: ElsewhereFiles,
  filepath: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<
  { path: string; size: number; filename: string; mediaType: string; remove: () => Promise<void> } | undefined
> {
  const token = tokenOf(request.headers.cookie);
  const options = { method: 'GET', headers: {}, gone: goneSignal(reply), within: LONGEST_PREVIEW } as const;
  const found = await openFor(token, files, filepath, options);
  if (typeof found === 'string') return noFile(access, reply, found);
  const extension = extensionOf(filepath);
  const folder = await mkdtemp(join(tmpdir(), 'site-preview-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const stored = await keepIn(folder, found, extension);
  if (typeof stored === 'string') {
    await remove();
    return noFile(access, reply, stored);
  }
  return {
    ...stored,
    filename: filenames.of(filepath),
    mediaType: mediaTypeOf(extension),
    remove,
  };
}

/** Writes a file as it arrives, so that many at once take no memory; by the name of its content. */
async function keepIn(
  folder: string,
  { body, cancel }: UpstreamFile,
  extension: string,
): Promise<{ path: string; size: number } | NoUpstreamFile> {
  const hash = createHash('sha256');
  const arriving = join(folder, 'arriving');
  const handle = await open(arriving, 'w');
  let head = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const part of body ?? []) {
      size += part.length;
      if (size > LARGEST_PREVIEW) return 'missing';
      if (head.length < LARGEST_HEAD) head = Buffer.concat([head, part]).subarray(0, LARGEST_HEAD);
      hash.update(part);
      await handle.writeFile(part);
    }
  } catch {
    return 'away';
  } finally {
    cancel();
    await handle.close();
  }
  if (!fitsEnding(head, extension)) return 'missing';
  const path = join(folder, `${hash.digest('hex')}.${extension}`);
  await rename(arriving, path);
  return { path, size };
}
