import { useMemo } from 'react';
import { visibleBlocks } from '#page/bind-params.ts';
import { documentHead } from '#page/document-head.ts';
import type { BlockResult, ResolvedBlock, ResolvedPage, Shell } from '#page/page-schema.ts';
import { PageView } from '#page/PageView.tsx';
import { leavesTitle } from '#page/view-block.ts';
import { keepsScroll } from '#rules/addresses/scroll-memory.ts';
import { writeQuery } from '#rules/addresses/site-address.ts';
import { useAddress } from '../moves/address.ts';
import { useArrival } from '../moves/arrival.ts';
import { FailedPage } from './FailedPage.tsx';
import { useHead } from '../head.ts';
import { LiveBlock } from './LiveBlock.tsx';
import { LoadingMarker } from './LoadingMarker.tsx';
import { FAILED } from '../notices/notices.ts';
import { ReadingContext } from './reading-context.ts';
import { ShellFrame } from './ShellFrame.tsx';
import { useShown } from '../answers/shown-page.ts';
import type { Shown } from '../answers/shown-page.ts';
import { useSite } from '../moves/site-context.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { useVisitor } from '../visitor.ts';

/**
 * The page of the address. Until a new page is known the previous one stays, with a thin bar that says something is
 * coming.
 */
export function RoutePage() {
  const { state, still } = useSite();
  const isGray = useVisitor('isGray');
  const routes = useVisitor('routes');
  const traditional = useVisitor('zhChoose') === 't';
  const shell = useMemo(() => ({ ...state.shell, menu: routes, grey: isGray }), [state, routes, isGray]);
  const { shown, waiting, retry } = useShown();
  const { page, query, entry } = shown;
  const blocks = useMemo(() => (page ? visibleBlocks(page, query) : []), [page, query]);
  const titled = useTitle(page, query, shell);
  const { back } = useAddress();
  useArrival({
    path: page ? (page.shownAt ?? page.path) : '',
    entry,
    back,
    keeps: keepsScroll(page?.keepsScroll, query),
    titled,
  });
  const trail = page ? [...page.breadcrumb.map(({ path }) => path), page.path] : [];
  const at = state.base + (page ? (page.shownAt ?? page.path) : '/') + writeQuery(query);
  const reading = useMemo(() => ({ elder: state.elder === true, traditional, alive: true }), [state, traditional]);
  return (
    <ReadingContext value={reading}>
      <ShellFrame
        shell={shell}
        still={still}
        trail={trail}
        page={page}
        at={at}
        marker={<LoadingMarker page={waiting} />}
      >
        <main>{drawPage(shown, blocks, shell, retry)}</main>
      </ShellFrame>
    </ReadingContext>
  );
}

/** Keeps the document's head. @returns whether the page's title is drawn: that of a detail page comes with its item */
function useTitle(page: ResolvedPage | null, query: Record<string, string>, shell: Shell): boolean {
  const { state, data } = useSite();
  const first = page?.blocks[0];
  const key = page && first ? data.blockKey(page, first, query) : null;
  const { data: answer } = useAnswer<BlockResult>(key, null);
  // the answer of another address while this one's is on its way
  const current = answer?.key === key ? answer : undefined;
  useHead(
    page
      ? documentHead(page, query, first ? { [first.id]: current?.value } : {}, { ...state, shell })
      : { title: `${FAILED} - ${shell.brand.name}`, description: '', canonical: '' },
  );
  return !page || !leavesTitle(page) || current !== undefined;
}

function drawPage({ page, query }: Shown, blocks: ResolvedBlock[], shell: Shell, retry: () => void) {
  if (!page) return <FailedPage shell={shell} onRetry={retry} />;
  return (
    <PageView
      page={page}
      siteName={shell.brand.name}
      shown={blocks}
      draw={(block) => <LiveBlock key={page.path + block.id} block={block} page={page} query={query} shown={blocks} />}
    />
  );
}
