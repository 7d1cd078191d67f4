import type { ReactNode } from 'react';
import { countText } from '#rules/paging.ts';
import { SiteLink } from './SiteLink.tsx';

interface DataFactsProps {
  /** yyyy-mm-dd, '' before the first publication */
  dataDate: string;
  department: string;
  /** rows of the whole register */
  whole: number;
  /** the page shows a part of the register, to one kind of people for example */
  part?: boolean;
  countWord: string;
  /** RG35: site path of the register's updates */
  updates?: string | undefined;
  /** what can be done with the data as a whole */
  children?: ReactNode;
}

/** RG4: what the data states of itself. */
export function DataFacts({ dataDate, department, whole, part, countWord, updates, children }: DataFactsProps) {
  const version = `数据截至 ${dataDate}`;
  if (!dataDate && !department && whole === 0) return null;
  return (
    <div className="facts" data-version={dataDate && version}>
      {dataDate && <span>{version}</span>}
      {whole > 0 && (
        <span>
          {part ? '名册' : ''}共 {countText(whole)} {countWord}
        </span>
      )}
      {department && <span>责任部门：{department}</span>}
      {updates && <SiteLink path={updates}>更新记录</SiteLink>}
      {whole > 0 && <div className="facts__tools">{children}</div>}
    </div>
  );
}
