import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { QR, SITE_BASE } from '#wire/paths.ts';
import { sendNotice, type PagesDeps } from '../pages.ts';
import { qrPath } from './qr-code.ts';
import type { Site } from '../../site/site.ts';

/**
 * Drawn codes as pictures: the wealth app's download address, and any page of the site. Only published addresses can
 * be requested, so that no code under this origin leads to another site.
 */
export function qrPlugin(app: FastifyInstance, deps: PagesDeps): void {
  app.get(`${QR}/wealth-app.svg`, (request, reply) =>
    answer(deps, request, reply, ({ surround }) => surround.firm.wealthApp?.download),
  );
  app.get(`${QR}/page.svg`, (request, reply) => {
    const { path } = request.query as { path?: unknown };
    return answer(deps, request, reply, (site) => pageAddress(site, deps.siteUrl, path));
  });
}

function pageAddress(site: Site, siteUrl: string, path: unknown): string | undefined {
  const page = typeof path === 'string' ? site.resolve(path) : null;
  return page && !('redirect' in page) ? siteUrl + SITE_BASE + page.path : undefined;
}

async function answer(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  textOf: (site: Site) => string | undefined,
): Promise<FastifyReply> {
  const site = await deps.siteAt('now').catch(() => deps.lastKnown());
  const text = site ? textOf(site) : undefined;
  if (text === undefined || Buffer.byteLength(text) > LONGEST) return sendNotice(deps, request, reply, 404);
  const svg = draw(text);
  const tag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;
  void reply.headers({
    ETag: tag,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
  });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('image/svg+xml; charset=utf-8').send(svg);
}

/** bytes that a code holds */
const LONGEST = 213;

function draw(text: string): string {
  const { path, size } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#0b1f3f" d="${path}"/></svg>`;
}
