import type { DocumentHead } from '#page/document-head.ts';
import type { BlockResult, Link, ResolvedPage, Shell } from '#page/page-schema.ts';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import type { Brand } from '../../site/brand.ts';
import { escapeHtml, jsonInHtml } from './document.ts';
import { inScript, type Convert } from '../address/modes.ts';
import type { Alternate } from './page-part.ts';

/**
 * Facts of a page beside its title for networks, feed readers and search engines; only the server's HTML needs them.
 */
export interface MetaFacts {
  page: ResolvedPage;
  /** results of the page's blocks, by block id */
  results: Readonly<Record<string, BlockResult | undefined>>;
  head: DocumentHead;
  shell: Shell;
  brand: Pick<Brand, 'share' | 'largeIcon'>;
  /** scheme and host */
  siteUrl: string;
  /** the site's base path, '' for none */
  base: string;
  /** other forms of the page, as features have them */
  alternates: readonly Alternate[];
  /** descriptions of the page by features, in the vocabulary of schema.org */
  things: readonly object[];
  /** into the visitor's script, for words; the head's are in it already */
  convert: Convert | null;
}

const SHARE_IMAGE = '/assets/site/share.png';
const LOGO = '/assets/site/icon-512.png';

/** Tags for the document's head. The longest texts are in it already, so that compression leaves little of them. */
export function pageMeta(facts: MetaFacts): string {
  const { page, head, shell, base, alternates, convert } = facts;
  const article = articleOf(facts);
  const og = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`;
  return [
    og('title', article?.title || inScript(convert, page.path === '/' ? shell.brand.name : page.title)),
    og('description', head.description),
    og('url', head.canonical),
    og('image', imageOf(article, facts)),
    og('type', article ? 'article' : 'website'),
    og('site_name', inScript(convert, shell.brand.name)),
    '<meta name="twitter:card" content="summary_large_image">',
    ...alternates.map(({ type, path }) => `<link rel="alternate" type="${type}" href="${escapeHtml(base + path)}">`),
    ...linkedData(facts, article).map((graph) => `<script type="application/ld+json">${jsonInHtml(graph)}</script>`),
  ].join('');
}

interface ShownArticle {
  title: string;
  html: string;
  contentTime: string;
  source: string;
  image: string;
}

/** Item of a detail page: the data of its first block, without any guess. */
function articleOf({ page, results, convert }: MetaFacts): ShownArticle | null {
  const result = page.layout === 'detail' ? results[page.blocks[0]?.id ?? ''] : undefined;
  if (!result?.ok) return null;
  const { title, html, contentTime, source, image } = (result.data ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return text(contentTime) === ''
    ? null
    : {
        title: inScript(convert, text(title)),
        html: text(html),
        contentTime: text(contentTime),
        source: inScript(convert, text(source)),
        image: text(image),
      };
}

/** The article's own picture, else the first in its text that networks can show, else the site's. */
function imageOf(article: ShownArticle | null, { siteUrl, brand }: Pick<MetaFacts, 'siteUrl' | 'brand'>): string {
  const own =
    article && (article.image || /<img\b[^>]*\ssrc="(\/static-file\/[^"]+\.(?:png|jpg|webp))"/.exec(article.html)?.[1]);
  return siteUrl + (own || (brand.share ?? SHARE_IMAGE));
}

/**
 * schema.org: the firm on the home page, the way from home elsewhere, the article where there is one, and the
 * descriptions by features.
 */
function linkedData(facts: MetaFacts, article: ShownArticle | null): object[] {
  const { page, head, shell, brand, siteUrl, base, things, convert } = facts;
  const firm = inScript(convert, shell.brand.name);
  const context = { '@context': 'https://schema.org' };
  const home = `${siteUrl}${base}/`;
  const organization = { '@type': 'Organization', name: firm, url: home, logo: siteUrl + (brand.largeIcon ?? LOGO) };
  if (page.path === '/') {
    const { englishName, hotline, email } = shell.brand;
    const contact = hotline && {
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer service',
        telephone: hotline,
        ...(email && { email }),
      },
    };
    return [
      { ...context, ...organization, ...(englishName && { alternateName: englishName }), ...contact },
      {
        ...context,
        '@type': 'WebSite',
        name: firm,
        url: home,
        potentialAction: { '@type': 'SearchAction', target: `${home}search?q={q}`, 'query-input': 'required name=q' },
      },
    ];
  }
  const address = ({ path }: Link) => (isExternal(path) ? path : siteUrl + base + path);
  const crumbs = page.breadcrumb.map((link, at, all) => {
    const last = at === all.length - 1;
    return {
      '@type': 'ListItem',
      position: at + 1,
      name: (last && article?.title) || inScript(convert, link.title),
      item: last ? head.canonical : address(link),
    };
  });
  const trail = { ...context, '@type': 'BreadcrumbList', itemListElement: crumbs };
  if (!article) return [...things.map((one) => ({ ...context, ...one, creator: organization })), trail];
  const articleData = {
    ...context,
    '@type': page.channel?.path.startsWith('/news/') ? 'NewsArticle' : 'Article',
    headline: article.title,
    description: head.description,
    datePublished: article.contentTime,
    image: imageOf(article, facts),
    mainEntityOfPage: head.canonical,
    author: { '@type': 'Organization', name: article.source || firm },
    publisher: organization,
  };
  return [articleData, trail];
}
