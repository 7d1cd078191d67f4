import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { SiteLink } from '#ui/SiteLink.tsx';
import { isOpen } from './menu-items.ts';
import type { MenuEntry } from './menu-items.ts';

interface MenuProps {
  items: readonly MenuEntry[];
  trail: readonly string[];
}

/**
 * Two levels: the pointer opens a panel by resting on its item, the keyboard by the button beside it (disclosure
 * pattern).
 */
export function Menu({ items, trail }: MenuProps) {
  const { open, setOpen, onKeyDown } = useOpenPanel();
  return (
    <nav className="menu" aria-label="主菜单" onKeyDown={onKeyDown}>
      <ul>
        {items.map((item) => (
          <li
            key={item.key}
            data-open={open === item.key || undefined}
            data-shut={open === 'none' || undefined}
            onPointerEnter={() => setOpen('')}
            onPointerLeave={() => setOpen('')}
          >
            <SiteLink path={item.path} className="menu__item" current={isOpen(item, trail) ? 'true' : undefined}>
              {item.title}
            </SiteLink>
            {item.children.length > 0 && (
              <>
                <button
                  type="button"
                  className="menu__toggle"
                  aria-expanded={open === item.key}
                  aria-controls={`menu-${item.key}`}
                  aria-label={`${item.title}的下级栏目`}
                  onClick={() => setOpen(open === item.key ? '' : item.key)}
                />
                <ul className="menu__panel" id={`menu-${item.key}`}>
                  {item.children.map((child) => (
                    <li key={child.key}>
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
      </ul>
    </nav>
  );
}

/** Which panel the button has opened; 'none' when Escape has shut what the pointer opened, until it leaves. */
function useOpenPanel() {
  const [open, setOpen] = useState('');
  const { key } = useLocation();
  const first = useRef(key);

  // a chosen link closes its panel, even while the pointer still rests on it
  useEffect(() => {
    if (key === first.current) return;
    first.current = key;
    setOpen('none');
  }, [key]);

  useEffect(() => {
    const away = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('.menu'))) setOpen('');
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
