import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import './Dialog.css';

interface DialogProps {
  /** MD1 */
  title?: string;
  /** words beyond the title */
  children?: ReactNode;
  /** label of the button that closes */
  action?: string;
  /** something to do instead of closing; then `action` is the quieter button beside it */
  choice?: { label: string; act: () => void };
  /** closed by the button or by Escape: the parent takes the dialog out of the tree */
  onClose: () => void;
}

/**
 * A modal: open as long as it is rendered. The platform's own dialog keeps the focus inside, makes the page
 * behind it inert, closes on Escape, and gives the focus back to where it was. Browser only, like every modal.
 */
export function Dialog({ title = '', children, choice, action = choice ? '取消' : '知道了', onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // before the element leaves the tree: only close() gives the focus back
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  function closed() {
    // StrictMode closes and reopens; the first close event arrives when the dialog is open again
    if (!dialog.current?.open) onClose();
  }

  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
      onClose={closed}
    >
      <h2 className="dialog__title" id={`${id}-title`}>
        {title || '温馨提示'}
      </h2>
      {children && (
        <div className="dialog__text" id={`${id}-text`}>
          {children}
        </div>
      )}
      <div className="dialog__actions">
        {choice && (
          <button type="button" className="dialog__action" onClick={choice.act}>
            {choice.label}
          </button>
        )}
        <button
          type="button"
          className={choice ? 'dialog__action dialog__action--plain' : 'dialog__action'}
          onClick={() => dialog.current?.close()}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
