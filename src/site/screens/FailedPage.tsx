import type { Shell } from '#page/page-schema.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { FAILED, HOME } from '../notices/notices.ts';
import { WaysOn } from './WaysOn.tsx';

/** While moving in the browser: no definition of the page could be had. */
export function FailedPage({ shell, onRetry }: { shell: Shell; onRetry: () => void }) {
  return (
    <div className="wrap notice" id="content">
      <h1 className="title">{FAILED}</h1>
      <p className="notice__text">没有收到服务器的答复，请检查网络连接后重试。</p>
      <p className="notice__links">
        <button type="button" className="button needs-script" onClick={onRetry}>
          重试
        </button>
        <SiteLink path={HOME.path} className="button button--plain">
          {HOME.title}
        </SiteLink>
      </p>
      <WaysOn shell={shell} />
    </div>
  );
}
