import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { isDialogOpen, UndoButtons } from './UndoButtons.tsx';

interface Props {
  /** state of the work: unsaved changes, and the reasons that prevent saving or publishing */
  words: string;
  /** whether the server has what is typed (DF2); '' where nothing is to be told */
  server: string;
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** null: it is that already */
  restore?: { label: string; onRestore: (() => void) | null } | undefined;
  preview?: { isShown: boolean; onShow: (isShown: boolean) => void };
  /** label of the button */
  label: string;
  isSending: boolean;
  disabled: boolean;
  onSave: () => void;
}

/** Stays in sight below a form: what is not saved yet, the steps back, and the way to save. Ctrl+S is that way, too. */
export function SaveBar({ words, server, undo, redo, restore, preview, label, isSending, disabled, onSave }: Props) {
  const save = useRef(onSave);
  useEffect(() => {
    save.current = disabled || isSending ? () => {} : onSave;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's')
        return;
      event.preventDefault();
      // a dialog's question is answered first, and a word that is being composed ends
      if (!event.isComposing && !isDialogOpen()) save.current();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  return (
    <section className="save-bar" aria-label="保存">
      <div className="save-words">
        <p role="status">{words}</p>
        <p className="quiet" aria-live="polite">
          {server}
        </p>
      </div>
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
