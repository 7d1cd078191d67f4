import { Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { useChannels } from '#console/calls/channels.ts';
import { PAGED, useRead } from '#console/calls/use-calls.ts';
import {
  begunFrom,
  type Begun,
  type EditionForm,
  type EditProps,
  type FormProblem,
  type FormProps,
} from '#console/editor/edition-form.ts';
import { useFields } from '#console/editor/use-fields.ts';
import { Editor } from '#console/editor/Editor.tsx';
import type { MergeWords } from '#console/merge/merge-words.ts';
import { mergeThreeWay } from '#console/merge/three-way.ts';
import { ChannelSelect } from '#console/parts/ChannelSelect.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { withoutBase } from '#rules/addresses/site-address.ts';
import type { Channel } from '#wire/console-answers.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { withdrawnOf } from '../../changes.ts';
import { article } from '../index.ts';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';

/** Fields of the page in place of an article that is taken from the public. */
interface WithdrawalFields {
  reason: string;
  kind: 'none' | 'channel' | 'article';
  channelId?: string | undefined;
  /** site path without the base */
  path?: string | undefined;
}

const NAMES: Readonly<Record<keyof WithdrawalFields, string>> = {
  reason: '撤下的原因',
  kind: '替代的内容',
  channelId: '替代的栏目',
  path: '替代的文章',
};

const KINDS = [
  { value: 'none', label: '没有' },
  { value: 'article', label: '另一篇文章' },
  { value: 'channel', label: '一个栏目' },
] as const;

/** Required fields, each with its message. */
const REQUIRED = { reason: '请写明撤下的原因', channelId: '请选择栏目', path: '请选择文章' };

const required = ({ reason, kind, channelId = '', path = '' }: WithdrawalFields): [string, string][] => [
  ...(reason.trim() === '' ? [['reason', REQUIRED.reason] as [string, string]] : []),
  ...(kind === 'channel' && channelId === '' ? [['channelId', REQUIRED.channelId] as [string, string]] : []),
  ...(kind === 'article' && path === '' ? [['path', REQUIRED.path] as [string, string]] : []),
];

/** Form of an edition that withdraws an article. @param channels the public ones, as a successor may be one */
function withdrawalForm(articleId: string, title: string, channels: readonly Channel[]): EditionForm<WithdrawalFields> {
  const pathOf = (channelId: string | undefined): string =>
    `/${channels.find((one) => one.channelId === channelId)?.url ?? ''}`;
  return {
    valueOf: (changes) => {
      const [own] = changes.length === 1 ? withdrawnOf(article, changes) : [];
      if (!own) return null;
      const { reason, successor } = own.withdraw;
      if (successor === undefined) return { reason, kind: 'none' };
      const channel = channels.find(({ url }) => `/${url}` === successor);
      return channel
        ? { reason, kind: 'channel', channelId: channel.channelId }
        : { reason, kind: 'article', path: successor };
    },
    changesOf: ({ reason, kind, channelId, path }) => {
      const successor = kind === 'channel' ? pathOf(channelId) : kind === 'article' ? path : undefined;
      return [
        {
          kind: article.name,
          id: articleId,
          withdraw: { reason: reason.trim(), ...(successor !== undefined && { successor }) },
        },
      ];
    },
    titleOf: (_value, { draft }) => draft?.title ?? `撤下：${title}`.slice(0, 200),
    merge: mergeThreeWay,
    missing: (value) => required(value).map(([field, message]): FormProblem => ({ pointer: `/${field}`, message })),
  };
}

interface Props {
  articleId: string;
  /** title of the article */
  title: string;
  /** null: it is begun from the edition */
  begun: Begun<WithdrawalFields> | null;
  edition?: EditProps['edition'] | null;
}

/** Takes a public article back: visitors of its address read the reason, and are led to what stands in for it. */
export function WithdrawalEditor({ articleId, title, begun, edition = null }: Props) {
  const { list } = useChannels();
  // the channel of a successor is known by their list
  if (list.length === 0) return <Loading />;
  const form = withdrawalForm(articleId, title, list);
  return (
    <Editor
      name={edition ? `edition-${edition.editionId}` : `withdraw-${articleId}`}
      form={form}
      begun={begun ?? begunFrom(form, edition!)}
      edition={edition}
      isNew={!edition}
      words={WORDS}
    >
      {(props) => <WithdrawalForm {...props} articleId={articleId} />}
    </Editor>
  );
}

/** An edition that takes an article from the public, gone on with. */
export function EditWithdrawal({ edition }: EditProps) {
  const { id } = withdrawnOf(article, edition.shown.changes)[0]!;
  return (
    <WithdrawalEditor articleId={id} title={edition.titles[`article:${id}`] ?? ''} begun={null} edition={edition} />
  );
}

const WORDS: MergeWords = {
  nameOf: ([field]) => NAMES[field as keyof WithdrawalFields],
  textOf: (_path, value) => KINDS.find((kind) => kind.value === value)?.label ?? String(value ?? ''),
  entryOf: String,
};

function WithdrawalForm({
  articleId,
  value,
  onChange,
  problems,
  attempts,
  resets,
}: FormProps<WithdrawalFields> & { articleId: string }) {
  const { form, typed } = useFields({
    value,
    problems,
    attempts,
    resets,
    fieldOf: ({ pointer = '' }) => pointer.slice(1) as keyof WithdrawalFields,
  });
  return (
    <section className="panel" aria-label="撤下">
      <Form
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        className="wide-form"
        initialValues={value}
        onValuesChange={() => onChange(typed())}
        aria-label="撤下文章"
      >
        <Form.Item
          name="reason"
          label={NAMES.reason}
          extra="访客打开原来的网址时会看到，请写完整的一句话"
          rules={[{ required: true, whitespace: true, message: REQUIRED.reason }]}
        >
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
        <Form.Item name="kind" label={NAMES.kind}>
          <Radio.Group options={[...KINDS]} />
        </Form.Item>
        {value.kind === 'channel' && (
          <Form.Item name="channelId" label={NAMES.channelId} rules={[{ required: true, message: REQUIRED.channelId }]}>
            <ChannelSelect act="content.read" />
          </Form.Item>
        )}
        {value.kind === 'article' && (
          <Form.Item name="path" label={NAMES.path} rules={[{ required: true, message: REQUIRED.path }]}>
            <ArticleSelect without={articleId} />
          </Form.Item>
        )}
      </Form>
    </section>
  );
}

interface SelectProps {
  without: string;
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
    .filter(({ articleId }) => String(articleId) !== without)
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
