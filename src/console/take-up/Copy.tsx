import { Alert, Button, Checkbox, Form, Input } from 'antd';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { CopyProposal } from '#wire/take-up-answers.ts';
import { LONG_TIMEOUT } from '../calls/call.ts';
import { ONCE, useChanged, useRead, useSend } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { ChannelSelect } from '../parts/ChannelSelect.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';

const ABOVE = {
  article: { to: '/content', name: '文章' },
  page: { to: '/pages', name: '页面' },
  register: { to: '/registers', name: '登记表' },
} as const;
const NAMES = { article: '文章', page: '页面', register: '登记表' } as const;

/** ED6: a copy of an article, a page or a register, as a new edition. */
export function Copy() {
  const [search] = useSearchParams();
  const { data, error, mutate } = useRead('GET /copy', { subject: search.get('subject') ?? '' }, ONCE);
  return (
    <Screen
      title={data ? `复制${NAMES[data.kind]}` : '复制'}
      above={data ? [ABOVE[data.kind]] : []}
      purpose="以现在公开的内容新建一份稿件，放在另一处。原来的内容不受影响；副本由他人审核、发布以后才会公开。"
    >
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {(proposal) => <CopyForm key={proposal.subject} proposal={proposal} />}
      </Loaded>
    </Screen>
  );
}

interface Fields {
  title: string;
  channelId: string;
  name: string;
  withRows: boolean;
}

function CopyForm({ proposal }: { proposal: CopyProposal }) {
  const { subject, kind, title, name, channelId, rows } = proposal;
  const [form] = Form.useForm<Fields>();
  const send = useSend();
  const changed = useChanged();
  const navigate = useNavigate();
  const { isSending, problem, submit } = useSubmit(form, async ({ name: typed, withRows, ...fields }: Fields) => {
    const { editionId } = await send(
      'POST /copy',
      {
        subject,
        ...fields,
        ...(kind !== 'article' && { name: typed.trim() }),
        ...(kind === 'register' && { withRows }),
      },
      LONG_TIMEOUT,
    );
    void changed();
    void navigate(`/editions/${editionId}`);
  });
  return (
    <Panel title={title === '' ? NAMES[kind] : title.replace(/（副本）$/, '')}>
      <Form
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        className="wide-form"
        initialValues={{ title, name, channelId: channelId || undefined, withRows: rows > 0 }}
        onFinish={(fields) => void submit(fields)}
        aria-label="副本"
      >
        {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
        {(kind !== 'page' || title !== '') && (
          <Form.Item
            name="title"
            label={kind === 'register' ? '登记表的名称' : '标题'}
            rules={[{ required: true, whitespace: true, message: '请填写' }]}
          >
            <Input maxLength={kind === 'register' ? 60 : 200} />
          </Form.Item>
        )}
        <Form.Item
          name="channelId"
          label={kind === 'article' ? '放在哪个栏目' : '在哪个栏目显示'}
          rules={[{ required: true, message: '请选择栏目' }]}
          {...(kind !== 'article' && {
            extra: (
              <>
                所选的栏目应还没有自己的页面。要放在一个新的栏目，请用
                <Link to="/new-channel/copy/content">新建公示栏目：复制已有栏目</Link>。
              </>
            ),
          })}
        >
          <ChannelSelect act={kind === 'article' ? 'content.write' : 'page.change'} />
        </Form.Item>
        {kind !== 'article' && (
          <Form.Item
            name="name"
            label={kind === 'page' ? '页面名' : '登记表的代号'}
            extra="由小写字母、数字和连字符组成，用于接口和下载的地址。已给出一个没有用过的。"
            rules={[{ required: true, whitespace: true, message: '请填写' }]}
          >
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
        )}
        {kind === 'register' && (
          <Form.Item name="withRows" valuePropName="checked">
            <Checkbox disabled={rows === 0}>{`连同现在公示的 ${rows.toLocaleString('zh-CN')} 行数据`}</Checkbox>
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" loading={isSending}>
          新建稿件
        </Button>
      </Form>
    </Panel>
  );
}
