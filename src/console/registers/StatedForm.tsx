import { Alert, Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { StatedFields } from './StatedFields.tsx';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';

/** Statements of a register's edition besides its rows. */
export interface Stated {
  dataDate: string;
  department: string;
  /** the open edition that takes it in; absent: a new one */
  target?: { editionId: number; version: number };
}

interface Props {
  facts: RegisterFacts;
  /** beginnings of the fields that differ from a new edition's */
  begun?: Partial<Fields>;
  /** VA6: what the file says of the data date; '' where it says none */
  inFile?: { value: string; reason: string; from?: string };
  /** fields before these */
  children?: ReactNode;
  onSave: (stated: Stated & Record<string, unknown>) => Promise<void>;
}

interface Fields {
  dataDate: string;
  department: string;
  into: 'new' | 'open';
}

/** Data date and department, and into which edition it goes. */
export function StatedForm({ facts, begun, inFile, children, onSave }: Props) {
  const [form] = Form.useForm<Fields>();
  const { edition } = facts;
  const [today] = useState(() => shanghaiDate(Date.now()));
  const isUsable = inFile !== undefined && inFile.value !== '' && inFile.value <= today;
  const { isSending, problem, submit } = useSubmit(form, ({ into, ...stated }) =>
    onSave({
      ...stated,
      ...(into === 'open' && edition && { target: { editionId: edition.editionId, version: edition.version } }),
    }),
  );
  return (
    <Form
      form={form}
      validateTrigger={MARKED_WHEN_LEFT}
      layout="vertical"
      className="stated-form"
      initialValues={{
        dataDate: today,
        department: facts.department,
        into: 'new',
        ...begun,
        ...(isUsable && { dataDate: inFile.value }),
      }}
      onFinish={(fields) => void submit(fields)}
      aria-label="保存为稿件"
    >
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      {children}
      <StatedFields facts={facts} how="替换" {...(inFile && { inFile })} />
      <Button type="primary" htmlType="submit" loading={isSending}>
        保存为稿件
      </Button>
    </Form>
  );
}
