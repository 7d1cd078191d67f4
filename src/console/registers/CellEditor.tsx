import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { RegisterField } from '#wire/register-answers.ts';
import { DateBox } from '../parts/DateBox.tsx';

/** How a cell is left: to the one below or above it, the next or the one before, or with the focus where it is. */
export type Leave = 'down' | 'up' | 'next' | 'back' | 'stay' | 'blur';

interface Props {
  field: RegisterField;
  label: string;
  text: string;
  /** @param text null: it stays as it was */
  onLeave: (text: string | null, how: Leave) => void;
}

/** a longer text is written over several lines */
const LONG = 24;

/** The box in a cell: a list for choices and references, a date box for dates, else the text. */
export function CellEditor({ field: { type, choices }, label, text, onLeave }: Props) {
  const [typed, setTyped] = useState(text);
  const newest = useRef(text);
  const isLeft = useRef(false);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const box = place.current?.querySelector<HTMLInputElement>('input, select, textarea');
    box?.focus();
    box?.select?.();
  }, []);
  const write = (next: string): void => {
    newest.current = next;
    setTyped(next);
  };
  const leave = (how: Leave, isKept = true): void => {
    if (isLeft.current) return;
    isLeft.current = true;
    onLeave(isKept ? newest.current : null, how);
  };
  const hear = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      leave('stay', false);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      leave(event.shiftKey ? 'back' : 'next');
    } else if (event.key === 'Enter' && !event.altKey) {
      event.preventDefault();
      leave(event.shiftKey ? 'up' : 'down');
    }
  };
  const shared = { 'aria-label': label, value: typed };
  return (
    <span
      ref={place}
      className="cell-editor"
      onKeyDown={hear}
      onBlur={() => leave('blur')}
      // what the date box cannot read is left to the reader of imports
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) newest.current = target.value;
      }}
    >
      {choices ? (
        <select {...shared} onChange={({ target }) => write(target.value)}>
          <option value="">（空）</option>
          {typed !== '' && !Object.hasOwn(choices, typed) && <option value={typed}>{typed}</option>}
          {Object.entries(choices).map(([value, choice]) => (
            <option key={value} value={value}>
              {choice}
            </option>
          ))}
        </select>
      ) : type === 'date' ? (
        <DateBox {...shared} onChange={write} />
      ) : type === 'text' && (text.length > LONG || text.includes('\n')) ? (
        <textarea {...shared} rows={4} onChange={({ target }) => write(target.value)} />
      ) : (
        <input {...shared} autoComplete="off" onChange={({ target }) => write(target.value)} />
      )}
    </span>
  );
}
