import { SiteLink } from './SiteLink.tsx';

interface WithheldNoteProps {
  reason: 'unchecked' | 'login' | 'level' | 'evaluation';
  title: string;
  text: string;
  withoutScripts?: string;
  where?: string;
  /** beside the telephone */
  ways?: readonly { title: string; path: string }[];
  needed: string;
  own: string;
  /** service number, '' where none is known */
  hotline: string;
  /** the list that holds the item */
  parent: { title: string; path: string } | null;
}

/** RK6, ER6–ER8: in the place of a restricted text: what it needs, what the reader lacks, and the ways on. */
export function WithheldNote({
  reason,
  title,
  text,
  withoutScripts,
  where,
  ways = [],
  needed,
  own,
  hotline,
  parent,
}: WithheldNoteProps) {
  return (
    <section className="withheld" role="status" aria-label="阅读条件">
      <svg className="empty__mark" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <path d="M12 22h24v18H12zM17 22v-6a7 7 0 0 1 14 0v6M24 29v5" />
      </svg>
      <p className="withheld__title">{title}</p>
      <p>{text}</p>
      {where && <p>{where}</p>}
      {withoutScripts && (
        <noscript>
          <p>{withoutScripts}</p>
        </noscript>
      )}
      <dl>
        <dt>要求等级</dt>
        <dd>{needed}</dd>
        {own && (
          <>
            <dt>您的等级</dt>
            <dd>{own}</dd>
          </>
        )}
      </dl>
      <p className="withheld__ways">
        {reason === 'login' && (
          <button type="button" className="button needs-script" data-login="">
            去登录
          </button>
        )}
        {(reason === 'level' || reason === 'evaluation') && hotline && (
          <a className="button" href={`tel:${hotline}`}>
            致电 {hotline}
          </a>
        )}
        {ways.map(({ title: name, path }) => (
          <SiteLink key={path} path={path}>
            {name}
          </SiteLink>
        ))}
        {parent && <SiteLink path={parent.path}>返回{parent.title}</SiteLink>}
      </p>
    </section>
  );
}
