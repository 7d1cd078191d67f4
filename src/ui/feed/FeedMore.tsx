import { countText } from '#rules/addresses/paging.ts';
import { MOST_PAGES } from '#rules/addresses/appended-pages.ts';
import { SiteLink } from '../SiteLink.tsx';
import './feed.css';

interface FeedMoreProps {
  total: number;
  /** items above */
  shown: number;
  firstPage: number;
  pageNum: number;
  pageSize: number;
  /** RL2 */
  end: boolean;
  /** address of the same page with other paging; '' removes a parameter */
  href: (changes: Record<string, string>) => string;
}

const toPage = (href: FeedMoreProps['href'], page: number) => href({ pageNum: page > 1 ? String(page) : '' });

/** RL3: the way back to what stood before the first of the shown pages. */
export function FeedNewer({ firstPage, href }: Pick<FeedMoreProps, 'firstPage' | 'href'>) {
  if (firstPage < 2) return null;
  return (
    <p className="feed__newer">
      <SiteLink path={toPage(href, firstPage - 1)}>↑ 更新的内容</SiteLink>
    </p>
  );
}

/** RL1–RL3: how much is shown, and a link that appends the next page: Back and a shared link show the same. */
export function FeedMore({ total, shown, firstPage, pageNum, pageSize, end, href }: FeedMoreProps) {
  const first = (firstPage - 1) * pageSize + 1;
  const earlier = Math.min(pageNum + MOST_PAGES, Math.ceil(total / pageSize));
  return (
    <nav className="pager feed__more" aria-label="更多内容">
      <p className="pager__range" role="status">
        {shown > 0 ? `已显示第 ${countText(first)}–${countText(first + shown - 1)} 条，` : ''}共{' '}
        {countText(total, !end && total < first + shown)} 条
      </p>
      {end ? (
        <p>已经到底了</p>
      ) : (
        <>
          {pageNum >= MOST_PAGES && earlier > pageNum && <SiteLink path={toPage(href, earlier)}>更早 ↓</SiteLink>}
          <SiteLink path={toPage(href, pageNum + 1)} className="button">
            加载更多
          </SiteLink>
        </>
      )}
    </nav>
  );
}
