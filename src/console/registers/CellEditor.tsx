import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { RegisterField } from '#wire/register-answers.ts';
import { DateBox } from '../parts/DateBox.tsx';

/** Ways to leave a cell: to the one below or above it, the next or the one before, or with the focus where it is. */
export type Leave = 'down' | 'up' | 'next' | 'back' | 'stay' | 'blur';

interface Props {
  field: RegisterField;
  label: string;
  text: string;
  /** false: the cell is selected, and its box waits unseen for what is typed */
  isOpen: boolean;
  /** typing has begun in the box that waited */
  onOpen: () => void;
  /** @param text null: it stays as it was */
  onLeave: (text: string | null, how: Leave) => void;
}

/** a longer text is written over several lines */
const LONG = 24;

/**
 * Whether a cell that is selected has a box with the focus already. An input method begins to compose where the focus is,
 * before any key is told: what is mounted then comes too late.
 */
export const isTyped = ({ choices, type, words }: RegisterField): boolean =>
  !choices && (type !== 'date' || words !== undefined) && type !== 'image' && type !== 'file';

/** The box in a cell: a list for choices and references, a date box for dates that are days alone, else the text. */
export function CellEditor({ field, label, text, isOpen, onOpen, onLeave }: Props) {
  // null: as it was
  const [typed, setTyped] = useState<string | null>(null);
  const newest = useRef(text);
  const isLeft = useRef(false);
  // composed text may be given up, and the cell is as it was
  const hasComposed = useRef(false);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const box = place.current?.querySelector<HTMLInputElement>('input, select, textarea');
    if (!isOpen) {
      // a focused cell gives the focus to the box that waits in it
      if (box?.closest('td') === document.activeElement) box?.focus({ preventScroll: true });
      return;
    }
    isLeft.current = false;
    box?.focus();
    if (typed !== null) return;
    newest.current = text;
    box?.select?.();
    // the value at its opening
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen]);
  const write = (next: string): void => {
    newest.current = next;
    setTyped(next);
    if (!isOpen) onOpen();
  };
  const leave = (how: Leave, isSaved = true): void => {
    if (!isOpen || isLeft.current) return;
    isLeft.current = true;
    hasComposed.current = false;
    setTyped(null);
    onLeave(isSaved ? newest.current : null, how);
  };
  const hear = (event: KeyboardEvent): void => {
    if (!isOpen) return;
    event.stopPropagation();
    if (isComposing(event)) return;
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
  const shared = { 'aria-label': label, value: typed ?? (isOpen ? text : '') };
  const waits = isOpen ? {} : { 'data-waits': '' };
  return (
    <span
      ref={place}
      className={isOpen ? 'cell-editor' : 'cell-waits'}
      onKeyDown={hear}
      onBlur={() => leave('blur')}
      // text that the date box cannot read is left to the reader of imports
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) newest.current = target.value;
      }}
      onCompositionStart={() => {
        if (isOpen) return;
        hasComposed.current = true;
        write('');
      }}
      onCompositionEnd={({ data, target }) => {
        const isGivenUp = hasComposed.current && data === '' && (target as HTMLInputElement).value === '';
        hasComposed.current = false;
        if (isGivenUp) leave('stay', false);
      }}
    >
      {field.choices ? (
        <select {...shared} onChange={({ target }) => write(target.value)}>
          <option value="">（空）</option>
          {shared.value !== '' && !Object.hasOwn(field.choices, shared.value) && (
            <option value={shared.value}>{shared.value}</option>
          )}
          {Object.entries(field.choices).map(([value, choice]) => (
            <option key={value} value={value}>
              {choice}
            </option>
          ))}
        </select>
      ) : field.type === 'date' && !field.words ? (
        <DateBox {...shared} onChange={write} />
      ) : field.type === 'text' && (text.length > LONG || text.includes('\n')) ? (
        <textarea {...shared} {...waits} rows={4} onChange={({ target }) => write(target.value)} />
      ) : (
        <input {...shared} {...waits} autoComplete="off" onChange={({ target }) => write(target.value)} />
      )}
    </span>
  );
}

/** A key that the input method takes, and no letter. */
export const isComposing = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || key === 'Process';
