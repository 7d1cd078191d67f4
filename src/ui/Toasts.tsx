import { useRef } from 'react';
import type { FocusEvent } from 'react';
import './Toasts.css';

interface ToastItem {
  id: number;
  text: string;
  kind: 'alert' | 'status';
}

interface ToastsProps {
  toasts: readonly ToastItem[];
  onClose: (id: number) => void;
  /** the pointer or the focus is on the toasts: none may go */
  onHold: () => void;
  onRelease: () => void;
}

/**
 * Passing notes. Both live regions are always there, empty in the first render: a region that comes together
 * with its text is not announced by most screen readers.
 */
export function Toasts({ toasts, onClose, onHold, onRelease }: ToastsProps) {
  const stack = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);

  function hold(event: FocusEvent) {
    const from = event.relatedTarget;
    if (from instanceof HTMLElement && !stack.current?.contains(from)) cameFrom.current = from;
    onHold();
  }

  function release(event: FocusEvent) {
    if (!stack.current?.contains(event.relatedTarget)) onRelease();
  }

  /**
   * The focus must not vanish with the button that held it: it moves to another toast, else back to where it came from.
   */
  function close(id: number, button: HTMLButtonElement) {
    if (document.activeElement === button) {
      const others = [...(stack.current?.querySelectorAll('button') ?? [])].filter((other) => other !== button);
      (others[0] ?? cameFrom.current)?.focus();
      if (document.activeElement === button) button.blur();
    }
    onClose(id);
  }

  const ofKind = (kind: ToastItem['kind']) =>
    toasts
      .filter((toast) => toast.kind === kind)
      .map((toast) => (
        <div className={`toast toast--${kind}`} key={toast.id}>
          <p className="toast__text">{toast.text}</p>
          <button
            type="button"
            className="toast__close"
            aria-label="关闭提示"
            onClick={(event) => close(toast.id, event.currentTarget)}
          />
        </div>
      ));

  return (
    <div
      className="toasts"
      ref={stack}
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
      onFocus={hold}
      onBlur={release}
    >
      <div className="toasts__region" role="status">
        {ofKind('status')}
      </div>
      <div className="toasts__region" role="alert">
        {ofKind('alert')}
      </div>
    </div>
  );
}
