import type { KeyboardEvent } from 'react';

/**
 * Arrow keys over a tree made of details. Up and down go to the unit before and after, left folds or goes up, right
 * unfolds or goes down. Home and End go to the ends. Tab, Enter and Space stay the browser's own.
 */
export function move(event: KeyboardEvent<HTMLElement>): void {
  const here = event.target instanceof HTMLElement ? event.target.closest('summary') : null;
  if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = targetOf(event.key, here, shown(event.currentTarget));
  if (target === undefined) return;
  event.preventDefault();
  target?.focus();
}

/** Units that no folded one hides. */
const shown = (tree: HTMLElement): HTMLElement[] =>
  [...tree.querySelectorAll('summary')].filter(
    (one) => !one.parentElement!.parentElement!.closest('details:not([open])'),
  );

/** The unit to go to; null where the key is taken but leads nowhere; undefined for other keys. */
function targetOf(key: string, here: HTMLElement, all: HTMLElement[]): HTMLElement | null | undefined {
  const place = all.indexOf(here);
  const unit = here.parentElement as HTMLDetailsElement;
  if (key === 'ArrowDown') return all[place + 1] ?? null;
  if (key === 'ArrowUp') return all[place - 1] ?? null;
  if (key === 'Home') return all[0] ?? null;
  if (key === 'End') return all.at(-1) ?? null;
  if (key === 'ArrowRight') {
    if (unit.open) return unit.querySelector<HTMLElement>(':scope > ul summary');
    unit.open = true;
    return null;
  }
  if (key !== 'ArrowLeft') return undefined;
  if (unit.open) {
    unit.open = false;
    return null;
  }
  return unit.parentElement!.closest('details')?.querySelector('summary') ?? null;
}
