import { useRef, useState } from 'react';
import type { Working } from './working.ts';

/** What is being changed, with the way back step by step. */
export interface Steps {
  working: Working;
  /** @param about changes one after the other about the same thing, as typing in a field is, are one step back */
  change: (next: Working, about?: string) => void;
  undo: () => void;
  canUndo: boolean;
}

const MOST_STEPS = 100;

/** @param onChange told of each state */
export function useWorking(start: Working, onChange: (working: Working) => void): Steps {
  const [{ working, past }, setState] = useState<{ working: Working; past: readonly Working[] }>({
    working: start,
    past: [],
  });
  const last = useRef('');
  const change = (next: Working, about = ''): void => {
    if (next === working) return;
    const isOneStep = about !== '' && about === last.current;
    last.current = about;
    setState({ working: next, past: isOneStep ? past : [...past.slice(-MOST_STEPS), working] });
    onChange(next);
  };
  const undo = (): void => {
    const before = past.at(-1);
    if (!before) return;
    last.current = '';
    setState({ working: before, past: past.slice(0, -1) });
    onChange(before);
  };
  return { working, change, undo, canUndo: past.length > 0 };
}
