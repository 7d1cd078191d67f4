import { useMemo, useState, useSyncExternalStore } from 'react';
import { Block } from '#page/Block.tsx';
import type { ViewModule } from '#page/Block.tsx';
import type { BlockResult, ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import { viewBlock } from '#page/view-block.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { messages } from '../notices/messages.ts';
import { viewOnUse } from '../moves/on-use.tsx';
import { useSite } from '../moves/site-context.ts';
import { isWidget, loadViews, viewOf } from '../views.ts';

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
  const { data: result, retry } = useAnswer<BlockResult>(key, () => data.loadBlock(page, block, query));
  const [came] = useState(useSyncExternalStore(never, inBrowser, fromServer));
  const view = useMemo(() => {
    const { app, brand } = state.shell;
    return viewBlock(block, page, query, shown, { hotline: brand.hotline, hasApp: app === true });
  }, [block, page, query, shown, state]);
  return (
    <Block
      block={block}
      view={view}
      {...useModule(block.widget, came && result?.value?.ok && state.onUse?.includes(block.id))}
      result={result?.value}
      earlier={result?.value && !result.value.ok ? data.earlierOf(page, block, query) : undefined}
      pending={result !== undefined && result.key !== key}
      onRetry={() => {
        messages.dismiss();
        retry();
      }}
    />
  );
}

/** Whether what is drawn now has come as HTML: while it is hydrated, and on the server. */
const fromServer = () => true;
const inBrowser = () => false;
const never = () => () => {};

/** A page brings the views that it shows; another tab or condition may show a block whose view is still to come. */
function useModule(widget: string, onUse = false): { module: ViewModule | undefined; arriving: boolean } {
  const module = viewOf(widget);
  const key = module || onUse || !isWidget(widget) ? null : `view ${widget}`;
  const { data: arrived, error } = useAnswer(key, async () => {
    await loadViews([widget]);
    return { key: key!, value: true };
  });
  if (onUse) return { module: { ...module, View: viewOnUse(widget) }, arriving: false };
  return { module, arriving: key !== null && arrived?.key !== key && error === undefined };
}
