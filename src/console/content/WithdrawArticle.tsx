import { Alert, App, Button, Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { EDITION_STATES } from '#rules/edition-steps.ts';
import { withoutBase } from '#rules/site-address.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { useChannels } from '../calls/channels.ts';
import { useDraft } from '../calls/use-draft.ts';
import { PAGED, useRead, useSend } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Screen } from '../parts/Screen.tsx';
import { ChannelSelect } from '../parts/ChannelSelect.tsx';
import { article as articleKind, type ArticleDocument } from '#kinds/article/index.ts';
import { documentIn } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import type { PublicContent } from '#wire/edition-answers.ts';

interface Fields {
  reason: string;
  kind: 'none' | 'channel' | 'article';
  channelId?: string;
  /** site path without the base */
  path?: string;
}

/** Takes a public article back: visitors of its address read the reason, and are led to what stands in for it. */
export function WithdrawArticle() {
  const { articleId = '' } = useParams();
  const { data, error, mutate } = useRead('GET /public-content', { subject: `article:${articleId}` });
  const article = documentIn(articleKind, data?.change);
  return (
    <Screen
      title="撤下文章"
      above={[{ to: '/content', name: '文章' }]}
      purpose="撤下后，列表中不再有这篇文章；打开原来的网址，会看到撤下的原因和替代的内容。保存后先成为一份稿件，审核并发布以前文章照常公开；也可以定时发布，到时自动撤下。撤下以后要再公开，须另发一篇。"
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data &&
        (article ? (
          <Withdrawal article={article} found={data} />
        ) : (
          <EmptyNote title="没有这篇公开的文章">它可能已经撤下。</EmptyNote>
        ))}
    </Screen>
  );
}

function Withdrawal({ article, found: { mark, open } }: { article: ArticleDocument; found: PublicContent }) {
  const [form] = Form.useForm<Fields>();
  const send = useSend();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { list } = useChannels();
  const { nameOf } = useChannels();
  const draft = useDraft<Fields>(`withdraw-${article.articleId}`);
  const kind = Form.useWatch('kind', form) ?? draft.found?.kind ?? 'none';
  const { isSending, problem, submit } = useSubmit<Fields>(form, async ({ reason, channelId, path }) => {
    const successor =
      kind === 'channel'
        ? `/${list.find((one) => one.channelId === channelId)?.url ?? ''}`
        : kind === 'article'
          ? path
          : undefined;
    const change: Change = {
      kind: articleKind.name,
      id: String(article.articleId),
      withdraw: { reason: reason.trim(), ...(successor !== undefined && { successor }) },
    };
    const { editionId } = await send('POST /editions', {
      title: `撤下：${article.title}`.slice(0, 200),
      changes: [change],
      base: { [`article:${article.articleId}`]: mark },
    });
    draft.drop();
    void message.success('已保存为稿件，请提交审核');
    void navigate(`/editions/${editionId}`);
  });
  return (
    <section className="panel" aria-label="撤下">
      {open && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title={`这篇文章已有一份稿件（${EDITION_STATES[open.state]}）`}
          description={<Link to={`/editions/${open.editionId}`}>{open.title}</Link>}
        />
      )}
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      <p>{`《${article.title}》，${nameOf(article.channelId)}`}</p>
      <Form
        form={form}
        layout="vertical"
        className="wide-form"
        initialValues={draft.found ?? { kind: 'none', reason: '' }}
        onValuesChange={(_, fields) => draft.keep(fields as Fields)}
        onFinish={(fields) => void submit(fields)}
        aria-label="撤下文章"
      >
        <Form.Item
          name="reason"
          label="撤下的原因"
          extra="访客打开原来的网址时会看到，请写完整的一句话"
          rules={[{ required: true, whitespace: true, message: '请写明撤下的原因' }]}
        >
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
        <Form.Item name="kind" label="替代的内容">
          <Radio.Group
            options={[
              { value: 'none', label: '没有' },
              { value: 'article', label: '另一篇文章' },
              { value: 'channel', label: '一个栏目' },
            ]}
          />
        </Form.Item>
        {kind === 'channel' && (
          <Form.Item name="channelId" label="替代的栏目" rules={[{ required: true, message: '请选择栏目' }]}>
            <ChannelSelect act="content.read" />
          </Form.Item>
        )}
        {kind === 'article' && (
          <Form.Item name="path" label="替代的文章" rules={[{ required: true, message: '请选择文章' }]}>
            <ArticleSelect without={article.articleId ?? 0} />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" loading={isSending}>
          保存为稿件
        </Button>
      </Form>
    </section>
  );
}

interface SelectProps {
  without: number;
  /** given by the form's field */
  id?: string;
  value?: string;
  onChange?: (path: string) => void;
}

/** A public article found by words of its title, as its site path. */
function ArticleSelect({ without, ...given }: SelectProps) {
  const [words, setWords] = useState('');
  const { data, isLoading } = useRead('GET /articles', { words, pageSize: 20 }, PAGED);
  const options = (data?.list ?? [])
    .filter(({ articleId }) => articleId !== without)
    .map(({ path, title }) => ({ value: withoutBase(SITE_BASE, path) ?? path, label: title }));
  return (
    <Select
      {...given}
      loading={isLoading}
      options={options}
      showSearch={{ filterOption: false, onSearch: setWords }}
      placeholder="输入标题中的文字查找"
      notFoundContent="没有找到文章"
      popupMatchSelectWidth={false}
    />
  );
}
