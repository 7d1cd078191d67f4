import { Alert, App, Button, Form, Space } from 'antd';
import { useState } from 'react';
import type { Person } from '#wire/console-answers.ts';
import { useDraft } from '../editor/use-draft.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { DraftOffer } from '../editor/DraftOffer.tsx';
import { toGrants, toLines } from './grant-lines.ts';
import { GrantFields, type GrantLine } from './GrantFields.tsx';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';

interface Props {
  person: Person;
  onChanged: () => Promise<void>;
  onDone: () => void;
}

/** Other roles for a person; asked again before they count, because a login ends. */
export function GrantsForm({ person: { staffId, name, grants }, onChanged, onDone }: Props) {
  const [form] = Form.useForm<{ grants: GrantLine[] }>();
  const [confirming, setConfirming] = useState<GrantLine[]>();
  const { data: opening } = useRead('GET /opening');
  const send = useSend();
  const { message } = App.useApp();
  const draft = useDraft<{ grants: GrantLine[] }>(`person-grants-${staffId}`);
  const save = async (): Promise<void> => {
    const { isWaiting } = await send('POST /people/:staffId/grants', { staffId, grants: toGrants(confirming ?? []) });
    draft.drop();
    await onChanged();
    void message.success(isWaiting ? '已提出，等待另一位系统管理员确认' : '角色已更改');
    onDone();
  };
  const take = () => {
    if (draft.found) form.setFieldsValue(draft.found);
    draft.drop();
  };
  return (
    <Form
      form={form}
      validateTrigger={MARKED_WHEN_LEFT}
      layout="vertical"
      initialValues={{ grants: toLines(grants) }}
      onValuesChange={() => draft.keep(form.getFieldsValue())}
      onFinish={(values) => setConfirming(values.grants)}
      scrollToFirstError={{ focus: true }}
    >
      {draft.found && <DraftOffer onTake={take} onDrop={draft.drop} />}
      <Alert
        type="info"
        showIcon
        className="above-form"
        title={`保存后，${name}的登录立即结束，重新登录后新角色生效。`}
      />
      <GrantFields isTitled />
      <Space className="form-buttons">
        <Button type="primary" htmlType="submit">
          保存角色
        </Button>
        <Button
          onClick={() => {
            draft.drop();
            onDone();
          }}
        >
          取消
        </Button>
      </Space>
      {confirming && (
        <Confirm title={`更改${name}的角色？`} action="更改" onConfirm={save} onClose={() => setConfirming(undefined)}>
          {`本人的登录立即结束；${
            opening?.isOpened === false
              ? '初始设置期间，新的角色立即生效'
              : '增加的审核、发布或系统管理角色，由另一位系统管理员确认后生效'
          }；没有保存的内容留在本人的浏览器里，重新登录后可以继续。`}
        </Confirm>
      )}
    </Form>
  );
}
