import { Alert, Button, Checkbox, Form, Input, Select, Space } from 'antd';
import { useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ONCE, useRead, useSend } from '#console/calls/use-calls.ts';
import { useSubmit } from '#console/calls/use-submit.ts';
import { Confirm } from '#console/parts/Confirm.tsx';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { readPermalink } from '#rules/registers/row-permalink.ts';
import type { RemovalLook } from '../wire.ts';

interface Typed {
  texts: string;
  reason: string;
}

/** A question to the server, as it was looked for. */
interface Requested {
  texts?: string[];
  cell?: { register: string; key: string[]; field: string };
  files?: string[];
}

/** RE1, RE2: proposes to take away what must not have been public, after everything that it would touch was shown. */
export function NewRemoval() {
  const [given] = useSearchParams();
  const [form] = Form.useForm<Typed>();
  const send = useSend();
  const navigate = useNavigate();
  const [found, setFound] = useState<{ requested: Requested; look: RemovalLook }>();
  const [except, setExcept] = useState<readonly string[]>([]);
  const [files, setFiles] = useState<readonly string[]>([]);
  const fieldId = useId();
  const [isConfirming, setConfirming] = useState(false);
  const [register, row] = [given.get('register') ?? '', given.get('row') ?? ''];
  const facts = useRead('GET /registers/:register', register === '' ? null : { register }, ONCE);
  const [field, setField] = useState('');
  const key = row === '' ? null : readPermalink(row);
  const cell = key && register !== '' && field !== '' ? { register, key, field } : undefined;
  const file = given.get('file');
  const { isSending, problem, submit } = useSubmit(form, async ({ texts }: Typed) => {
    setFound(undefined);
    const lines = texts.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    const requested: Requested = {
      ...(lines.length > 0 && { texts: lines }),
      ...(cell && { cell }),
      ...(file && { files: [file] }),
    };
    const look = await send('POST /removals/look', requested);
    setExcept([]);
    setFiles(file ? [file] : []);
    setFound({ requested, look });
  });
  const propose = async (): Promise<void> => {
    const { editionId } = await send('POST /removals', {
      ...found!.requested,
      reason: form.getFieldValue('reason') as string,
      except: [
        ...except,
        ...found!.look.files.flatMap(({ filepath }) => (files.includes(filepath) ? [] : [`file:${filepath}`])),
      ],
      files: [...files],
    });
    void navigate(`/editions/${editionId}`);
  };
  return (
    <Screen
      title="移除不应公开的内容"
      purpose="用于误公开的个人信息等：从现在和过去的页面、稿件各版、检索、预览和程序保存的内容中一并移除。由您提出，另一人审核，发布时执行，不能收回。只是不再公开，请用“撤下”；内容有误，请修改后发布。"
    >
      <div className="stack">
        <section className="panel" aria-label="要移除什么">
          {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
          {file && <Alert type="info" showIcon className="above-form" title={`文件 ${file}`} />}
          <Form
            form={form}
            layout="vertical"
            className="wide-form"
            validateTrigger={MARKED_WHEN_LEFT}
            initialValues={{ texts: '', reason: '' }}
            onFinish={(typed) => void submit(typed)}
            onValuesChange={(changed: Partial<Typed>) => changed.texts !== undefined && setFound(undefined)}
            scrollToFirstError={{ focus: true }}
          >
            {key && (
              <Form.Item
                label={`登记表“${facts.data?.title ?? register}”中 ${key.join('、')} 这一行的哪一格`}
                htmlFor={fieldId}
                extra="移除这一格现在和以前的值，其他行里同样的值不变；也可以不选，在下面写要移除的文字"
              >
                <Select
                  id={fieldId}
                  allowClear
                  value={field === '' ? null : field}
                  loading={!facts.data && facts.error === undefined}
                  onChange={(chosen?: string) => {
                    setField(chosen ?? '');
                    setFound(undefined);
                  }}
                  options={Object.entries(facts.data?.fields ?? {}).flatMap(([name, { title }]) =>
                    facts.data!.key.includes(name) ? [] : [{ value: name, label: title }],
                  )}
                />
              </Form.Item>
            )}
            <Form.Item
              name="texts"
              label="要移除的文字"
              extra="每行一段，与页面上一字不差，空格不论；纯字母或数字至少八个，太短会误伤其他内容。这些文字只用来查找，不会保存。"
              rules={cell || file ? [] : [{ required: true, whitespace: true, message: '请写出要移除的文字' }]}
            >
              <Input.TextArea rows={3} maxLength={4_000} autoComplete="off" />
            </Form.Item>
            <Form.Item
              name="reason"
              label="原因"
              extra="永久保留在记录中，请不要重复要移除的内容"
              rules={[{ required: true, whitespace: true, message: '请写明原因' }]}
            >
              <Input.TextArea rows={2} maxLength={500} />
            </Form.Item>
            <Button type={found ? 'default' : 'primary'} htmlType="submit" loading={isSending}>
              查找出现在哪里
            </Button>
          </Form>
        </section>
        {found && (
          <FoundPanel
            look={found.look}
            except={except}
            onExcept={setExcept}
            files={files}
            onFiles={setFiles}
            onPropose={() => setConfirming(true)}
          />
        )}
      </div>
      {isConfirming && (
        <Confirm title="提交审核？" action="提交审核" danger onConfirm={propose} onClose={() => setConfirming(false)}>
          <p>
            另一人审核通过并发布后，这些内容立即、永久移除，任何人都不能恢复。移除以前的备份和已导出的文件不会改变，须由系统管理员另行处理。
          </p>
        </Confirm>
      )}
    </Screen>
  );
}

/** Files by the reason for which they are listed. */
const FILES = { named: '文件', import: '导入用的文件', text: '含有这些文字的文件' } as const;

interface FoundProps {
  look: RemovalLook;
  except: readonly string[];
  onExcept: (subjects: readonly string[]) => void;
  files: readonly string[];
  onFiles: (files: readonly string[]) => void;
  onPropose: () => void;
}

function FoundPanel({ look, except, onExcept, files, onFiles, onPropose }: FoundProps) {
  const toggled = (list: readonly string[], one: string): string[] =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  const going = look.things.filter(({ subject }) => !except.includes(subject));
  const isNothing = going.length === 0 && files.length === 0;
  return (
    <Panel title="将会移除">
      {look.missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="above-form"
          title={`第 ${look.missing.map((at) => at + 1).join('、')} 段文字没有在公开过的内容中找到，请与页面上的文字核对后再查找`}
        />
      )}
      <p>勾选的内容中，这些文字换成“［已按规定移除］”，其余不变。同样的文字在别处本应公开的，请取消勾选。</p>
      <ul className="newest">
        {look.things.map(({ subject, title, count, mayStay }) => (
          <li key={subject}>
            <Checkbox
              checked={!except.includes(subject)}
              disabled={!mayStay}
              onChange={() => onExcept(toggled(except, subject))}
            >
              {title}（{count} 处）
            </Checkbox>
          </li>
        ))}
        {look.files.map(({ filepath, filename, why }) => (
          <li key={filepath}>
            <Checkbox checked={files.includes(filepath)} onChange={() => onFiles(toggled(files, filepath))}>
              {`${FILES[why]} ${filename}，整个文件不再保存`}
            </Checkbox>
          </li>
        ))}
      </ul>
      <Space className="form-buttons">
        <Button type="primary" danger disabled={isNothing || look.missing.length > 0} onClick={onPropose}>
          提交审核
        </Button>
      </Space>
    </Panel>
  );
}
