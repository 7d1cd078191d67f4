import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Tabs } from '#ui/Tabs.tsx';
import { tabsOf } from './bind-params.ts';
import { ChannelLayout } from './layouts/ChannelLayout.tsx';
import { DetailLayout } from './layouts/DetailLayout.tsx';
import { HomeLayout } from './layouts/HomeLayout.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import type { LayoutProps } from './layouts/layout-props.ts';
import type { Layout, ResolvedBlock, ResolvedPage } from './page-schema.ts';
import { TAB } from './view-block.ts';

const layouts: Record<Layout, (props: LayoutProps) => ReactNode> = {
  channel: ChannelLayout,
  overview: ChannelLayout,
  list: ChannelLayout,
  detail: DetailLayout,
  home: HomeLayout,
};

interface PageViewProps {
  page: ResolvedPage;
  siteName: string;
  /** blocks that the visitor sees: of several tabs in one place only the open one */
  shown: readonly ResolvedBlock[];
  draw: (block: ResolvedBlock) => ReactNode;
}

/** A page as its layout arranges it (PS2). What a block draws is the caller's: it brings the data. */
export function PageView({ page, siteName, shown, draw }: PageViewProps) {
  const Layout = layouts[page.layout];
  const place = (name: string): ReactNode => {
    const blocks = shown.filter((block) => block.place === name);
    if (blocks.length === 0) return null;
    const tabs = tabsOf(page, name);
    const open = blocks.find((block) => block.tab);
    return (
      <div className={blocks.length > 1 ? 'place place--several' : 'place'} id={`place-${name}`}>
        {blocks.map((block) => (
          <Fragment key={block.id}>
            {block === open && tabs.length > 1 && <PlaceTabs page={page} tabbed={tabs} open={open} />}
            {draw(block)}
          </Fragment>
        ))}
      </div>
    );
  };
  return <Layout page={page} siteName={siteName} place={place} />;
}

/**
 * A tab opens at its own address, without the filters of its neighbours. A heading of tabbed blocks stands above them
 * all.
 */
function PlaceTabs({
  page,
  tabbed,
  open,
}: {
  page: ResolvedPage;
  tabbed: readonly ResolvedBlock[];
  open: ResolvedBlock;
}) {
  const at = page.shownAt ?? page.path;
  const tabs = tabbed.map((block, index) => ({
    title: block.tab!,
    path: index === 0 ? at : `${at}?${TAB}=${encodeURIComponent(block.id)}`,
    current: block === open,
  }));
  return (
    <div className="tabbed">
      {open.heading && (
        <h2 className="block__heading">
          <Phrases text={open.heading} />
        </h2>
      )}
      <Tabs tabs={tabs} label={open.heading ?? page.title} />
    </div>
  );
}
