import type { ViewBlock } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { countText } from '#rules/addresses/paging.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { clearedHref } from './conditions.ts';

interface NoRowsProps {
  register: RegisterView;
  block: ViewBlock;
  /** rows of the whole register */
  whole: number;
  searched: boolean;
}

/** Stands in the place of rows where none is found, or none is shown before a search (RG8). */
export function NoRows({ register, block, whole, searched }: NoRowsProps) {
  if (register.onDemand && !searched) {
    return (
      <EmptyNote title="请输入查询条件">
        <p>
          名册共 {countText(whole)} {register.countWord}，输入
          {register.filters.find(({ kind }) => kind === 'fuzzy')?.title ?? '任一条件'}即可查询。
        </p>
      </EmptyNote>
    );
  }
  return (
    <EmptyNote title="没有符合条件的记录">
      <p>请检查输入是否有误，或减少查询条件。</p>
      <SiteLink path={clearedHref(register, block)} className="button button--plain">
        清除条件
      </SiteLink>
    </EmptyNote>
  );
}
