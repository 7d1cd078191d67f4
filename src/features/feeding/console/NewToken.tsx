import { Alert, Button, Form, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { addressOf } from '#console/calls/call.ts';
import { useRead, useSend } from '#console/calls/use-calls.ts';
import { useSubmit } from '#console/calls/use-submit.ts';
import { DateBox } from '#console/parts/DateBox.tsx';
import { Failure } from '#console/parts/Failure.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { ShownOnce } from '#console/parts/ShownOnce.tsx';
import './feeding.css';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';

interface Typed {
  name: string;
  registers: string[];
  until: string;
}

interface Made {
  tokenId: number;
  token: string;
  name: string;
}

const ABOVE = [{ to: '/feeding/tokens', name: '报送令牌' }];

/** FD1: a new token, which is shown here once. */
export function NewToken() {
  const [made, setMade] = useState<Made>();
  return (
    <Screen
      title="新建令牌"
      above={ABOVE}
      purpose="令牌代表一个程序。它的名称显示为稿件的撰写人；您见过令牌，因此不能审核它报送的稿件和它的报送规则。"
    >
      {made ? <MadeNote made={made} onNext={() => setMade(undefined)} /> : <TokenForm onMade={setMade} />}
    </Screen>
  );
}

function MadeNote({ made: { tokenId, token, name }, onNext }: { made: Made; onNext: () => void }) {
  return (
    <section className="panel" aria-label="已新建">
      <Alert type="success" showIcon title={`已新建“${name}”的令牌，编号 ${tokenId}`} className="above-form" />
      <ShownOnce
        title="请把令牌交给程序的负责人"
        label="令牌"
        value={token}
        copyLabel="复制令牌"
        description="令牌只在这里显示一次，离开后不能再查看；请当面或通过内部通讯交付，保存在程序的密钥配置中，不要写进程序代码。遗失时请吊销，再新建一个。"
      />
      <Space size="large" wrap>
        <Link to="/feeding/tokens">返回令牌列表</Link>
        <Button onClick={onNext}>再新建一个</Button>
      </Space>
    </section>
  );
}

function TokenForm({ onMade }: { onMade: (made: Made) => void }) {
  const [form] = Form.useForm<Typed>();
  const send = useSend();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const registers = useRead('GET /delivery-registers');
  const { isSending, problem, submit } = useSubmit(form, async (typed: Typed) => {
    const { tokenId, token } = await send('POST /delivery-tokens', typed);
    void mutate(addressOf('GET /delivery-tokens', {}));
    onMade({ tokenId, token, name: typed.name.trim() });
  });
  return (
    <section className="panel" aria-label="新令牌">
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      {registers.error !== undefined && <Failure error={registers.error} retry={() => void registers.mutate()} />}
      <Form
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        className="wide-form"
        initialValues={{ registers: [], until: '' }}
        onFinish={(values) => void submit(values)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="name"
          label="名称"
          rules={[{ required: true, whitespace: true, message: '请输入名称' }]}
          extra="例如“融资融券日报”，显示在稿件和操作记录中"
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="registers"
          label="可以报送的登记表"
          rules={[{ required: true, type: 'array', min: 1, message: '请选择登记表' }]}
        >
          <Select
            mode="multiple"
            loading={!registers.data && registers.error === undefined}
            optionFilterProp="label"
            options={(registers.data ?? []).map(({ register, title }) => ({ value: register, label: title }))}
          />
        </Form.Item>
        <Form.Item
          name="until"
          label="到期日期"
          rules={[{ required: true, message: '请选择到期日期' }]}
          extra="最长一年；当日结束时失效"
        >
          <DateBox />
        </Form.Item>
        <Space className="form-buttons">
          <Button type="primary" htmlType="submit" loading={isSending}>
            新建
          </Button>
          <Button onClick={() => void navigate('/feeding/tokens')}>取消</Button>
        </Space>
      </Form>
    </section>
  );
}
