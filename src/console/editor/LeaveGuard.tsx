import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CONSOLE } from '#wire/console-paths.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { guardBack } from '../parts/back-guard.ts';

const NONE: readonly string[] = [];

/** The address without what is the form's. */
function formPlace(own: readonly string[]): string {
  const others = [...new URLSearchParams(location.search)].filter(([name]) => !own.includes(name));
  return JSON.stringify([location.pathname, others]);
}

/** The router numbers the entries of the history. */
const placeOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/**
 * Asks before a link, Back or the browser leaves a form that has changes.
 * @param words what becomes of what was typed
 * @param own params of the address that are the form's: a step among them leaves nothing
 */
export function LeaveGuard({
  isDirty,
  words,
  own = NONE,
}: {
  isDirty: boolean;
  words: string;
  own?: readonly string[] | undefined;
}) {
  const navigate = useNavigate();
  const here = useLocation();
  /** a path, or steps in the history */
  const [to, setTo] = useState<string | number | null>(null);
  const place = useRef(0);
  const isLeaving = useRef(false);
  useEffect(() => {
    // not with every drawing: while Back is asked about, the history stands elsewhere for a moment
    if (here) place.current = placeOf(history.state);
  }, [here]);
  const ownNames = own.join(' ');
  useEffect(() => {
    if (!isDirty) return undefined;
    const names = ownNames.split(' ');
    const form = formPlace(names);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const stop = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      const isHere =
        link &&
        link.target !== '_blank' &&
        link.origin === location.origin &&
        (link.pathname === CONSOLE || link.pathname.startsWith(`${CONSOLE}/`)) &&
        !link.pathname.startsWith(`${CONSOLE}/api/`);
      if (
        !isHere ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        link.getAttribute('href')?.startsWith('#')
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      setTo((link.pathname.slice(CONSOLE.length) || '/') + link.search);
    };
    let isReturning = false;
    const back = (event: PopStateEvent) => {
      if (isLeaving.current || (!isReturning && formPlace(names) === form)) return;
      // before the router, which would draw the other screen
      event.stopImmediatePropagation();
      const steps = placeOf(event.state) - place.current;
      if (isReturning || steps === 0) {
        isReturning = false;
        return;
      }
      isReturning = true;
      history.go(-steps);
      setTo(steps);
    };
    addEventListener('beforeunload', ask);
    const release = guardBack(back);
    document.addEventListener('click', stop, true);
    return () => {
      removeEventListener('beforeunload', ask);
      release();
      document.removeEventListener('click', stop, true);
    };
  }, [isDirty, ownNames]);
  if (to === null) return null;
  const leave = async (): Promise<void> => {
    isLeaving.current = true;
    if (typeof to === 'number') history.go(to);
    else void navigate(to);
  };
  return (
    <Confirm title="有未保存的修改" action="离开" onConfirm={leave} onClose={() => setTo(null)}>
      {words}
    </Confirm>
  );
}
