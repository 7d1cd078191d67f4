import { Alert, Button, Form, Input, Radio, Space } from 'antd';
import { useSend } from '#console/calls/use-calls.ts';
import { useSubmit } from '#console/calls/use-submit.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';

interface Values {
  name: string;
  upload: 'folder' | 'zip';
}

/** MI11: name of a new import, and the choice between a folder and a zip. */
export function NewMovingIn({ onClose, onBegun }: { onClose: () => void; onBegun: (importId: string) => void }) {
  const [form] = Form.useForm<Values>();
  const send = useSend();
  const { isSending, problem, submit } = useSubmit(form, async (values) => {
    const { importId } = await send('POST /moving-in', values);
    onBegun(importId);
  });
  return (
    <Panel title="新的迁入">
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      <Form<Values>
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        className="wide-form"
        initialValues={{ name: '', upload: 'folder' }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          label="名称"
          name="name"
          extra="自己看的，如“原官网 2015 至 2020 年新闻”"
          rules={[{ required: true, whitespace: true, message: '请起一个名称' }]}
        >
          <Input maxLength={100} autoFocus />
        </Form.Item>
        <Form.Item label="上传什么" name="upload">
          <Radio.Group
            options={[
              { value: 'folder', label: '整个文件夹' },
              { value: 'zip', label: '一个 zip 压缩包' },
            ]}
          />
        </Form.Item>
        <Space>
          <Button type="primary" htmlType="submit" loading={isSending}>
            开始
          </Button>
          <Button onClick={onClose}>取消</Button>
        </Space>
      </Form>
    </Panel>
  );
}
