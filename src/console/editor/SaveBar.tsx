import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { isDialogOpen, UndoButtons } from './UndoButtons.tsx';

interface Props {
  /** how things are: what is not saved, what keeps it from being saved or published */
  words: string;
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** null: it is that already */
  restore?: { label: string; onRestore: (() => void) | null } | undefined;
  preview?: { isShown: boolean; onShow: (isShown: boolean) => void };
  /** of the button */
  label: string;
  isSending: boolean;
  disabled: boolean;
  onSave: () => void;
}

/** Stays in sight below a form: what is not saved yet, the steps back, and the way to save. Ctrl+S is that way, too. */
export function SaveBar({ words, undo, redo, restore, preview, label, isSending, disabled, onSave }: Props) {
  const save = useRef(onSave);
  useEffect(() => {
    save.current = disabled || isSending ? () => {} : onSave;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's')
        return;
      event.preventDefault();
      // what a dialog asks is answered first, and a word that is being composed ends
      if (!event.isComposing && !isDialogOpen()) save.current();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  return (
    <section className="save-bar" aria-label="保存">
      <p role="status">{words}</p>
      <div className="save-acts">
        <UndoButtons undo={undo} redo={redo} />
        {restore && (
          <Button disabled={restore.onRestore === null} onClick={() => restore.onRestore?.()}>
            {restore.label}
          </Button>
        )}
        {preview && (
          <Button aria-pressed={preview.isShown} onClick={() => preview.onShow(!preview.isShown)}>
            {preview.isShown ? '关闭预览' : '预览'}
          </Button>
        )}
        <Button
          type="primary"
          loading={isSending}
          disabled={disabled}
          onClick={onSave}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {label}
        </Button>
      </div>
    </section>
  );
}
