import { Button, Checkbox } from 'antd';
import { useId, useLayoutEffect, useRef } from 'react';
import { KEY_WORDS } from './reading-keys.ts';

interface Props {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

/** RV5: all keys of the reading view, and whether they act. */
export function KeysHelp({ isOn, onChange, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id} onCancel={onClose}>
      <h2 id={id}>全部按键</h2>
      <div className="confirm-body">
        <dl className="facts">
          {KEY_WORDS.map(([keys, words]) => (
            <div key={keys} className="fact">
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p className="quiet">焦点在输入框里，或打开了对话框时，这些按键不起作用。</p>
        <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)}>
          使用单键操作
        </Checkbox>
      </div>
      <div className="confirm-foot">
        <div className="confirm-actions">
          <Button type="primary" onClick={onClose}>
            关闭
          </Button>
        </div>
      </div>
    </dialog>
  );
}
