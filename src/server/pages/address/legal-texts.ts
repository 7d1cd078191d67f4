import type { FastifyInstance } from 'fastify';
import { richHtml } from '#rules/text/rich-html.ts';
import { convertHtml } from '#rules/script/script-html.ts';
import { LEGAL_TEXT } from '#wire/paths.ts';
import { shownHtml } from '../../store/articles/authored-key.ts';
import { findArticle } from '../../store/articles/find-article.ts';
import { listArticles } from '../../store/articles/list-articles.ts';
import type { LegalText, LegalTextName } from '../../store/documents/legal-texts.ts';
import type { Site } from '../../site/site.ts';
import { conversionFor } from './modes.ts';
import { sendNotice, type PagesDeps } from '../pages.ts';
import { sendCached } from '../keep/cached-answer.ts';

/**
 * Lifetime of a text in a browser: an address names the text that was public when its page was drawn, so it need not
 * be fetched again.
 */
const CACHED_FOR_A_WEEK = 'public, max-age=604800';

/** AG: the texts as the dialog shows them, without the site around them; their pages are /legal/…. */
export function legalTextsPlugin(app: FastifyInstance, deps: PagesDeps): void {
  app.get<{ Params: { name: LegalTextName }; Querystring: { v?: unknown; script?: unknown } }>(
    `${LEGAL_TEXT}/:name(^(?:privacy|agreement|notice)$)`,
    async (request, reply) => {
      const site = await deps.siteAt('now').catch(() => deps.lastKnown());
      const { name } = request.params;
      const place = site?.legal[name];
      if (!site || !place) return sendNotice(deps, request, reply, 404);
      const { v, script } = request.query;
      const traditional = script === 't';
      void reply.headers({ 'X-Robots-Tag': 'noindex', 'Content-Security-Policy': "default-src 'none'; sandbox" });
      return sendCached(request, reply, site, {
        key: `legal text ${name}${traditional ? ' traditional' : ''}`,
        type: 'text/html',
        write: () => textOf(deps, site, place, traditional),
        cache: v === String(place.no) ? CACHED_FOR_A_WEEK : 'no-cache',
      });
    },
  );
}

async function textOf({ db }: PagesDeps, site: Site, { channelId }: LegalText, traditional: boolean): Promise<string> {
  const [only] = await listArticles(
    db,
    'now',
    { channelIds: [channelId], topFlag: 3, pinnedFirst: true },
    { pageNum: 1, pageSize: 1 },
  );
  const article = only && (await findArticle(db, 'now', only.articleId));
  if (!article || article.riskLevel !== null) return '';
  const html = richHtml(shownHtml(article.content));
  const convert = await conversionFor({ elder: false, traditional }, site);
  return convert ? convertHtml(html, convert) : html;
}
