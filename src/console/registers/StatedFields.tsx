import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { EDITION_STATES, type EditionState } from '#rules/editions/edition-steps.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import type { FormProblem } from '../editor/edition-form.ts';
import { DateBox } from '../parts/DateBox.tsx';

interface Props {
  facts: RegisterFacts;
  /** effect on the rows of an edition that is open already; null: that is the one */
  how: '并入' | '替换' | null;
  /** the date that stays unless it is changed on purpose (RG21); absent or '': it is always asked for */
  kept?: string;
  onKeep?: (date: string) => void;
  /** VA6: what the file says of the data date; '' where it says none */
  inFile?: { value: string; reason: string; from?: string };
}

/** Fields of what an edition of a register states besides its rows, and of the edition into which it goes. */
export function StatedFields({ facts: { dataDate, edition }, how, kept = '', onKeep, inFile }: Props) {
  const [today] = useState(() => shanghaiDate(Date.now()));
  const form = Form.useFormInstance<{ dataDate: string }>();
  const stated = Form.useWatch('dataDate', { form, preserve: true }) ?? kept;
  const [isOpen, setOpen] = useState(false);
  const keepDate = (): void => {
    setOpen(false);
    // set as typing does: the form around notices it
    form.setFieldValue('dataDate', kept);
    onKeep?.(kept);
  };
  const isUnchanged = kept !== '' && stated === kept && !isOpen;
  return (
    <>
      {isUnchanged && (
        <div className="kept-date">
          <p>
            数据日期保持 <time dateTime={kept}>{kept}</time>
            <Button type="link" size="small" onClick={() => setOpen(true)}>
              改数据日期
            </Button>
          </p>
          <p className="quiet">
            数据日期说明整个登记表的数据截至哪一天。只改其中几行时一般不变；全部数据已按新的日期核对过，才改。
          </p>
        </div>
      )}
      <div className="field-pair close">
        <Form.Item
          hidden={isUnchanged}
          name="dataDate"
          label="数据日期"
          extra={
            inFile ? (
              <DateInFile inFile={inFile} stated={stated} today={today} published={dataDate} />
            ) : dataDate === '' ? (
              '数据截至哪一天'
            ) : (
              <>
                {`数据截至哪一天；现在公示的是 ${dataDate}`}
                {kept !== '' && (
                  <Button type="link" size="small" onClick={() => keepDate()}>
                    不改，保持 {kept}
                  </Button>
                )}
              </>
            )
          }
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

/** VA6: where the day of a file comes from, and a difference to what is stated. */
function DateInFile({
  inFile: { value, reason, from = value },
  stated,
  today,
  published,
}: {
  inFile: NonNullable<Props['inFile']>;
  stated: string;
  today: string;
  /** public date now; '' for none */
  published: string;
}) {
  const before = published === '' ? '' : `；现在公示的是 ${published}`;
  if (value === '') return <>{`文件中没有写日期，先填今天，请核对${before}`}</>;
  if (value > today) return <>{`文件的日期 ${value}（${reason}）还没有到，先填今天，请核对${before}`}</>;
  if (stated === '' || (from <= stated && stated <= value)) return <>{`${reason}${before}`}</>;
  return <span className="field-problem">{`文件的日期是 ${value}（${reason}），与所填的不同，请核对${before}`}</span>;
}

/** The field of such a form that a problem is about. */
export const statedField = ({ field }: Pick<FormProblem, 'field'>) =>
  field === 'dataDate' || field === 'department' ? field : undefined;
