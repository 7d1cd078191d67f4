import { useContext, useEffect, useRef } from 'react';
import { SiteLink } from '#ui/SiteLink.tsx';
import { ReadingContext } from '../screens/reading-context.ts';
import { ModeLink } from './ModeLink.tsx';

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

/** Its code comes only when it is wanted, and only in this version; it also tells the button's state. */
function GuideButton() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isRemembered()) void turn(button.current!);
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="needs-script"
      aria-pressed="false"
      aria-keyshortcuts="ArrowUp ArrowDown"
      data-guide
      onClick={({ currentTarget }) => void turn(currentTarget)}
    >
      阅读辅助线
    </button>
  );
}

const turn = async (button: HTMLElement): Promise<void> =>
  (await import('./reading-guide.ts')).turnReadingGuide(button);

function isRemembered(): boolean {
  try {
    return localStorage.getItem('readingGuide') === 'on';
  } catch {
    return false;
  }
}
