import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ALIAS_BASE, CALL_BASE, PREVIEW, REGISTER_FILE, SITE_BASE } from '#wire/paths.ts';
import { sendNotice, type PagesDeps } from '../pages.ts';
import type { Site } from '../../site/site.ts';
import { writeArticlesPart, writePagesPart, writeSitemapIndex } from './sitemap.ts';
import { sendCached } from '../keep/cached-answer.ts';

/**
 * Addresses that no search engine need read: answers of calls, second forms of files, drafts of a search. The files
 * of registers are published for machines; a filtered part of one is in the whole (RG42).
 */
const CLOSED = [
  ...[CALL_BASE, ALIAS_BASE].map((base) => `/${base.split('/')[1]}/`),
  `${PREVIEW}/`,
  `${REGISTER_FILE}/*?`,
  '/console/',
  '/demo/',
  '/view/',
  `${SITE_BASE}/search?`,
];

const XML = 'application/xml';

/**
 * Files that machines read of the site: robots.txt, the site map in parts, the manifest, and icons under the names
 * that are guessed (RT10).
 */
export function discoveryPlugin(app: FastifyInstance, deps: PagesDeps): void {
  const { db, siteUrl } = deps;
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\n${CLOSED.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${siteUrl}/sitemap.xml\n`,
      ),
  );
  const xml =
    (key: string, write: (site: Site) => Promise<string>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const site = await deps.siteAt('now');
      return sendCached(request, reply, site, { key, type: XML, write: () => write(site) });
    };
  app.get(
    '/sitemap.xml',
    xml('sitemap', (site) => writeSitemapIndex(db, site, siteUrl)),
  );
  app.get(
    '/sitemap-pages.xml',
    xml('sitemap pages', (site) => writePagesPart(db, site, siteUrl)),
  );
  app.get<{ Params: { part: string } }>('/sitemap-articles-:part(^[1-9]\\d{0,8}).xml', async (request, reply) => {
    const number = Number(request.params.part);
    const site = await deps.siteAt('now');
    const known = await site.remember('sitemap index parts', async () =>
      [...(await writeSitemapIndex(db, site, siteUrl)).matchAll(/-articles-(\d+)\.xml/g)].map(([, part]) =>
        Number(part),
      ),
    );
    // only parts that exist are remembered
    if (!known.includes(number)) return sendNotice(deps, request, reply, 404);
    return sendCached(request, reply, site, {
      key: `sitemap articles ${number}`,
      type: XML,
      write: async () => (await writeArticlesPart(db, site, siteUrl, number)) ?? '',
    });
  });
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { brand: looks, shell } = await deps.siteAt('now');
    const icon = (size: number) => ({
      src: `/assets/site/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    });
    const manifest = {
      name: shell.brand.name,
      short_name: shell.brand.name,
      lang: 'zh-Hans',
      start_url: `${SITE_BASE}/`,
      scope: `${SITE_BASE}/`,
      display: 'browser',
      background_color: '#ffffff',
      theme_color: looks.theme,
      icons: looks.largeIcon ? [{ src: looks.largeIcon, sizes: '512x512', type: 'image/png' }] : [icon(192), icon(512)],
    };
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(JSON.stringify(manifest));
  });
  for (const name of ['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])
    app.get(name, async (_request, reply) =>
      reply.redirect((await deps.siteAt('now')).brand.largeIcon ?? '/assets/site/icon-180.png', 302),
    );
  // browsers fetch it beside files that are no pages
  app.get('/favicon.ico', async (_request, reply) =>
    reply.redirect((await deps.siteAt('now')).brand.icon?.address ?? '/assets/site/icon-32.png', 302),
  );
}
