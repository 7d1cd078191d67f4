import type { ReactNode } from 'react';
import type { Surround } from '#page/page-schema.ts';
import type { SiteSetting } from '#page/settings/site.ts';
import { QR } from '#wire/paths.ts';
import { TextSize } from './TextSize.tsx';

const STROKES = {
  app: 'M6 2h8v16H6zM9 15.5h2',
  service: 'M3 12V9.5a7 7 0 0 1 14 0V12M3 11h3v5H3zM14 11h3v5h-3M17 16c0 2-3 2.5-5 2.5',
  group: 'M3 18V7l7-4 7 4v11M1.5 18h17M7 18v-8M13 18v-8',
  top: 'M4 3h12M10 18V7M5 12l5-5 5 5',
};

/**
 * SB4–SB7: what stands inside the floating side bar, twice, because a wide window shows it open and a narrow one folds
 * it into one button (look.md). The server draws it; scripts put the greeting and the login item (SB2, SB3) into the
 * places in front, because they follow the customer (Customer.tsx).
 */
export function SideBar({ firm, hasLogin }: Pick<Surround, 'firm' | 'hasLogin'>) {
  return (
    <>
      <div className="side__bar">
        {hasLogin && <p className="side__you" />}
        <TextSize />
        {firm.wealthApp && (
          <details className="fold">
            <summary>
              <Icon name="app" />
              财富APP
            </summary>
            <a className="side__app" href={firm.wealthApp.download} {...AWAY}>
              <img
                className="qr"
                src={`${QR}/wealth-app.svg`}
                width="128"
                height="128"
                loading="lazy"
                alt={`${firm.wealthApp.name}下载二维码`}
              />
              扫码下载{firm.wealthApp.name}
            </a>
          </details>
        )}
        <Items firm={firm} />
      </div>
      <details className="fold side__fold">
        <summary aria-label="快捷服务">
          <Icon name="service" />
        </summary>
        <div className="side__sheet">
          {hasLogin && <p className="side__you" />}
          <TextSize />
          {firm.wealthApp && (
            <Item href={firm.wealthApp.download} icon="app" away>
              下载{firm.wealthApp.name}
            </Item>
          )}
          <Items firm={firm} />
        </div>
      </details>
    </>
  );
}

function Items({ firm: { customerService, groupSite } }: { firm: SiteSetting }) {
  return (
    <>
      {customerService && (
        <Item href={customerService} icon="service" away>
          在线客服
        </Item>
      )}
      {groupSite && (
        <Item href={groupSite} icon="group" away>
          集团官网
        </Item>
      )}
      <Item href="#top" icon="top">
        回到顶部
      </Item>
    </>
  );
}

const AWAY = { target: '_blank', rel: 'noopener external' } as const;

function Item({
  href,
  icon,
  away,
  children,
}: {
  href: string;
  icon: keyof typeof STROKES;
  away?: true;
  children: ReactNode;
}) {
  return (
    <a href={href} {...(away && AWAY)}>
      <Icon name={icon} />
      {children}
      {away && <span className="unseen">（新窗口打开）</span>}
    </a>
  );
}

function Icon({ name }: { name: keyof typeof STROKES }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  );
}
