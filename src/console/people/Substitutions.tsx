import { Alert, App, Button, Checkbox, Form, Select, Space } from 'antd';
import { useState } from 'react';
import { ROLE_NAMES, type Grant } from '#rules/people/staff-rights.ts';
import { weighty } from '#rules/people/staff-requests.ts';
import { SUBSTITUTION_DAYS } from '#rules/people/substitutions.ts';
import type { AnswerOf } from '#wire/console-calls.ts';
import { useChannels } from '../calls/channels.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { DateBox } from '../parts/DateBox.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';
import { Panel } from '../parts/Panel.tsx';
import { daysOf, useSubstitutions } from './away.ts';

/** A person whose absence is arranged: oneself, or by an administrator another one. */
interface Whose {
  /** absent: one's own */
  staffId?: number;
  account: string;
  name: string;
  grants: readonly Grant[];
}

type Answer = AnswerOf<'GET /substitutions'>;

/** SI1: who stands in for a person, and the form that arranges it. */
export function Substitutions({ whose, mayArrange }: { whose: Whose; mayArrange: boolean }) {
  const { data, error, mutate } = useSubstitutions();
  const [isArranging, setArranging] = useState(false);
  const isOf = ({ absent, substitute }: Pick<Answer['list'][number], 'absent' | 'substitute'>): boolean =>
    absent.account === whose.account || substitute.account === whose.account;
  const list = data?.list.filter(isOf) ?? [];
  const waiting = data?.waiting.filter(isOf) ?? [];
  const isOwn = whose.staffId === undefined;
  return (
    <Panel
      title={isOwn ? '我不在的时候' : '不在的时候'}
      extra={mayArrange && !isArranging && <Button onClick={() => setArranging(true)}>安排代理人</Button>}
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data && list.length + waiting.length === 0 && !isArranging && (
        <p className="quiet">
          {isOwn
            ? '出差或休假时，可以请一位同事在这几天代为处理您的工作。代理人以自己的账号进行，记录写明代谁；所有人都能看到。'
            : '没有安排。'}
        </p>
      )}
      <SubstitutionList list={list} onChanged={mutate} />
      <WaitingList waiting={waiting} onChanged={mutate} />
      {isArranging && <SubstitutionForm whose={whose} onDone={() => setArranging(false)} onChanged={mutate} />}
    </Panel>
  );
}

/** '审核（全站）、编辑（信息公告）' */
const rolesOf = (grants: readonly Grant[], nameOf: (channelId: string) => string): string =>
  grants.map(({ role, channelId }) => `${ROLE_NAMES[role]}（${nameOf(channelId)}）`).join('、');

