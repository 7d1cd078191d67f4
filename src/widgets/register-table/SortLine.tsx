import { SiteLink } from '#ui/SiteLink.tsx';

interface Sort {
  field: string;
  title: string;
  order: 'ascending' | 'descending' | undefined;
  /** to the next order */
  path: string;
}

/** RG33: by which of the folded columns a visitor may sort: one line above the table, which has no head for them. */
export function SortLine({ sorts }: { sorts: readonly Sort[] }) {
  return (
    <p className="sort-line">
      {sorts.map(({ field, title, order, path }) => (
        <span key={field} className="sorts" data-sort={order}>
          <SiteLink path={path}>
            {title}
            {order && <span className="unseen">{order === 'descending' ? '，降序' : '，升序'}</span>}
          </SiteLink>
        </span>
      ))}
    </p>
  );
}
