import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './page-cache.ts';
import type { Site } from '../../site/site.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);
const brotli = promisify(brotliCompress);

interface CachedAnswer {
  br: Buffer;
  gzip: Buffer;
  etag: string;
}

/** ETag of the text of an answer: the same for the same text, however it is compressed. */
export const weakTag = (text: string): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** Whether the client has the answer of this tag already; strong or weak makes no difference (RFC 9110, 13.1.2). */
export const isUnmodified = ({ headers }: FastifyRequest, tag: string): boolean => {
  const strong = (one: string): string => one.trim().replace(/^W\//, '');
  const known = headers['if-none-match']?.split(',').map(strong) ?? [];
  return known.includes('*') || known.includes(strong(tag));
};

/**
 * Answers a document that stays the same until the next publication. It is written once and kept compressed: a part
 * of the site map is a megabyte of text and a fifteenth of that as gzip.
 * @param key of the documents that the site remembers; they are few, as each request is for an existing one
 * @param cache value of Cache-Control
 */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  { key, type, write, cache = 'no-cache' }: { key: string; type: string; write: () => Promise<string>; cache?: string },
): Promise<FastifyReply> {
  const cached = await site.remember(key, async (): Promise<CachedAnswer> => {
    const text = await write();
    return {
      br: await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
      gzip: await zip(text),
      etag: weakTag(text),
    };
  });
  void reply.headers({
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': cache,
    ETag: cached.etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  });
  if (isUnmodified(request, cached.etag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return reply.send(await unzip(cached.gzip));
  return reply.header('Content-Encoding', encoding).send(cached[encoding]);
}
