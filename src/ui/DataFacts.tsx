import type { ReactNode } from 'react';
import { countText } from '#rules/addresses/paging.ts';
import { AlertLink } from './AlertLink.tsx';
import { FeedLink } from './FeedLink.tsx';
import { SiteLink } from './SiteLink.tsx';
import './DataFacts.css';

interface DataFactsProps {
  /** yyyy-mm-dd, '' before the first publication */
  dataDate: string;
  department: string;
  /** rows of the whole register */
  whole: number;
  /** the page shows a part of the register, to one kind of people for example */
  part?: boolean;
  register: { register: string; countWord: string; onDemand: boolean; isElsewhere?: boolean };
  /** the page is that of one row, which has an alert of its own */
  ofRow?: boolean;
  /** RG35: site path of the register's updates */
  updates?: string | undefined;
  /** acts on the data as a whole */
  children?: ReactNode;
}

/** RG4: what the data states of itself. */
export function DataFacts({
  dataDate,
  department,
  whole,
  part,
  register: { register, countWord, onDemand, isElsewhere },
  ofRow,
  updates,
  children,
}: DataFactsProps) {
  const version = `数据截至 ${dataDate}`;
  if (!dataDate && !department && whole === 0) return null;
  return (
    <div className="facts" data-version={dataDate && version}>
      {dataDate && <span>{version}</span>}
      {/* US5: a call of another system tells what its conditions leave, and nothing of the whole */}
      {whole > 0 && !isElsewhere && (
        <span>
          {part ? '名册' : ''}共 {countText(whole)} {countWord}
        </span>
      )}
      {department && <span>责任部门：{department}</span>}
      {updates && <SiteLink path={updates}>更新记录</SiteLink>}
      {updates && (
        <FeedLink of={updates}>
          订阅<span className="unseen">更新记录（RSS，新窗口打开）</span>
        </FeedLink>
      )}
      {updates && !onDemand && !ofRow && <AlertLink of={`register:${register}`} />}
      {whole > 0 && <div className="facts__tools">{children}</div>}
    </div>
  );
}
