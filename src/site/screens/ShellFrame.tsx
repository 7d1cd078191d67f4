import { useContext } from 'react';
import type { ReactNode } from 'react';
import type { ResolvedPage, Shell } from '#page/page-schema.ts';
import { ReadingContext, ShownAt } from './reading-context.ts';
import { Header } from '../shell/Header.tsx';

/** Inner HTML that the server has drawn once and for all: it is neither in the state nor in the scripts. */
export interface Still {
  side: string;
  footer: string;
}

interface ShellFrameProps {
  shell: Shell;
  still: Still;
  trail: readonly string[];
  /** null: a page without data */
  page: Pick<ResolvedPage, 'layout' | 'path' | 'header' | 'lightHero'> | null;
  /** address of the page with base and query; '' where only the browser knows it */
  at?: string;
  /** sign within the header that a page is loading */
  marker?: ReactNode;
  children: ReactNode;
}

/** Header, side bar and footer around a page. */
export function ShellFrame({ shell, still, trail, page, at = '', marker, children }: ShellFrameProps) {
  const minimal = page?.header === 'minimal';
  const { elder } = useContext(ReadingContext);
  return (
    <>
      <ShownAt value={at}>
        <Header
          shell={shell}
          trail={trail}
          minimal={minimal}
          over={page?.layout === 'home' && page.path === '/' && !page.lightHero}
          marker={marker}
        />
      </ShownAt>
      {children}
      {/* SB1; it stays in the document, because the same element serves the next page. Nothing floats over what the elderly read */}
      <aside className="side" aria-label="快捷服务" hidden={minimal || elder} {...drawn(still.side)} />
      <footer className="footer" {...drawn(still.footer)} />
    </>
  );
}

/** The browser may write the same HTML in other words than the server. */
const drawn = (html: string) => ({ dangerouslySetInnerHTML: { __html: html }, suppressHydrationWarning: true });
