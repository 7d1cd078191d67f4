import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Suggestion } from '#rules/search/suggestion.ts';
import { SiteLink } from './SiteLink.tsx';
import './Suggestions.css';

interface Props {
  input: HTMLInputElement;
  ask: (words: string) => Promise<readonly Suggestion[]>;
  /** site path of a search for these words */
  pathOf: (words: string) => string;
}

/** milliseconds without a letter after which suggestions are asked for */
const PAUSE = 150;
const KINDS = { channel: '栏目', question: '问答', code: '公示', word: '' } as const;

/**
 * SE6, SE8: suggestions below a search box that is being typed into, a combobox by then (use-suggesting.tsx), by keyboard,
 * too: arrows choose, Enter opens, Escape closes. It comes with the first letter.
 */
export function Suggestions({ input, ask, pathOf }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const [chosen, setChosen] = useState(-1);
  const close = useCallback((): void => {
    setFound([]);
    setChosen(-1);
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let latest = 0;
    const typed = (event?: Event): void => {
      if ((event as InputEvent | undefined)?.isComposing) return;
      clearTimeout(timer);
      const mine = (latest += 1);
      const words = input.value.trim();
      if (words === '') return close();
      timer = setTimeout(() => {
        ask(words).then(
          (answer) => {
            if (mine !== latest || document.activeElement !== input) return;
            setFound(answer);
            setChosen(-1);
          },
          // a box without suggestions is a box
          () => {},
        );
      }, PAUSE);
    };
    const left = (event: FocusEvent): void => {
      if (!list.current?.contains(event.relatedTarget as Node | null)) close();
    };
    // the search begins, or another page opens: an answer that comes later opens nothing
    const sent = (): void => {
      clearTimeout(timer);
      latest += 1;
      close();
    };
    typed();
    const { form } = input;
    form?.addEventListener('submit', sent);
    input.addEventListener('input', typed);
    input.addEventListener('compositionend', typed);
    input.addEventListener('blur', left);
    return () => {
      clearTimeout(timer);
      latest += 1;
      form?.removeEventListener('submit', sent);
      input.removeEventListener('input', typed);
      input.removeEventListener('compositionend', typed);
      input.removeEventListener('blur', left);
    };
  }, [input, ask, close]);

  useEffect(() => {
    const isOpen = found.length > 0;
    const pressed = (event: KeyboardEvent): void => {
      if (!isOpen || event.isComposing) return;
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move !== undefined) {
        event.preventDefault();
        // -1 is the box itself
        setChosen(((chosen + 1 + move + found.length + 1) % (found.length + 1)) - 1);
      } else if (event.key === 'Escape') {
        event.preventDefault();
        close();
      } else if (event.key === 'Enter' && chosen >= 0) {
        event.preventDefault();
        (list.current?.children[chosen] as HTMLElement | undefined)?.click();
      }
    };
    const labels: Record<string, string> = {
      'aria-controls': id,
      'aria-expanded': String(isOpen),
      ...(chosen >= 0 && { 'aria-activedescendant': `${id}-${chosen}` }),
    };
    for (const [name, value] of Object.entries(labels)) input.setAttribute(name, value);
    if (chosen < 0) input.removeAttribute('aria-activedescendant');
    input.addEventListener('keydown', pressed);
    return () => input.removeEventListener('keydown', pressed);
  }, [input, id, found, chosen, close]);

  return (
    <>
      <p aria-live="polite" className="unseen">
        {found.length > 0 && `有 ${found.length} 条建议，用上下键选择`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events: Enter clicks the chosen link */}
      <div
        id={id}
        ref={list}
        role="listbox"
        tabIndex={-1}
        aria-label="搜索建议"
        className="suggestions"
        hidden={found.length === 0}
        onClick={close}
      >
        {found.map(({ kind, text, path }, at) => (
          <SiteLink
            key={`${kind} ${path} ${text}`}
            path={path === '' ? pathOf(text) : path}
            option={{ id: `${id}-${at}`, isChosen: at === chosen }}
          >
            {KINDS[kind] !== '' && <small>{KINDS[kind]}</small>}
            {text}
          </SiteLink>
        ))}
      </div>
    </>
  );
}
