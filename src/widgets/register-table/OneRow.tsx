import type { ReactNode } from 'react';
import type { Rows } from '#page/data-shapes.ts';
import type { ViewBlock } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { AlertLink } from '#ui/AlertLink.tsx';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { RowLog } from './RowLog.tsx';

interface OneRowProps {
  data: Rows;
  block: ViewBlock;
  register: RegisterView;
  /** the table of this row */
  children: ReactNode;
}

/** The address of one row: it may have left the register since it was written down. */
export function OneRow({ data, block, register, children }: OneRowProps) {
  const all = <SiteLink path={block.href({ row: '', pageNum: '' })}>查看全部</SiteLink>;
  if (data.rows.length === 0) {
    return (
      <EmptyNote title={data.ended ? '这条记录已不在公示之列' : '没有这条记录'}>
        <p>
          {data.ended
            ? `自 ${data.ended} 起不再公示。`
            : '可能已变更或撤下，也可能网址不完整，请在全部记录中再查一次。'}
        </p>
        <p className="empty__links">{all}</p>
      </EmptyNote>
    );
  }
  return (
    <>
      <p className="remark">
        以下是其中的一条记录。{all}{' '}
        {!register.onDemand && <AlertLink of={`row:${register.register}:${block.address.row}`} />}
      </p>
      {children}
      {data.rowHistory && <RowLog entries={data.rowHistory} columns={register.columns} />}
    </>
  );
}
