import { Alert, App, Button, Form, Input, Radio, Select } from 'antd';
import { GATHERED, HOUR_OF_DAY, mailAddressProblem } from '#rules/editions/notices.ts';
import { ONCE, useRead, useSend } from '#console/calls/use-calls.ts';
import { useSubmit } from '#console/calls/use-submit.ts';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import type { NoticeChoiceAnswer } from '../wire.ts';

type Choice = Omit<NoticeChoiceAnswer, 'hasMail'>;

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${hour} 点` }));

/** NT2: the address for mails, how often, and the hours without any. */
export function NoticeChoicePanel() {
  const { data, error, mutate } = useRead('GET /notice-choice', {}, ONCE);
  return (
    <Panel title="邮件">
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {(choice) => <ChoiceForm choice={choice} onSaved={(saved) => void mutate(saved, { revalidate: false })} />}
      </Loaded>
    </Panel>
  );
}

function ChoiceForm({ choice, onSaved }: { choice: NoticeChoiceAnswer; onSaved: (saved: NoticeChoiceAnswer) => void }) {
  const [form] = Form.useForm<Choice>();
  const send = useSend();
  const { message } = App.useApp();
  const mails = Form.useWatch('mails', form) ?? choice.mails;
  const { isSending, problem, submit } = useSubmit(form, async (given) => {
    onSaved(await send('POST /notice-choice', { ...choice, ...given }));
    void message.success('已保存');
  });
  if (!choice.hasMail)
    return <p className="quiet">本网站没有设置发信的服务器，不发通知邮件。需要时请联系系统管理员。</p>;
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="narrow-form"
      initialValues={choice}
      onFinish={(values) => void submit(values)}
      scrollToFirstError={{ focus: true }}
    >
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      <Form.Item name="mails" label="通知邮件">
        <Radio.Group
          options={[
            { value: 'at-once', label: `随时（${GATHERED} 分钟内的合为一封）` },
            { value: 'daily', label: `每天一封（${HOUR_OF_DAY} 点）` },
            { value: 'none', label: '不发' },
          ]}
        />
      </Form.Item>
      {mails !== 'none' && (
        <Form.Item
          name="address"
          label="邮箱"
          extra="邮件只写稿件的编号、栏目和经手人，不写标题和内容。"
          rules={[
            { required: true, message: '请填写邮箱，或选择不发' },
            {
              validator: async (_, address: string) => {
                const wrong = address ? mailAddressProblem(address.trim()) : '';
                if (wrong !== '') throw new Error(wrong);
              },
            },
          ]}
          validateTrigger="onBlur"
        >
          <Input type="email" autoComplete="email" maxLength={254} />
        </Form.Item>
      )}
      {mails === 'at-once' && (
        <div className="field-pair">
          <Form.Item name="quietFrom" label="从几点起不发">
            <Select options={HOURS} />
          </Form.Item>
          <Form.Item name="quietUntil" label="到几点为止" extra="两处相同时，随时都发。北京时间。">
            <Select options={HOURS} />
          </Form.Item>
        </div>
      )}
      <Button type="primary" htmlType="submit" loading={isSending}>
        保存
      </Button>
    </Form>
  );
}
