import type { ResolvedPage } from '#page/page-schema.ts';
import type { CallContext } from './define-call.ts';
import { isFound } from './search-all.ts';

interface Example {
  title: string;
  words: string[];
}

/**
 * SU20: a page whose search suggests words, without those that find nothing on this site. Any publication may change
 * which those are, so the page is marked as one that is not whole.
 */
export async function withFoundExamples(
  page: ResolvedPage,
  { db, site }: Pick<CallContext, 'db' | 'site'>,
): Promise<ResolvedPage> {
  if (site.contentElsewhere) return { ...page, blocks: page.blocks.map(ofElsewhere) };
  if (!page.blocks.some(suggests)) return page;
  const blocks = await site.remember(`search examples of ${page.page}`, () =>
    Promise.all(
      page.blocks.map(async (block) => {
        if (!suggests(block)) return block;
        const examples: Example[] = [];
        for (const { title, words } of block.props.examples as Example[]) {
          const found: string[] = [];
          for (const one of words) if (await isFound({ db, site }, one)) found.push(one);
          if (found.length > 0) examples.push({ title, words: found });
        }
        return { ...block, props: { ...block.props, examples } };
      }),
    ),
  );
  return { ...page, blocks, isPartial: true };
}

/** US5: what another system finds is not tried in advance, and its articles have titles to look through, no categories. */
const ofElsewhere = (block: ResolvedPage['blocks'][number]): typeof block =>
  suggests(block)
    ? { ...block, props: { ...block.props, examples: [] } }
    : block.source?.name === 'channel-catalogue'
      ? { ...block, props: { ...block.props, hint: '按标题查找', categories: [] } }
      : block;

const suggests = ({ widget, props }: ResolvedPage['blocks'][number]): boolean =>
  widget === 'search-results' && Array.isArray(props.examples) && props.examples.length > 0;
