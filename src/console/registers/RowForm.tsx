import { AutoComplete, Alert, Button, Form, Input, Select, Space } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { RegisterFacts, RegisterField, RowChange } from '#wire/register-answers.ts';
import { wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import { isSameJson } from '#rules/json/same-json.ts';
import { fieldOrder, audienceNote } from '#kinds/register/register-words.ts';
import { BusyUploads, useBusyUploads, useTellBusy } from '../files/busy-uploads.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { DateBox } from '../parts/DateBox.tsx';
import { Panel } from '../parts/Panel.tsx';
import { typedRow } from './cell-text.ts';
import { nameOf } from './row-name.ts';
import { rowChanges, type PendingChange } from '#kinds/rows/console/row-changes.ts';

/** A row that is being added or changed. */
export interface EditedRow {
  /** identifies this form */
  id: string;
  /** key of the public row; absent: a new one */
  key?: string[];
  /** the change that it takes the place of, where it is one already */
  of?: PendingChange;
  typed: Record<string, string>;
  /** the public row in the same form, where it is to be changed */
  was?: Record<string, string>;
}

interface Props {
  facts: RegisterFacts;
  edited: EditedRow;
  /** changes that it must not contradict */
  others: readonly PendingChange[];
  /** something stands in it that would be lost by leaving */
  onTyping: () => void;
  onDone: (change: PendingChange) => void;
  onClose: () => void;
}

/** The fields of one row; the server reports problems at each field. */
export function RowForm({ facts, edited, others, onTyping, onDone, onClose }: Props) {
  const [form] = Form.useForm<Record<string, string>>();
  const send = useSend();
  const place = useRef<HTMLDivElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const { isUploading, count } = useBusyUploads();
  // the form around this one waits, too
  useTellBusy(isUploading);
  const names = fieldOrder(facts);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input')?.focus();
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    // a row that is left would be without its file
    if (isUploading) onTyping();
    // not with every drawing of the form around
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isUploading]);
  const left = useRef(new Set<string>());
  const latest = useRef(0);
  const rest = rowChanges(others.filter((other) => other !== edited.of));
  /** Asks the server what is wrong with the row as it is typed, and how it reads it. */
  const look = async (typed: Record<string, string>) => {
    latest.current += 1;
    const row = Object.fromEntries(names.map((name) => [name, typed[name] ?? '']));
    const mine: RowChange = { ...(edited.key && { key: edited.key }), row };
    const { problems, rows } = await send('POST /registers/:register/row-check', {
      register: facts.register,
      changes: [...rest, mine],
    });
    return { found: problems.filter(({ change }) => change === rest.length), row: rows[rest.length] ?? {} };
  };
  const mark = (found: Awaited<ReturnType<typeof look>>['found'], of: readonly string[]): void =>
    form.setFields(
      of.map((name) => ({
        name,
        errors: found.filter(({ field }) => field === name).map(({ message }) => message),
      })),
    );
  const leave = async (name: string): Promise<void> => {
    left.current.add(name);
    const looked = look(form.getFieldsValue(true) as Record<string, string>);
    const own = latest.current;
    // SU23: what cannot be asked now is told when the row is taken
    const answer = await looked.catch(() => null);
    if (answer && own === latest.current) mark(answer.found, [...left.current]);
  };
  const check = async (typed: Record<string, string>): Promise<void> => {
    setSending(true);
    setProblem('');
    try {
      const { found, row } = await look(typed);
      if (found.length === 0) {
        // the register's reading: 65 and 65% are one thing
        const read = typedRow(facts.fields, row);
        if (edited.was && isSameJson(read, edited.was)) return setProblem('与现在公示的这一行相同，没有改动。');
        return onDone({ ...(edited.key && { key: edited.key }), row: read, ...(edited.was && { was: edited.was }) });
      }
      mark(found, names);
      setProblem(
        found
          .filter(({ field }) => !names.includes(field))
          .map(({ message }) => message)
          .join('；'),
      );
      const first = names.find((name) => found.some(({ field }) => field === name));
      if (first !== undefined) form.focusField(first);
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setSending(false);
    }
  };
  return (
    <Panel title={edited.key ? `修改一行：${nameOf(facts, edited.key, edited.was ?? edited.typed)}` : '新增一行'}>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      <div ref={place}>
        <Form
          form={form}
          layout="vertical"
          initialValues={edited.typed}
          onValuesChange={onTyping}
          onFinish={(typed) => void check(typed)}
          className="row-form"
          aria-label="一行数据"
        >
          <div
            className="row-fields"
            onBlur={({ target }) => {
              const name = names.find((one) => one === target.id);
              if (name !== undefined) void leave(name);
            }}
          >
            <BusyUploads value={count}>
              {names.map((name) => (
                <Form.Item
                  key={name}
                  name={name}
                  label={labelOf(facts, name)}
                  extra={hintOf(facts.fields[name]!)}
                  required={isRequired(facts, name)}
                >
                  <Control field={facts.fields[name]!} />
                </Form.Item>
              ))}
            </BusyUploads>
          </div>
          <Space>
            <Button type="primary" htmlType="submit" loading={isSending} disabled={isUploading}>
              加入本次改动
            </Button>
            <Button onClick={onClose} disabled={isSending}>
              取消
            </Button>
          </Space>
        </Form>
      </div>
    </Panel>
  );
}

const isRequired = ({ key, fields }: RegisterFacts, name: string): boolean =>
  fields[name]?.required === true || key.includes(name);

function labelOf(facts: RegisterFacts, name: string): string {
  const { title, type, unit } = facts.fields[name]!;
  return `${title}${type === 'money' && unit ? `（${unit}）` : ''}${audienceNote(facts, name)}`;
}

function hintOf({ type, patternHint, example, fraction, note }: RegisterField): string {
  const format =
    type === 'percent'
      ? fraction
        ? '如 65%'
        : '如 2.5%'
      : [patternHint, example && `如 ${example}`].filter(Boolean).join('，');
  return [format, note].filter(Boolean).join('；');
}

interface ControlProps {
  field: RegisterField;
  /** given by the form's field */
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

function Control({ field: { type, choices, words }, id, value = '', onChange = () => {} }: ControlProps) {
  if (choices)
    return (
      <Select
        {...(id !== undefined && { id })}
        value={value}
        onChange={onChange}
        options={[
          { value: '', label: '（空）' },
          ...Object.entries(choices).map(([code, label]) => ({ value: code, label })),
        ]}
        showSearch={{ optionFilterProp: 'label' }}
      />
    );
  if (type === 'image' || type === 'file') {
    return (
      <>
        <Input
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder="尚无文件"
          allowClear
        />
        <FileDrop
          label={type === 'image' ? '上传图片' : '上传文件'}
          hint=""
          isPicture={type === 'image'}
          onStored={({ filepath }) => onChange(filepath)}
          {...(type === 'image' && { accept: 'image/*' })}
        />
      </>
    );
  }
  if (type === 'date' && words)
    return (
      <AutoComplete
        {...(id !== undefined && { id })}
        value={value}
        onChange={onChange}
        options={words.map((word) => ({ value: word }))}
        placeholder="年-月-日，或选择"
      />
    );
  if (type === 'date') return <DateBox {...(id !== undefined && { id })} value={value} onChange={onChange} />;
  return <Input id={id} value={value} onChange={(event) => onChange(event.target.value)} maxLength={4_000} />;
}
