import { App, Input } from 'antd';
import { useId, useState } from 'react';
import type { DeliveryLine } from '../wire.ts';
import { useSend } from '#console/calls/use-calls.ts';
import { Confirm } from '#console/parts/Confirm.tsx';

/** FD4: confirms before a delivery that waits is stopped. */
export function StopDelivery({
  line: { deliveryId, title, sender },
  onStopped,
  onClose,
}: {
  line: DeliveryLine;
  onStopped: () => unknown;
  onClose: () => void;
}) {
  const [note, setNote] = useState('');
  const id = useId();
  const send = useSend();
  const { message } = App.useApp();
  const stop = async (): Promise<void> => {
    await send('POST /deliveries/:deliveryId/stop', { deliveryId, note });
    void message.success('已停止，稿件留在审核中');
    await onStopped();
  };
  return (
    <Confirm title={`停止发布“${title}”的这次报送？`} action="停止" danger onConfirm={stop} onClose={onClose}>
      <p>
        程序“{sender}”
        报送的内容不再按规则发布，稿件留在审核中，由他人审核、退回或作废。在此之前，这个登记表的后续报送也须人工审核。
      </p>
      <p>
        <label htmlFor={id}>原因（可不填，审核人会看到）</label>
        <Input.TextArea
          id={id}
          rows={3}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </p>
    </Confirm>
  );
}
