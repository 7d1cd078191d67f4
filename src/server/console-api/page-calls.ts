import type { PageCalls } from '#wire/console-calls.ts';
import { Refused } from '../errors.ts';
import { findPageSchema, listPageSchemas, pageFacts } from '../editions/page-schemas/list-page-schemas.ts';
import { reachOf } from './authorize.ts';
import { consoleCall, type Answers, type SignedIn } from './define-console-call.ts';

const factsOf = ({ db, site, publishContext: { pagesDir } }: SignedIn) => ({ db, site, pagesDir });

/**
 * Page schemas: what there is, and what one can be made of. What is saved goes by the calls of editions, checks by
 * previews.
 */
export const pageCalls: Answers<PageCalls> = {
  'GET /page-schemas': consoleCall({
    summary: '全部页面',
    policy: { anywhere: 'content.read' },
    handle: (_params, context) => listPageSchemas(factsOf(context)),
  }),
  'GET /page-facts': consoleCall({
    summary: '页面可以用到的版式、部件、数据来源和登记表',
    policy: 'signed-in',
    handle: async (_params, { site }) => pageFacts(site),
  }),
  'GET /page-schemas/:page': consoleCall({
    summary: '一个页面的文档',
    params: { page: { type: 'string', maxLength: 60, description: '页面名' } },
    policy: { anywhere: 'content.read' },
    handle: async ({ page }, context) => {
      const found = await findPageSchema(factsOf(context), page, reachOf(context, 'content.read'));
      if (!found) throw new Refused('notFound', `没有名为“${page}”的页面`);
      return found;
    },
  }),
};
