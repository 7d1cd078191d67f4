import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { acceptedEncoding } from './page-cache.ts';

/** An answer that is written while it is sent, compressed as the client takes it. */
export function compressed(request: FastifyRequest, reply: FastifyReply, stream: Readable): Readable {
  void reply.header('Vary', 'Accept-Encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return stream;
  void reply.header('Content-Encoding', encoding);
  const smaller =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 6 });
  // an error on either side ends both
  return pipeline(stream, smaller, () => {});
}
