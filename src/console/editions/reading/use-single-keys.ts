import { useLayoutEffect, useState } from 'react';
import type { HeardKey } from './reading-keys.ts';

/** WCAG 2.1.4: keys of one letter can be turned off, in this browser. */
const STORED = 'console.single-keys';

const areKeysOn = (): boolean => localStorage.getItem(STORED) !== 'off';

/** Whether keys of one letter act, and a way to change that. */
export function useKeysOn(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(areKeysOn);
  return [
    isOn,
    (next) => {
      localStorage.setItem(STORED, next ? 'on' : 'off');
      setOn(next);
    },
  ];
}

/** RV5: hears keys of the whole window. @param onKey answers whether the key was taken */
export function useWindowKeys(isOn: boolean, onKey: (heard: HeardKey) => boolean): void {
  // keys act from the moment at which their button is drawn
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const hear = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && onKey(heardOf(event))) event.preventDefault();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [isOn, onKey]);
}

function heardOf({ key, ctrlKey, altKey, metaKey, repeat, target }: KeyboardEvent): HeardKey {
  const focus = target instanceof HTMLElement ? target : document.body;
  return {
    key,
    isChord: ctrlKey || altKey || metaKey,
    isRepeated: repeat,
    inDialog: document.querySelector('dialog[open]') !== null,
    focus: {
      tag: focus.tagName,
      ...(focus instanceof HTMLInputElement && { type: focus.type }),
      isEditable: focus.isContentEditable,
      role: focus.getAttribute('role'),
    },
  };
}
