/** pixels by which an arrow key moves the line: about half a line of this version's text */
const STEP = 24;

/**
 * The reading guide: a line across the window under what is read. It follows the pointer, a finger and the focus; on
 * its button the arrow keys move it. @returns takes it away
 */
function showReadingGuide(): () => void {
  const line = document.createElement('div');
  line.className = 'reading-guide';
  line.setAttribute('aria-hidden', 'true');
  document.body.append(line);
  let at = 0;
  const place = (y: number) => {
    at = Math.min(Math.max(y, 0), window.innerHeight - 6);
    line.style.transform = `translateY(${at}px)`;
  };
  place(window.innerHeight / 3);

  const listening = new AbortController();
  const { signal } = listening;
  const onPoint = (event: PointerEvent) => place(event.clientY + 16);
  document.addEventListener('pointermove', onPoint, { signal, passive: true });
  document.addEventListener('pointerdown', onPoint, { signal, passive: true });
  document.addEventListener('focusin', ({ target }) => place((target as Element).getBoundingClientRect().bottom + 4), {
    signal,
  });
  document.addEventListener(
    'keydown',
    (event) => {
      const step = { ArrowUp: -STEP, ArrowDown: STEP }[event.key];
      if (step === undefined || !(event.target as Element).matches('[data-guide]')) return;
      event.preventDefault();
      place(at + step);
    },
    { signal },
  );
  return () => {
    listening.abort();
    line.remove();
  };
}

/** takes the line away that is shown */
let end: (() => void) | null = null;

/** Shows the line or takes it away, which the button tells and this browser remembers. */
export function turnReadingGuide(button: HTMLElement): void {
  const on = end === null;
  end?.();
  end = on ? showReadingGuide() : null;
  button.setAttribute('aria-pressed', String(on));
  try {
    localStorage.setItem('readingGuide', on ? 'on' : 'off');
  } catch {}
}
