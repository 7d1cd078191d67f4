import { DEFAULT_PAGE_SIZE, itemRange, lastPage, PAGE_SIZES, pageList, totalText } from '#rules/addresses/paging.ts';
import { SiteLink } from './SiteLink.tsx';

interface PagerProps {
  total: number;
  /** there are more than `total`, which is where counting ended */
  more?: boolean | undefined;
  /** US2: nobody told the total */
  untold?: boolean | undefined;
  /** from 1 */
  pageNum: number;
  pageSize: number;
  /** counting word, e.g. 条 */
  unit?: string;
  /** whether the visitor may choose the page size */
  sizes?: boolean;
  /** label for screen readers, where a page has several */
  label?: string;
  /** address of the same page with other paging; '' removes a parameter */
  href: (changes: Record<string, string>) => string;
}

/**
 * Total, page links and page sizes. All of it are links, so it works without scripts. Nothing where there is nothing to
 * page.
 */
export function Pager(props: PagerProps) {
  const { total, pageNum, pageSize, unit = '条', sizes = true, label = '分页', href } = props;
  if (total === 0) return null;
  const last = lastPage(total, pageSize);
  const { first, last: end } = itemRange(pageNum, pageSize, total);
  const toPage = (page: number) => href({ pageNum: page > 1 ? String(page) : '' });
  const many = last > 1;
  return (
    <nav className="pager" aria-label={label}>
      <p className="pager__range">
        {many ? `第 ${first}–${end} ${unit}，` : ''}共 {totalText(props)} {unit}
      </p>
      {many && (
        <ul className="pager__pages">
          <li>
            <Step path={pageNum > 1 ? toPage(pageNum - 1) : ''} label="上一页" sign="‹" />
          </li>
          {pageList(pageNum, last).map((page, index) => (
            <li key={page || `gap${index}`} className={placeOf(page, pageNum, last)}>
              {page === 0 ? (
                <span className="pager__gap">…</span>
              ) : (
                <SiteLink
                  path={toPage(page)}
                  className="pager__page"
                  current={page === pageNum ? 'page' : undefined}
                  label={`第 ${page} 页`}
                >
                  {page}
                </SiteLink>
              )}
            </li>
          ))}
          <li>
            <Step path={pageNum < last ? toPage(pageNum + 1) : ''} label="下一页" sign="›" />
          </li>
        </ul>
      )}
      {sizes && total > PAGE_SIZES[0] && <PageSize key={pageSize} pageSize={pageSize} href={href} />}
    </nav>
  );
}

/**
 * A phone has room for the first page, the open one and the last; what is left out between them the style sheet tells.
 */
function placeOf(page: number, open: number, last: number): string | undefined {
  if (page === open)
    return [open > 2 && 'pager__after', last - open > 1 && 'pager__before'].filter(Boolean).join(' ') || undefined;
  return page === 1 || page === last ? undefined : 'pager__far';
}

/** A step that leads nowhere is no link, but keeps its place so that the others do not move under the pointer. */
function Step({ path, label, sign }: { path: string; label: string; sign: string }) {
  if (!path) {
    return (
      <span className="pager__page pager__page--off" aria-hidden="true">
        {sign}
      </span>
    );
  }
  return (
    <SiteLink path={path} className="pager__page" label={label}>
      {sign}
    </SiteLink>
  );
}

function PageSize({ pageSize, href }: Pick<PagerProps, 'pageSize' | 'href'>) {
  return (
    <details className="pager__size">
      <summary>{pageSize} 条/页</summary>
      <ul>
        {PAGE_SIZES.map((size) => (
          <li key={size}>
            <SiteLink
              path={href({ pageSize: size === DEFAULT_PAGE_SIZE ? '' : String(size), pageNum: '' })}
              current={size === pageSize ? 'true' : undefined}
            >
              {size} 条/页
            </SiteLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
