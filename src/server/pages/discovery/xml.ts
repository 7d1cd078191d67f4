import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../page-cache.ts';
import type { Site } from '../../site/site.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** XML 1.0 has no place at all for these, escaped or not. */
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text or attribute value of an XML document. */
export function escapeXml(text: string): string {
  return text
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

interface CachedXml {
  zipped: Buffer;
  etag: string;
}

/**
 * Answers a document that stays the same until the next publication. It is written once and kept compressed: a part of
 * the site map is a megabyte of text and a fifteenth of that as gzip.
 * @param key of what the site remembers; few enough, as only documents that exist are asked for
 */
export async function sendXml(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  { key, type, write }: { key: string; type: string; write: () => Promise<string> },
): Promise<FastifyReply> {
  const { zipped, etag } = await site.remember(key, async (): Promise<CachedXml> => {
    const text = await write();
    return {
      zipped: (await zip(text)) as Buffer,
      etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
    };
  });
  void reply.headers({
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag)) return reply.code(304).send();
  if (acceptedEncoding(request.headers['accept-encoding']) === 'identity') return reply.send(await unzip(zipped));
  return reply.header('Content-Encoding', 'gzip').send(zipped);
}
