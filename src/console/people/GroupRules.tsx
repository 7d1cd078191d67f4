import { App, Button, Form, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { groupProblem, ruleWords } from '#rules/people/group-rules.ts';
import { ROLE_NAMES, ROLES, type Role } from '#rules/people/staff-rights.ts';
import type { GroupRule } from '#wire/console-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { indented } from '../parts/ChannelSelect.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { Failure } from '../parts/Failure.tsx';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';
import { Panel } from '../parts/Panel.tsx';
import { placesOf, SITE } from './grant-places.ts';

const CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }));

/** OI3: which roles the groups of the identity provider bring, each in words. @param onAsked a rule waits for a second person */
export function GroupRules({ mayChange, onAsked }: { mayChange: boolean; onAsked: () => unknown }) {
  const { data: ways } = useRead('GET /sign-in-ways');
  const { data: rules, error, mutate } = useRead('GET /group-rules');
  const { nameOf } = useChannels();
  const [ending, setEnding] = useState<GroupRule>();
  const [isAdding, setAdding] = useState(false);
  const send = useSend();
  const { message } = App.useApp();
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!ways || !rules || (ways.provider === '' && rules.length === 0)) return null;
  const wordsOf = (rule: GroupRule): string => ruleWords(rule, rule.channelId === '' ? '' : nameOf(rule.channelId));
  const end = async ({ ruleId }: GroupRule): Promise<void> => {
    await send('POST /group-rules/:ruleId/end', { ruleId });
    await mutate();
    void message.success('规则已结束');
  };
  const added = async (isWaiting: boolean): Promise<void> => {
    setAdding(false);
    void message.success(isWaiting ? '已提出，等待另一位系统管理员确认' : '规则已生效');
    await Promise.all([mutate(), onAsked()]);
  };
  return (
    <Panel
      title="单位登录的规则"
      extra={mayChange && !isAdding && <Button onClick={() => setAdding(true)}>添加规则</Button>}
    >
      <p className="quiet">
        用单位账号登录的人，按其在单位的组得到角色：登录时核对，之后至多每五分钟再核对一次；离开了组，由此得到的角色随即结束。
        {''}
        带来审核、发布或系统管理角色的规则，由另一位系统管理员确认后生效。
      </p>
      {rules.length === 0 && <p>还没有规则：没有账号的人用单位账号登录会被拒绝。</p>}
      <ul className="newest">
        {rules.map((rule) => (
          <li key={rule.ruleId}>
            {wordsOf(rule)}
            <span className="quiet">（{rule.begunBy}提出）</span>{' '}
            {mayChange && (
              <Button size="small" onClick={() => setEnding(rule)} aria-label={`结束：${wordsOf(rule)}`}>
                结束
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAdding && <AddRule onAdded={added} onClose={() => setAdding(false)} />}
      {ending && (
        <Confirm
          title="结束这条规则？"
          action="结束"
          danger
          onConfirm={() => end(ending)}
          onClose={() => setEnding(undefined)}
        >
          {wordsOf(ending)}。只由它得到的角色立即结束，这些人的登录随之结束。
        </Confirm>
      )}
    </Panel>
  );
}

interface Typed {
  group: string;
  role: Role;
  where: string;
}

function AddRule({ onAdded, onClose }: { onAdded: (isWaiting: boolean) => Promise<void>; onClose: () => void }) {
  const [form] = Form.useForm<Typed>();
  const channels = useChannels();
  const role = Form.useWatch('role', form);
  const send = useSend();
  const { isSending, problem, submit } = useSubmit(form, async ({ group, role: chosen, where }) => {
    const channelId = where === SITE || chosen === 'system-admin' ? '' : where;
    const { isWaiting } = await send('POST /group-rules', { group, role: chosen, channelId });
    await onAdded(isWaiting);
  });
  return (
    <Form
      // the filters of the screen have fields of the same names
      name="group-rule"
      form={form}
      layout="vertical"
      validateTrigger={MARKED_WHEN_LEFT}
      initialValues={{ where: SITE }}
      onFinish={(values) => void submit(values)}
      scrollToFirstError={{ focus: true }}
      aria-label="新规则"
    >
      {problem !== '' && <p role="alert">{problem}</p>}
      <Form.Item
        name="group"
        label="组"
        extra="与单位登录服务给出的名称完全相同；写成路径的，开头的斜线可以省略"
        rules={[
          {
            validator: (_rule, value: string | undefined) => {
              const wrong = groupProblem(value ?? '');
              return wrong === '' ? Promise.resolve() : Promise.reject(new Error(wrong));
            },
          },
        ]}
      >
        <Input maxLength={201} autoComplete="off" aria-required />
      </Form.Item>
      <Form.Item name="role" label="角色" rules={[{ required: true, message: '请选择角色' }]}>
        <Select options={CHOICES} placeholder="请选择" />
      </Form.Item>
      <Form.Item name="where" label="范围">
        <Select
          options={placesOf(channels)}
          disabled={role === 'system-admin'}
          showSearch={{ optionFilterProp: 'label' }}
          optionRender={indented}
        />
      </Form.Item>
      <Space>
        <Button type="primary" htmlType="submit" loading={isSending}>
          添加
        </Button>
        <Button onClick={onClose}>取消</Button>
      </Space>
    </Form>
  );
}
