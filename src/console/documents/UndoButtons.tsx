import { Button, Space } from 'antd';
import { useEffect } from 'react';
import type { Undo } from './use-undo.ts';

/** One step back and forth, also by Ctrl+Z outside of text fields, which have steps of their own. */
export function UndoButtons<T>({ of: { undo, redo } }: { of: Undo<T> }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true]') !== null;
      if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      const step = event.shiftKey ? redo : undo;
      if (!step) return;
      event.preventDefault();
      step();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo, redo]);
  return (
    <Space>
      <Button disabled={undo === null} onClick={() => undo?.()}>
        撤销
      </Button>
      <Button disabled={redo === null} onClick={() => redo?.()}>
        重做
      </Button>
    </Space>
  );
}
