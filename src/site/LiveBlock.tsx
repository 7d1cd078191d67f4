import useSWR from 'swr';
import { Block } from '#page/Block.tsx';
import type { ViewModule } from '#page/Block.tsx';
import type { BlockResult, ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import { viewBlock } from '#page/view-block.ts';
import type { Kept } from './site-data.ts';
import { messages } from './messages.ts';
import { useSite } from './site-context.ts';
import { isWidget, loadViews, viewOf } from './views.ts';

interface LiveBlockProps {
  block: ResolvedBlock;
  page: ResolvedPage;
  query: Record<string, string>;
  shown: readonly ResolvedBlock[];
}

/**
 * A block with its data: what the page brought, then what calls answer. While a new page of rows is on its way the
 * previous one stays, dimmed.
 */
export function LiveBlock({ block, page, query, shown }: LiveBlockProps) {
  const { state, data } = useSite();
  const key = data.blockKey(page, block, query);
  const load = () => data.loadBlock(page, block, query);
  const { data: kept, mutate } = useSWR<Kept<BlockResult | undefined>>(key, load, {
    keepPreviousData: true,
    revalidateIfStale: !data.isFresh(key),
  });
  return (
    <Block
      block={block}
      view={viewBlock(block, page, query, shown, state.shell.brand.hotline)}
      {...useModule(block.widget)}
      result={kept?.value}
      earlier={kept?.value && !kept.value.ok ? data.earlierOf(page, block, query) : undefined}
      pending={kept !== undefined && kept.key !== key}
      onRetry={() => {
        messages.dismiss();
        void mutate(load(), { revalidate: false });
      }}
    />
  );
}

/** A page brings the views that it shows; another tab or condition may show a block whose view is still to come. */
function useModule(widget: string): { module: ViewModule | undefined; arriving: boolean } {
  const module = viewOf(widget);
  // SWR renders again only for the members that are read
  const { data: arrived, error } = useSWR(module || !isWidget(widget) ? null : `view ${widget}`, async () => {
    await loadViews([widget]);
    return true;
  });
  return { module, arriving: !module && !arrived && isWidget(widget) && error === undefined };
}
