import { withBase, writeQuery } from '#rules/site-address.ts';
import { useBasePath } from '#ui/base-path.ts';
import { useSuggesting } from '#ui/use-suggesting.tsx';

const PATH = '/search';

/** Leads to the search of the whole site, without scripts, too; with them it suggests (SE6). */
export function SiteSearch({ label }: { label?: string }) {
  const base = useBasePath();
  const { field, list } = useSuggesting((words) => PATH + writeQuery({ q: words }));
  return (
    <form action={withBase(base, PATH)} role="search" className="site-search" aria-label={label}>
      <input
        type="search"
        name="q"
        aria-label="搜索全站"
        placeholder="搜索全站"
        maxLength={100}
        autoComplete="off"
        {...field}
      />
      <button type="submit" className="button button--ink">
        搜索
      </button>
      {list}
    </form>
  );
}
