import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResolvedPage } from '#page/page-schema.ts';
import type { Site } from '../../site/site.ts';
import type { PagesDeps } from '../pages.ts';
import type { MetaFacts } from './page-meta.ts';

/** Another form of a page, for its head. */
export interface Alternate {
  /** media type */
  type: string;
  /** site path */
  path: string;
}

/** Part that a feature adds to pages; each member is optional. */
export interface PagePart {
  alternates?: (site: Site, page: ResolvedPage) => Alternate[];
  /** description of a page in the vocabulary of schema.org; the firm is named as its creator */
  things?: (facts: Pick<MetaFacts, 'page' | 'results' | 'head' | 'siteUrl' | 'convert'>) => object[];
  /** addresses that begin as that of a page does and end with `ending` */
  beside?: {
    ending: string;
    /** @param path of the whole address @returns false where there is no such page: it is a notice */
    answer: (
      deps: PagesDeps,
      request: FastifyRequest,
      reply: FastifyReply,
      site: Site,
      path: string,
    ) => Promise<boolean>;
  };
}
