import { AlertLink } from '#ui/AlertLink.tsx';
import { FeedLink } from '#ui/FeedLink.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import type { ResolvedPage } from '../page-schema.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import type { LayoutProps } from './layout-props.ts';
import { SectionMenu } from './SectionMenu.tsx';

/**
 * Banner with the section's title, breadcrumb, section menu, then the page: register or list with its notes above or
 * below (PC4).
 */
export function ChannelLayout({ page, place }: LayoutProps) {
  // a menu of one page leads nowhere and would take a column
  const section =
    page.section && (page.section.items.length > 1 || page.section.items[0]?.children) ? page.section : null;
  const jump = registerBelow(page);
  const banner = section?.title ?? page.breadcrumb[1]?.title ?? page.title;
  // a page of no section is its own banner: the same words twice would be read twice
  const Title = banner === page.title ? 'h1' : 'p';
  const words = <Phrases text={page.title} />;
  return (
    <>
      <div className="banner">
        <Title className="banner__title wrap">{Title === 'p' ? banner : words}</Title>
      </div>
      <div className="wrap">
        <Breadcrumb links={page.breadcrumb} />
        <div className={section ? 'columns' : undefined}>
          {section && <SectionMenu title={section.title} items={section.items} />}
          <div className="content" id="content">
            <div className="titled">
              {Title === 'p' && <h1 className="title">{words}</h1>}
              {page.channel?.contentKind === 'list' && <AlertLink of={`channel:${page.channel.channelId}`} />}
              {page.hasFeed && (
                <FeedLink of={page.path}>
                  订阅<span className="unseen">（RSS，新窗口打开）</span>
                </FeedLink>
              )}
            </div>
            {jump && (
              <a className="jump" href="#place-main">
                查询{jump} ↓
              </a>
            )}
            {place('top')}
            {place('main')}
            {place('bottom')}
          </div>
        </div>
      </div>
    </>
  );
}

/** The title of the register that a visitor would have to scroll to, where something stands above it. */
function registerBelow({ blocks, registers }: ResolvedPage): string | undefined {
  if (!blocks.some(({ place }) => place === 'top')) return undefined;
  const first = blocks.find(({ place, register }) => place === 'main' && register);
  return registers[first?.register ?? '']?.title;
}
