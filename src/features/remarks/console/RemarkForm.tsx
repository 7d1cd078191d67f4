import { Alert, Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { wordsOf } from '#console/calls/call.ts';
import { useSend } from '#console/calls/use-calls.ts';
import type { EditionPartProps } from '#console/editions/edition-part.ts';
import { keyOfPlace, type EditionPlace, type PlaceProps } from '#console/editions/edition-place.ts';
import { LONGEST_REMARK } from '#rules/editions/remarks.ts';
import { lineQuote } from './use-remarks.ts';

/** Texts that were typed and not sent, by edition and place, so that a form that is shut loses none. */
const unsent = new Map<string, string>();

interface Props {
  edition: EditionPartProps;
  place: EditionPlace;
  title: string;
  cells: NonNullable<PlaceProps['cells']>;
  again: () => Promise<void>;
  onClose: () => void;
}

/** RM1: a remark at a place; of a row, at one of its cells. */
export function RemarkForm({ edition: { editionId, version }, place, title, cells, again, onClose }: Props) {
  const key = `${editionId} ${keyOfPlace(place)}`;
  const [pointer, setPointer] = useState(place.pointer);
  const send = useSend();
  const id = useId();
  return (
    <WordsForm
      kept={key}
      label={`批注：${title}`}
      action="写批注"
      onSend={async (text) => {
        const { line, ...rest } = place;
        await send('POST /editions/:editionId/remarks', {
          editionId,
          version,
          ...rest,
          pointer,
          line: lineQuote(line),
          text,
        });
        await again();
      }}
      onClose={onClose}
    >
      {cells.length > 0 && (
        <p className="remark-cell">
          <label htmlFor={id}>针对</label>
          <Select
            id={id}
            value={pointer}
            options={[
              { value: '', label: '整行' },
              ...cells.map((cell) => ({ value: cell.pointer, label: cell.title })),
            ]}
            onChange={setPointer}
          />
        </p>
      )}
    </WordsForm>
  );
}

/** A text that is sent: Ctrl+Enter sends it, Esc leaves it. */
export function WordsForm({
  kept,
  label,
  action,
  onSend,
  onClose,
  children,
}: {
  /** name under which what was typed stays */
  kept: string;
  label: string;
  action: string;
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
  children?: React.ReactNode;
}) {
  const [text, setText] = useState(unsent.get(kept) ?? '');
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const change = (typed: string): void => {
    setText(typed);
    if (typed === '') unsent.delete(kept);
    else unsent.set(kept, typed);
  };
  const submit = async (): Promise<void> => {
    if (text.trim() === '') return setProblem('请填写内容');
    setSending(true);
    setProblem('');
    try {
      await onSend(text);
      unsent.delete(kept);
      onClose();
    } catch (reason) {
      setProblem(wordsOf(reason));
      setSending(false);
    }
  };
  return (
    <form
      className="remark-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
      }}
    >
      {children}
      <Input.TextArea
        aria-label={label}
        autoFocus
        rows={3}
        placeholder="内容"
        maxLength={LONGEST_REMARK}
        showCount={text.length > LONGEST_REMARK / 2}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {problem !== '' && <Alert type="error" showIcon role="alert" title={problem} />}
      <div className="remark-acts">
        <Button type="primary" size="small" htmlType="submit" loading={isSending}>
          {action}
        </Button>
        <Button size="small" onClick={onClose} disabled={isSending}>
          取消
        </Button>
        <span className="quiet">Ctrl + Enter 发出</span>
      </div>
    </form>
  );
}
