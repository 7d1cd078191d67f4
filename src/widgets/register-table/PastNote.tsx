import type { Rows } from '#page/data-shapes.ts';
import type { ViewBlock } from '#page/define-widget.ts';
import { countText } from '#rules/addresses/paging.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

/** Note that the table is of an earlier date, with the number of its rows that are only counted (RG41). */
export function PastNote({ data, countWord, block }: { data: Rows; countWord: string; block: ViewBlock }) {
  return (
    <p className="remark">
      以下为 {data.asOf} 的历史数据
      {data.endedRows && `，其中 ${countText(data.endedRows)} ${countWord}已不再公示，不再显示`}。
      <SiteLink path={block.href({ asOf: '', pageNum: '' })}>查看最新</SiteLink>
    </p>
  );
}
