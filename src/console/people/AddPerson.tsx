import { Alert, Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { addressOf } from '../calls/call.ts';
import { useDraft } from '../editor/use-draft.ts';
import { useChanged, useSend } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { DraftOffer } from '../editor/DraftOffer.tsx';
import { OneTimeLink } from '../parts/OneTimeLink.tsx';
import { Screen } from '../parts/Screen.tsx';
import { toGrants } from './grant-lines.ts';
import { SITE } from './grant-places.ts';
import { GrantFields, type GrantLine } from './GrantFields.tsx';
import { ACCOUNT_RULE } from '../parts/account-rule.ts';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';

interface NewPerson {
  account: string;
  name: string;
  grants: GrantLine[];
}

interface Added {
  staffId: number;
  link: string;
  name: string;
  isWaiting: boolean;
}

const ABOVE = [{ to: '/people', name: '人员' }];

/** A new account, and the link by which its owner sets the password. */
export function AddPerson() {
  return (
    <Screen
      title="添加人员"
      above={ABOVE}
      purpose="建立账号并给出角色。系统不会给出密码：保存后得到一个一次性链接，由本人打开并设置自己的密码。账号保存后不能更改。"
    >
      <NewPersonForm />
    </Screen>
  );
}

/** The form of a new person, and then what is told of them. */
export function NewPersonForm({ isWithin = false }: { /** another screen */ isWithin?: boolean }) {
  const [added, setAdded] = useState<Added>();
  return added ? (
    <AddedNote added={added} onNext={() => setAdded(undefined)} />
  ) : (
    <AddForm onAdded={setAdded} isWithin={isWithin} />
  );
}

function AddedNote({ added: { staffId, link, name, isWaiting }, onNext }: { added: Added; onNext: () => void }) {
  return (
    <section className="panel" aria-label="已添加">
      <Alert type="success" showIcon title={`已添加${name}`} className="above-form" />
      {isWaiting && (
        <Alert
          type="info"
          showIcon
          className="above-form"
          title="审核、发布和系统管理的角色等待另一位系统管理员确认，列在“人员”页面的“待确认”中。"
        />
      )}
      <OneTimeLink link={link} name={name} />
      <Space size="large">
        <Link to={`/people/${staffId}`}>查看{name}</Link>
        <Link to="/people">返回人员列表</Link>
        <Button onClick={onNext}>再添加一位</Button>
      </Space>
    </section>
  );
}

function AddForm({ onAdded, isWithin }: { onAdded: (added: Added) => void; isWithin: boolean }) {
  const [form] = Form.useForm<NewPerson>();
  const send = useSend();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const changed = useChanged();
  const draft = useDraft<NewPerson>('person-new');
  const { isSending, problem, submit } = useSubmit(form, async ({ account, name, grants }) => {
    const { staffId, link, isWaiting } = await send('POST /people', { account, name, grants: toGrants(grants) });
    // within two seconds the list would else be taken for fresh, and lack whoever was just added
    void mutate(addressOf('GET /people', {}));
    void changed();
    draft.drop();
    onAdded({ staffId, link, name: name.trim(), isWaiting });
  });
  const take = () => {
    if (draft.found) form.setFieldsValue(draft.found);
    draft.drop();
  };
  return (
    <section className="panel" aria-label="新人员">
      {isWithin && (
        <header className="panel-head">
          <h2>添加人员</h2>
        </header>
      )}
      {draft.found && <DraftOffer onTake={take} onDrop={draft.drop} />}
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      <Form
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        className="wide-form"
        initialValues={{ grants: [{ where: SITE }] }}
        onValuesChange={(_, all) => draft.keep(all)}
        onFinish={(values) => void submit(values)}
        scrollToFirstError={{ focus: true }}
      >
        <div className="field-pair">
          <Form.Item
            name="name"
            label="姓名"
            rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}
            extra="显示在发布记录和操作记录中"
          >
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="account"
            label="账号"
            validateTrigger="onBlur"
            rules={[ACCOUNT_RULE]}
            extra="3 至 32 位小写字母、数字、点或连字符"
          >
            <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Form.Item>
        </div>
        <GrantFields />
        <Space className="form-buttons">
          <Button type="primary" htmlType="submit" loading={isSending}>
            添加
          </Button>
          {!isWithin && <Button onClick={() => void navigate('/people')}>取消</Button>}
        </Space>
      </Form>
    </section>
  );
}
