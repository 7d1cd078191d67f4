import type { ViewBlock } from '#page/define-widget.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';

/** Stands in the table of a register that has never been published. */
export function NothingYet({ block }: { block: ViewBlock }) {
  return (
    <EmptyNote title="暂无公示数据">
      <p>公司发布后，将在本页公示。</p>
      <p className="empty__links">
        {block.parent && <SiteLink path={block.parent.path}>查看{block.parent.title}的其他栏目</SiteLink>}
        {block.hotline && <a href={`tel:${block.hotline}`}>客服热线 {block.hotline}</a>}
      </p>
    </EmptyNote>
  );
}
