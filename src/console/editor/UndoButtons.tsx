import { Button } from 'antd';
import { useEffect } from 'react';

interface Props {
  /** null: there is no step in this direction */
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** Keys are the dialog's, and not of the form behind it. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/**
 * One step back and forth, also by Ctrl+Z outside of text fields, which have steps of their own. A box that only waits for
 * typing has none.
 */
export function UndoButtons({ undo, redo }: Props) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest(
          'input:not([type=radio], [type=checkbox], [data-waits]), textarea:not([data-waits]), [contenteditable=true]',
        ) !== null;
      if (isTyping || isDialogOpen() || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      const step = event.shiftKey ? redo : undo;
      if (!step) return;
      event.preventDefault();
      step();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo, redo]);
  return (
    <>
      <Button disabled={undo === null} onClick={() => undo?.()}>
        撤销
      </Button>
      <Button disabled={redo === null} onClick={() => redo?.()}>
        重做
      </Button>
    </>
  );
}
