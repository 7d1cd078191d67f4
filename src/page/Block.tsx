import { Component } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { FailedProps, ViewBlock, ViewProps } from './define-widget.ts';
import { BEYOND, type BlockResult, type ResolvedBlock } from './page-schema.ts';

/** Exports of a widget's View.tsx. */
export interface ViewModule {
  View: ComponentType<ViewProps<any, any>>;
  /** skeleton in the shape of the view; a few lines when the view has none */
  Waiting?: ComponentType<{ props: any; block: ViewBlock }>;
  /** the part of the view that stays where its data could not be had: the form that asked, and `note`, which says so */
  Failed?: ComponentType<FailedProps<any>>;
  /**
   * 'on-use': all that matters of the view works without scripts, so that of a page from the server its script comes when
   * a visitor reaches for it
   */
  hydrates?: 'on-use';
  /** lazy parts of a view on use, which draw the shown data; they come with its script */
  parts?: (shown: ViewProps<any, any>) => readonly { fetch: () => Promise<void> }[];
}

interface BlockProps {
  block: ResolvedBlock;
  view: ViewBlock;
  /** undefined: the widget is unknown (WG3), or its view is on its way */
  module: ViewModule | undefined;
  arriving?: boolean;
  /** undefined while the first data is on its way */
  result: BlockResult | undefined;
  /** ER9: where appending has failed, the rows that are shown already; the failure stands below them */
  earlier?: BlockResult | undefined;
  /** newer data is loading: the previous page or filter is still shown */
  pending: boolean;
  /** absent where nothing can be tried again, e.g. on the server */
  onRetry?: () => void;
}

/** WG3: the frame of one block. Loading, refused and broken states end here, so no block spoils another. */
export function Block({ block, view, module, arriving = false, result, earlier, pending, onRetry }: BlockProps) {
  return (
    <section
      className="block"
      id={`block-${block.id}`}
      aria-busy={pending || arriving || !result || undefined}
      data-pending={pending || undefined}
    >
      {block.heading && !block.tab && (
        <h2 className="block__heading">
          <Phrases text={block.heading} />
        </h2>
      )}
      {result?.ok && result.asOf && <StaleNote asOf={result.asOf} />}
      {drawInside({ block, view, module, arriving, result: earlier?.ok ? earlier : result, onRetry })}
      {earlier?.ok && result?.ok === false && <FailedNote {...noteOf(result, view)} onRetry={onRetry} />}
    </section>
  );
}

function drawInside({ block, view, module, arriving, result, onRetry }: Omit<BlockProps, 'pending'>): ReactNode {
  // the page keeps its h1 where the view that should draw it cannot
  const title = view.titleLevel === 1 && <h1 className="article__title">{view.pageTitle}</h1>;
  const problems = result?.ok === false ? result.problems : undefined;
  const failed = (refused?: Refused) => (
    <>
      {title}
      <FailedNote {...(refused && noteOf(refused, view))} onRetry={module && onRetry} />
    </>
  );
  if (!module && !arriving) return failed();
  if (!module || !result) {
    return (
      <>
        {title}
        {module?.Waiting ? <module.Waiting props={block.props} block={view} /> : <Skeleton rows={4} kind="line" />}
      </>
    );
  }
  // a view that has thrown may throw here, too
  if (!result.ok && module.Failed && result.code !== 'render')
    return <module.Failed props={block.props} block={view} note={failed(result)} problems={problems} />;
  if (!result.ok) return failed(result);
  return (
    <Guard name={`${view.path}#${block.id}`} fallback={failed()} data={result.data}>
      <module.View props={block.props} data={result.data} block={view} />
    </Guard>
  );
}

/** WR7: says that the block shows the last known data. */
function StaleNote({ asOf }: { asOf: string }) {
  return (
    <p className="block__stale" role="status">
      数据截至 <time dateTime={asOf}>{shanghaiTime(asOf)}</time>，数据服务暂时无法更新，请以恢复后的内容为准。
    </p>
  );
}

type Refused = Extract<BlockResult, { ok: false }>;

interface FailedNoteProps {
  title?: string;
  /** why, where the visitor can do something about it */
  message?: string;
  /** the way on; absent: the same may be tried again */
  way?: { words: string; path: string };
  onRetry?: () => void;
}

/** Words about a refused block: a condition that was not understood (RG7), a page that a list does not have (RL4). */
function noteOf({ code, message, problems, last = 1 }: Refused, view: ViewBlock): FailedNoteProps {
  if (problems) return { title: '查询条件无法识别', message, way: { words: '清除条件', path: view.path } };
  if (code !== BEYOND) return { message };
  const path = view.href({ pageNum: last > 1 ? String(last) : '' });
  return { title: '没有这一页', message, way: { words: `查看第 ${last} 页`, path } };
}

/** ER9 */
function FailedNote({ title = '内容暂时无法显示', message, way, onRetry }: FailedNoteProps) {
  return (
    <div role="status">
      <EmptyNote title={title}>
        {message && <p>{message}</p>}
        {way && <SiteLink path={way.path}>{way.words}</SiteLink>}
        {onRetry && !way && (
          <button type="button" className="button needs-script" onClick={onRetry}>
            重试
          </button>
        )}
      </EmptyNote>
    </div>
  );
}

interface GuardProps {
  /** page and block, for the log */
  name: string;
  /** new data is a new chance */
  data: unknown;
  fallback: ReactNode;
  children: ReactNode;
}

/** React catches a throwing view only by a class. */
class Guard extends Component<GuardProps, { failed: boolean; data: unknown }> {
  override state = { failed: false, data: this.props.data };

  static getDerivedStateFromProps({ data }: GuardProps, state: { data: unknown }) {
    return data === state.data ? null : { failed: false, data };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(`block ${this.props.name} could not be drawn`, error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