/** Lines of those that are under way or to come, each with its end. */
export function SubstitutionList({ list, onChanged }: { list: Answer['list']; onChanged: () => Promise<unknown> }) {
  const { nameOf } = useChannels();
  const [ending, setEnding] = useState<Answer['list'][number]>();
  const send = useSend();
  const { message } = App.useApp();
  const end = async (substitutionId: number): Promise<void> => {
    await send('POST /substitutions/:substitutionId/end', { substitutionId });
    await onChanged();
    void message.success('代理已结束');
  };
  return (
    <>
      <ul className="newest">
        {list.map((one) => (
          <li key={one.substitutionId}>
            <strong>{`${one.absent.name}不在，由${one.substitute.name}代理`}</strong>
            <span>{`${daysOf(one)}${one.hasBegun ? '，正在进行' : '，尚未开始'}`}</span>
            <span>{rolesOf(one.grants, nameOf)}</span>
            {one.mayEnd && (
              <Button size="small" onClick={() => setEnding(one)}>
                {one.hasBegun ? '提前结束' : '取消'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <Confirm
          title={`结束${ending.substitute.name}对${ending.absent.name}的代理？`}
          action="结束代理"
          danger
          onConfirm={() => end(ending.substitutionId)}
          onClose={() => setEnding(undefined)}
        >
          代理人立即不再有这些角色。已经进行的审核和发布仍然有效。
        </Confirm>
      )}
    </>
  );
}

function WaitingList({ waiting, onChanged }: { waiting: Answer['waiting']; onChanged: () => Promise<unknown> }) {
  const { nameOf } = useChannels();
  const [withdrawing, setWithdrawing] = useState<number>();
  const send = useSend();
  const withdraw = async (requestId: number): Promise<void> => {
    await send('POST /substitution-requests/:requestId/withdraw', { requestId });
    await onChanged();
  };
  return (
    <>
      <ul className="newest">
        {waiting.map((one) => (
          <li key={one.requestId}>
            <strong>{`${one.absent.name}不在，由${one.substitute.name}代理：等待系统管理员确认`}</strong>
            <span>{daysOf(one)}</span>
            <span>{rolesOf(one.grants, nameOf)}</span>
            {one.isOwn && (
              <Button size="small" onClick={() => setWithdrawing(one.requestId)}>
                收回
              </Button>
            )}
          </li>
        ))}
      </ul>
      {withdrawing !== undefined && (
        <Confirm
          title="收回这项代理？"
          action="收回"
          onConfirm={() => withdraw(withdrawing)}
          onClose={() => setWithdrawing(undefined)}
        >
          请求不再有效，需要时可以重新提出。
        </Confirm>
      )}
    </>
  );
}

interface Values {
  substituteId?: number;
  from?: string;
  until?: string;
  grants?: string[];
}

const keyOf = ({ role, channelId }: Grant): string => `${role} ${channelId}`;

function SubstitutionForm({
  whose: { staffId, name, grants },
  onDone,
  onChanged,
}: {
  whose: Whose;
  onDone: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const [form] = Form.useForm<Values>();
  const { nameOf } = useChannels();
  const { data: people = [] } = useRead('GET /stand-ins', staffId === undefined ? {} : { absentId: staffId });
  const send = useSend();
  const { message } = App.useApp();
  const { isSending, problem, submit } = useSubmit<Values>(
    form,
    async ({ substituteId, from = '', until = '', ...values }) => {
      const { isWaiting } = await send('POST /substitutions', {
        ...(staffId !== undefined && { absentId: staffId }),
        substituteId: substituteId!,
        from,
        until,
        grants: grants.filter((one) => values.grants?.includes(keyOf(one))),
      });
      await onChanged();
      void message.success(isWaiting ? '已提出，等待系统管理员确认' : '已安排，大家会收到通知');
      onDone();
    },
  );
  if (grants.length === 0) return <p>{`${name}没有可以代理的角色。`}</p>;
  return (
    <Form
      form={form}
      layout="vertical"
      validateTrigger={MARKED_WHEN_LEFT}
      initialValues={{ grants: grants.map(keyOf) }}
      onFinish={(values) => void submit(values)}
      scrollToFirstError={{ focus: true }}
    >
      <p className="quiet above-form">
        {`开始和结束的两天都算在内，按北京时间；一次最多 ${SUBSTITUTION_DAYS.most} 天，到期自动结束。`}
        {weighty(grants).length > 0 && '代理人因此得到审核、发布或系统管理角色的，由另一位系统管理员确认后生效。'}
      </p>
      {problem !== '' && <Alert type="error" showIcon className="above-form" title={problem} />}
      <Form.Item name="substituteId" label="由谁代理" rules={[{ required: true, message: '请选择由谁代理' }]}>
        <Select
          placeholder="请选择"
          showSearch={{ optionFilterProp: 'label' }}
          options={people.map((one) => ({ value: one.staffId, label: `${one.name}（${one.account}）` }))}
        />
      </Form.Item>
      <Space wrap align="start">
        <Form.Item name="from" label="从哪一天起" rules={[{ required: true, message: '请选择从哪一天起不在' }]}>
          <DateBox />
        </Form.Item>
        <Form.Item name="until" label="到哪一天为止" rules={[{ required: true, message: '请选择到哪一天为止' }]}>
          <DateBox />
        </Form.Item>
      </Space>
      {/* a group of boxes may not be called required: the rule alone says so */}
      <Form.Item
        name="grants"
        label="代理哪些角色"
        required={false}
        rules={[{ required: true, message: '请至少选择一个角色' }]}
      >
        <Checkbox.Group
          className="stacked-choices"
          options={grants.map((one) => ({
            value: keyOf(one),
            label: rolesOf([one], nameOf),
          }))}
        />
      </Form.Item>
      <Space className="form-buttons">
        <Button type="primary" htmlType="submit" loading={isSending}>
          安排
        </Button>
        <Button onClick={onDone}>取消</Button>
      </Space>
    </Form>
  );
}
