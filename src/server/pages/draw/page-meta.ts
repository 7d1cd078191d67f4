import type { DocumentHead } from '#page/document-head.ts';
import type { Rows } from '#page/data-shapes.ts';
import type { BlockResult, Link, ResolvedPage, Shell } from '#page/page-schema.ts';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import { REGISTER_FILE } from '#wire/paths.ts';
import type { Brand } from '../../site/brand.ts';
import { escapeHtml, jsonInHtml } from './document.ts';
import { inScript, type Convert } from '../address/modes.ts';

/** What networks, feed readers and search engines read of a page beside its title; only the server's HTML needs it. */
interface MetaFacts {
  page: ResolvedPage;
  /** of the page's blocks, by block id */
  results: Readonly<Record<string, BlockResult | undefined>>;
  head: DocumentHead;
  shell: Shell;
  brand: Pick<Brand, 'share' | 'largeIcon'>;
  /** scheme and host */
  siteUrl: string;
  /** '/swhysc' */
  base: string;
  /** site path of the page's feed, where it has one */
  feed: string | null;
  /** into the visitor's script, for words; the head's are in it already */
  convert: Convert | null;
}

const SHARE_IMAGE = '/assets/site/share.png';
const LOGO = '/assets/site/icon-512.png';

/** Tags for the document's head. The longest texts stand in it already, so that compression leaves little of them. */
export function pageMeta(facts: MetaFacts): string {
  const { page, head, shell, base, feed, convert } = facts;
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
    feed === null ? '' : `<link rel="alternate" type="application/rss+xml" href="${escapeHtml(base + feed)}">`,
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

/** The item of a detail page: the data of its first block, read as what it is and no more. */
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
 * schema.org: the firm on the home page, the way from home elsewhere, the article where there is one, and the registers
 * that are there as files.
 */
function linkedData(facts: MetaFacts, article: ShownArticle | null): object[] {
  const { page, head, shell, brand, siteUrl, base, convert } = facts;
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
  if (!article) return [...dataSetsOf(facts).map((one) => ({ ...context, ...one, creator: organization })), trail];
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

const FILES = [
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const;

/** RG34: each register that a page shows and that everybody may have whole. */
function dataSetsOf({ page, results, head, siteUrl, convert }: MetaFacts): object[] {
  return page.blocks.flatMap(({ id, register = '', source }) => {
    const [view, result] = [page.registers[register], results[id]];
    if (!source || !view || view.onDemand || !result?.ok) return [];
    const { dataDate, wholeTotal, asOf } = result.data as Partial<Rows>;
    if (!wholeTotal) return [];
    const ofDay = asOf ? `?asOf=${asOf}` : '';
    return [
      {
        '@type': 'Dataset',
        name: inScript(convert, view.title),
        description: head.description,
        url: head.canonical,
        ...(dataDate && { dateModified: dataDate }),
        isAccessibleForFree: true,
        distribution: FILES.map(([format, encodingFormat]) => ({
          '@type': 'DataDownload',
          encodingFormat,
          contentUrl: `${siteUrl}${REGISTER_FILE}/${register}.${format}${ofDay}`,
        })),
      },
    ];
  });
}
