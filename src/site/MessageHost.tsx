import { useSyncExternalStore } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { Toasts } from '#ui/Toasts.tsx';
import { messages } from './messages.ts';

/** Where toasts, tips and dialogs appear. */
export function MessageHost() {
  const { toasts, tip, dialog } = useSyncExternalStore(messages.subscribe, messages.getSnapshot, messages.getServerSnapshot);
  return (
    <>
      <Toasts toasts={toasts} onClose={messages.closeToast} onHold={messages.holdToasts} onRelease={messages.releaseToasts} />
      {tip && (
        <Dialog key={tip.id} title={tip.title} onClose={messages.closeTip}>
          {tip.text}
        </Dialog>
      )}
      {dialog && (
        <Dialog key={dialog.id} title={dialog.title} onClose={messages.closeDialog}>
          {dialog.text}
        </Dialog>
      )}
    </>
  );
}
