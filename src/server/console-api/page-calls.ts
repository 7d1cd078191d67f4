import type { PageFacts, PageLine, PageSchemaAnswer } from '#wire/console-answers.ts';
import { as, text } from '#page/schema-words.ts';
import { Refused } from '../errors.ts';
import {
  findPageSchema,
  listPageSchemas,
  pageFacts,
  pagesOfToday,
} from '../editions/page-schemas/list-page-schemas.ts';
import { reachOf } from './authorize.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';

const MOST_BYTES = 2 * 1024 * 1024;

const factsOf = ({ db, site, publishContext: { pagesDir } }: SignedIn) => ({ db, site, pagesDir });

/**
 * Page schemas: what there is, and what one can be made of. What is saved goes by the calls of editions, checks by
 * previews.
 */
export const pageCalls = {
  'GET /page-schemas': consoleCall({
    summary: '全部页面',
    answer: as<PageLine[]>(),
    policy: { anywhere: 'content.read' },
    handle: (_params, context) => listPageSchemas(factsOf(context)),
  }),
  'GET /page-facts': consoleCall({
    summary: '页面可以用到的版式、部件、数据来源和登记表',
    answer: as<PageFacts>(),
    policy: 'signed-in',
    handle: async (_params, { site }) => pageFacts(site),
  }),
  'GET /page-schemas/:page': consoleCall({
    summary: '一个页面的文档',
    answer: as<PageSchemaAnswer>(),
    params: { page: text({ maxLength: 60, description: '页面名' }) },
    policy: { anywhere: 'content.read' },
    handle: async ({ page }, context) => {
      const found = await findPageSchema(factsOf(context), page, reachOf(context, 'content.read'));
      if (!found) throw new Refused('notFound', `没有名为“${page}”的页面`);
      return found;
    },
  }),
  'POST /page-upgrades': consoleCall({
    summary: '页面的文档换成现在的写法，不保存',
    answer: as<{ documents: unknown[] }>(),
    params: { documents: as<unknown[]>({ type: 'array', maxItems: 10, description: '各个文档' }) },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'content.write' },
    handle: async ({ documents }) => ({ documents: pagesOfToday(documents) }),
  }),
};
