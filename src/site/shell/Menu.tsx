import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { MenuItem } from '#page/page-schema.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { useAddress } from '../moves/address.ts';
import { isOpen } from './menu-items.ts';

interface MenuProps {
  items: readonly MenuItem[];
  /** HD6; undefined: all */
  inRow: { narrow: number; wide: number } | undefined;
  trail: readonly string[];
}

/**
 * Two levels: the pointer opens a panel by resting on its item, the keyboard by the button beside it (disclosure
 * pattern).
 */
export function Menu({ items, inRow, trail }: MenuProps) {
  const { narrow, wide } = inRow ?? { narrow: items.length, wide: items.length };
  const { open, setOpen, onKeyDown } = useOpenPanel();
  return (
    <nav className="menu" aria-label="主菜单" onKeyDown={onKeyDown}>
      <ul>
        {items.slice(0, wide).map((item, at) => (
          <li
            key={item.path}
            className={at < narrow ? undefined : 'menu__wide'}
            data-open={open === at || undefined}
            data-shut={open === 'none' || undefined}
            onPointerEnter={() => setOpen(null)}
            onPointerLeave={() => setOpen(null)}
          >
            <SiteLink path={item.path} className="menu__item" current={isOpen(item, trail) ? 'true' : undefined}>
              {item.title}
            </SiteLink>
            {item.children.length > 0 && (
              <>
                <button
                  type="button"
                  className="menu__toggle"
                  aria-expanded={open === at}
                  aria-controls={`menu-${at}`}
                  aria-label={`${item.title}的下级栏目`}
                  onClick={() => setOpen(open === at ? null : at)}
                />
                <ul className="menu__panel" id={`menu-${at}`}>
                  {item.children.map((child) => (
                    <li key={child.path}>
                      <SiteLink path={child.path} current={trail.includes(child.path) ? 'page' : undefined}>
                        {child.title}
                      </SiteLink>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </li>
        ))}
        {narrow < items.length && <More items={items.slice(narrow)} trail={trail} wide={wide - narrow} />}
      </ul>
    </nav>
  );
}

/**
 * Entries that the row has no room for; details and summary, so it opens without scripts too. @param wide how many of
 * them a wide window has room for
 */
function More({ items, trail, wide }: Pick<MenuProps, 'items' | 'trail'> & { wide: number }) {
  const holds = items.some((item) => isOpen(item, trail));
  return (
    <li className={wide < items.length ? undefined : 'menu__narrow'}>
      <details className="fold menu__more">
        <summary className="menu__item" aria-current={holds ? 'true' : undefined}>
          更多
        </summary>
        <ul className="menu__panel">
          {items.map((item, at) => (
            <li key={item.path} className={at < wide ? 'menu__narrow' : undefined}>
              <SiteLink path={item.path} current={isOpen(item, trail) ? 'true' : undefined}>
                {item.title}
              </SiteLink>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** The panel that the button has opened; 'none' when Escape has shut the pointer's panel, until the pointer leaves. */
function useOpenPanel() {
  const [open, setOpen] = useState<number | 'none' | null>(null);
  const { key } = useAddress();
  const first = useRef(key);

  // a chosen link closes its panel, even while the pointer still rests on it
  useEffect(() => {
    if (key === first.current) return;
    first.current = key;
    setOpen('none');
  }, [key]);

  useEffect(() => {
    const away = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('.menu'))) setOpen(null);
    };
    const escape = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && setOpen('none');
    document.addEventListener('focusin', away);
    document.addEventListener('pointerdown', away);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('focusin', away);
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('keydown', escape);
    };
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Escape') return;
    const item = event.target instanceof Element ? event.target.closest('li[data-open]') : null;
    item?.querySelector<HTMLElement>('.menu__toggle')?.focus();
    setOpen('none');
  }

  return { open, setOpen, onKeyDown };
}
