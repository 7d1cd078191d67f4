import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { EDITION_STATES, type EditionState } from '#rules/edition-steps.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { DateBox } from '../parts/DateBox.tsx';

interface Props {
  facts: RegisterFacts;
  /** what happens to the rows of an edition that is open already; null: that is the one */
  how: '并入' | '替换' | null;
}

/** Fields of what an edition of a register states besides its rows, and of the edition into which it goes. */
export function StatedFields({ facts: { dataDate, edition }, how }: Props) {
  const [today] = useState(() => shanghaiDate(Date.now()));
  return (
    <>
      <div className="field-pair close">
        <Form.Item
          name="dataDate"
          label="数据日期"
          extra={dataDate === '' ? '数据截至哪一天' : `数据截至哪一天；现在公示的是 ${dataDate}`}
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
      {edition && how && (
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
    </>
  );
}
