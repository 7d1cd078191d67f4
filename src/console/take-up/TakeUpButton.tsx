import { App, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MadeEdition } from '#wire/edition-answers.ts';
import { LONG_TIMEOUT, wordsOf } from '../calls/call.ts';
import { useChanged, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';

interface Props {
  /** name of the button */
  name: string;
  /** label for whoever hears the button alone */
  label: string;
  title: string;
  /** content of the new edition */
  children: ReactNode;
  send: (send: ReturnType<typeof useSend>, timeout: number) => Promise<MadeEdition>;
}

/** ED5: makes a new edition of what there was, after a question, and opens it. */
export function TakeUpButton({ name, label, title, children, send: make }: Props) {
  const [isOpen, setOpen] = useState(false);
  const send = useSend();
  const changed = useChanged();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const act = async (submits: boolean): Promise<void> => {
    const { editionId, version } = await make(send, LONG_TIMEOUT);
    try {
      if (submits) await send('POST /editions/:editionId/submit', { editionId, version }, LONG_TIMEOUT);
      void message.success(submits ? '已成为新的稿件，并提交审核' : '已成为新的稿件，请核对后提交审核');
    } catch (reason) {
      // the draft is there, and its page says what is to be mended
      void message.warning(`已成为新的稿件，还没有提交：${wordsOf(reason)}`);
    }
    void changed();
    void navigate(`/editions/${editionId}`);
  };
  return (
    <>
      <Button size="small" aria-label={label} onClick={() => setOpen(true)}>
        {name}
      </Button>
      {isOpen && (
        <Confirm
          title={title}
          action="新建稿件"
          busyWords="正在新建，数据行很多时可能需要一分钟…"
          onConfirm={() => act(false)}
          also={{ action: '新建并提交审核', onConfirm: () => act(true) }}
          onClose={() => setOpen(false)}
        >
          {children}
          <p>现在什么都不公开：新的稿件是草稿，可以修改，由他人审核、发布以后才会公开。</p>
        </Confirm>
      )}
    </>
  );
}
