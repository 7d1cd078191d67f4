import { useContext, useEffect, useSyncExternalStore } from 'react';
import { SiteLink } from '#ui/SiteLink.tsx';
import { ReadingContext } from '../reading-context.ts';
import { ModeLink } from './ModeLink.tsx';

const REMEMBERED = 'readingGuide';

/** Opens the page of the elder-friendly version: the way back, the reading guide, what the version offers. */
export function ElderBar({ hotline }: { hotline: string }) {
  const { alive } = useContext(ReadingContext);
  return (
    <div className="elder-bar">
      <div className="wrap elder-bar__row">
        <b>长辈版</b>
        {alive && <GuideButton />}
        <SiteLink path="/accessibility">适老化说明</SiteLink>
        {hotline && <a href={`tel:${hotline}`}>电话 {hotline}</a>}
        <ModeLink />
      </div>
    </div>
  );
}

/** Its code comes only when it is wanted, and only in this version. */
function GuideButton() {
  const on = useSyncExternalStore(listen, isOn, isOnServer);
  useEffect(() => {
    if (!on) return;
    let end: (() => void) | null = null;
    let left = false;
    void import('./reading-guide.ts').then(({ showReadingGuide }) => {
      if (!left) end = showReadingGuide();
    });
    return () => {
      left = true;
      end?.();
    };
  }, [on]);
  return (
    <button
      type="button"
      className="needs-script"
      aria-pressed={on}
      aria-keyshortcuts="ArrowUp ArrowDown"
      data-guide
      onClick={() => turn(!on)}
    >
      阅读辅助线
    </button>
  );
}

/** what was chosen in this window, should the browser keep nothing */
let chosen: boolean | null = null;
const listeners = new Set<() => void>();
const isOnServer = () => false;

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

function isOn(): boolean {
  if (chosen !== null) return chosen;
  try {
    return localStorage.getItem(REMEMBERED) === 'on';
  } catch {
    return false;
  }
}

function turn(on: boolean): void {
  chosen = on;
  try {
    localStorage.setItem(REMEMBERED, on ? 'on' : 'off');
  } catch {}
  for (const changed of listeners) changed();
}
