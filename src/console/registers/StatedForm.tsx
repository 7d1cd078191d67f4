import { Alert, Button, Form, Input, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { EDITION_STATES, type EditionState } from '#rules/edition-steps.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { DateBox } from '../parts/DateBox.tsx';

/** What an edition of a register states besides its rows. */
export interface Stated {
  dataDate: string;
  department: string;
  /** the open edition that takes it in; absent: a new one */
  target?: { editionId: number; version: number };
}

interface Props {
  facts: RegisterFacts;
  action: string;
  /** what happens to the rows of an edition that is open already */
  into: '并入' | '替换';
  /** told while it is saved, where that takes long */
  busyWords?: string;
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
export function StatedForm({ facts, action, into: how, busyWords = '', children, onSave }: Props) {
  const [form] = Form.useForm<Fields>();
  const { edition } = facts;
  const [today] = useState(() => shanghaiDate(Date.now()));
  const { isSending, problem, submit } = useSubmit(form, ({ into, ...stated }) =>
    onSave({
      ...stated,
      ...(into === 'open' && edition && { target: { editionId: edition.editionId, version: edition.version } }),
    }),
  );
  return (
    <Form
      form={form}
      layout="vertical"
      className="stated-form"
      initialValues={{ dataDate: today, department: facts.department, into: 'new' }}
      onFinish={(fields) => void submit(fields)}
      aria-label="保存为稿件"
    >
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      {children}
      <div className="field-pair close">
        <Form.Item
          name="dataDate"
          label="数据日期"
          extra={facts.dataDate === '' ? '数据截至哪一天' : `数据截至哪一天；现在公示的是 ${facts.dataDate}`}
          rules={[
            { required: true, message: '请填写数据日期' },
            {
              validator: (_, day: string) =>
                day > today ? Promise.reject(new Error('数据日期不能晚于今天')) : Promise.resolve(),
            },
          ]}
        >
          <DateBox max={today} />
        </Form.Item>
        <Form.Item
          name="department"
          label="责任部门"
          rules={[{ required: true, whitespace: true, message: '请填写责任部门' }]}
        >
          <Input maxLength={100} />
        </Form.Item>
      </div>
      {edition && (
        <Form.Item name="into" label="存到哪里">
          <Radio.Group
            options={[
              { value: 'new', label: '新的稿件' },
              {
                value: 'open',
                label: `${how}第 ${edition.editionId} 号稿件“${edition.title}”${how === '替换' ? '中的全部数据行' : ''}（${EDITION_STATES[edition.state as EditionState]}，须重新审核）`,
              },
            ]}
          />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" loading={isSending}>
        {action}
      </Button>
      {busyWords !== '' && (
        <p role="status" className="quiet">
          {isSending ? busyWords : ''}
        </p>
      )}
    </Form>
  );
}
