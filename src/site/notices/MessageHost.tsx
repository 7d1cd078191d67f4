import { useSyncExternalStore } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { Toasts } from '#ui/Toasts.tsx';
import { messages } from './messages.ts';
import { useVisitor } from '../visitor.ts';

/** Place of toasts, tips and dialogs. */
export function MessageHost() {
  const tipModal = useVisitor('tipModal');
  const { toasts, dialog } = useSyncExternalStore(messages.subscribe, messages.getSnapshot, messages.getServerSnapshot);
  return (
    <>
      <Toasts
        toasts={toasts}
        onClose={messages.closeToast}
        onHold={messages.holdToasts}
        onRelease={messages.releaseToasts}
      />
      {tipModal && (
        <Dialog key={tipModal.id} title={tipModal.title} onClose={messages.closeTip}>
          {tipModal.text}
        </Dialog>
      )}
      {dialog && (
        <Dialog key={dialog.id} title={dialog.title} choice={dialog.choice} onClose={messages.closeDialog}>
          {dialog.text}
        </Dialog>
      )}
    </>
  );
}
