import { Breadcrumb } from './Breadcrumb.tsx';
import type { LayoutProps } from './layout-props.ts';

/** One article in a narrow column. Its title is the page's h1, drawn by the first block. */
export function DetailLayout({ page, place }: LayoutProps) {
  return (
    <>
      <div className="crumbs">
        <div className="wrap">
          <Breadcrumb links={page.breadcrumb} />
        </div>
      </div>
      <div className="content content--narrow" id="content">
        {place('main')}
        {place('bottom')}
      </div>
    </>
  );
}
