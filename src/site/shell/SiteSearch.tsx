import { withBase } from '#rules/addresses/site-address.ts';
import { useBasePath } from '#ui/base-path.ts';

interface SiteSearchProps {
  /** label of the form, where it is not the only one */
  label?: string;
  placeholder?: string;
  className?: string;
}

/** Leads to the search of the whole site, without scripts, too. */
export function SiteSearch({ label, placeholder = '搜索全站', className = 'site-search' }: SiteSearchProps) {
  const base = useBasePath();
  return (
    <form action={withBase(base, '/search')} role="search" className={className} aria-label={label}>
      <input
        type="search"
        name="q"
        aria-label="搜索全站"
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
      />
      <button type="submit" className="button button--ink">
        搜索
      </button>
    </form>
  );
}
