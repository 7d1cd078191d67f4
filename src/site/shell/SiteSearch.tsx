import { withBase } from '#rules/site-address.ts';
import { useBasePath } from '#ui/base-path.ts';

/** Leads to the search of the whole site, without scripts, too. */
export function SiteSearch({ label }: { label?: string }) {
  const base = useBasePath();
  return (
    <form action={withBase(base, '/search')} role="search" className="site-search" aria-label={label}>
      <input type="search" name="q" aria-label="搜索全站" placeholder="搜索全站" maxLength={100} autoComplete="off" />
      <button type="submit" className="button button--ink">
        搜索
      </button>
    </form>
  );
}
