import { App, Button, Space, Table, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { Link, useNavigate } from 'react-router-dom';
import { mayDo } from '#rules/people/staff-rights.ts';
import type { LegalText } from '#wire/console-answers.ts';
import { lineOf, useChannels } from '../calls/channels.ts';
import { useChanged, useMe, useRead, useSend } from '../calls/use-calls.ts';
import { toClock } from '../parts/clock.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { StateTag } from '../editions/StateTag.tsx';
import './settings.css';

type Version = LegalText['versions'][number];

/** The legal texts and the accessibility statement, each the one article of a channel, with all that was public of them. */
export function LegalTexts() {
  return (
    <Screen
      title="法律文本"
      above={[{ to: '/settings', name: '设置' }]}
      purpose="隐私政策、用户协议、法律声明，以及适老化与无障碍说明的历次版本。版本是文章所标的日期：改动前三份时把发布时间改为新的日期，访客会被要求重新同意。"
    >
      <LegalTextList />
    </Screen>
  );
}

/** Address of a draft, below /console. */
type DraftAt = (editionId: number) => string;

interface Props {
  readAt?: DraftAt;
  /** its form */
  editAt?: DraftAt;
}

/** Each text with its versions, what is being written of it, and the way to a new one. */
export function LegalTextList({
  readAt = (editionId) => `/editions/${editionId}`,
  editAt = (editionId) => `${readAt(editionId)}/edit`,
}: Props) {
  const { data: me } = useMe();
  const channels = useChannels();
  const { data, error, mutate } = useRead('GET /legal-texts');
  const mayWriteIn = (channelId: string) =>
    me !== undefined && mayDo(me.grants, 'content.write', [lineOf(channels.list, channelId)]);
  return (
    <>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      <div className="stack">
        {(data ?? []).map((text) => (
          <Panel key={text.name} title={text.title} extra={mayWriteIn(text.channelId) && actionOf(text, editAt)}>
            {text.editions.map(({ editionId, title, state, publishAt }) => (
              <p key={editionId}>
                <StateTag state={state} publishAt={publishAt} /> <Link to={readAt(editionId)}>{title}</Link>
              </p>
            ))}
            {text.versions.length === 0 ? (
              <Missing text={text} />
            ) : (
              <Table<Version>
                rowKey={({ from, articleId }) => `${articleId} ${from}`}
                size="middle"
                scroll={{ x: 'max-content' }}
                dataSource={text.versions}
                columns={columnsOf(text.path)}
                pagination={text.versions.length > 10 ? { pageSize: 10 } : false}
              />
            )}
          </Panel>
        ))}
      </div>
    </>
  );
}

/** None while a text is being written: another one would leave the first without use. */
function actionOf({ name, channelId, versions: [newest], editions }: LegalText, editAt: DraftAt) {
  if (channelId === '' || editions.length > 0) return undefined;
  return newest?.to === '' ? (
    <LinkButton to={`/content/${newest.articleId}/edit`}>撰写新版本</LinkButton>
  ) : (
    <Space>
      <LinkButton type="default" to={`/content/new?channel=${channelId}`}>
        不用范本撰写
      </LinkButton>
      <FromSkeleton name={name} editAt={editAt} />
    </Space>
  );
}

/** SU7: an edition of its own, in which what only the firm knows is still to be filled in. */
function FromSkeleton({ name, editAt }: Pick<LegalText, 'name'> & { editAt: DraftAt }) {
  const changed = useChanged();
  const send = useSend();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const write = async (): Promise<void> => {
    const { editionId } = await send('POST /legal-skeletons/:name', { name });
    void message.success('已按范本新建稿件，请填好【待填】的各处，交法律合规人员审定');
    void changed();
    await navigate(editAt(editionId));
  };
  return (
    <Button type="primary" onClick={() => void write()}>
      用范本撰写
    </Button>
  );
}

function Missing({ text: { name, channelId, path, title } }: { text: LegalText }) {
  return channelId === '' ? (
    <EmptyNote title={`网站还没有地址为 ${path.slice(1)} 的栏目`}>先建立这个栏目，再在其中发布{title}。</EmptyNote>
  ) : (
    <EmptyNote title={`还没有公开过${title}`}>
      {name === 'accessibility'
        ? '没有公开时，页面只说明网站本身的功能，不代表公司承诺什么。'
        : '没有公开时，网站不会要求访客同意。'}
    </EmptyNote>
  );
}

const columnsOf = (path: string): ColumnsType<Version> => [
  {
    title: '版本',
    dataIndex: 'version',
    className: 'moment',
    render: (version: string, { to }) => (
      <>
        {version} {to === '' && <Tag color="success">现行</Tag>}
      </>
    ),
  },
  { title: '标题', dataIndex: 'title' },
  { title: '生效', dataIndex: 'from', className: 'moment', render: (from: string) => <Moment at={from} /> },
  {
    title: '失效',
    dataIndex: 'to',
    className: 'moment',
    render: (to: string) => (to === '' ? '' : <Moment at={to} />),
  },
  { title: '撰写／批准', key: 'who', render: (_, { writtenBy, approvedBy }) => `${writtenBy}／${approvedBy}` },
  {
    title: '查看',
    key: 'look',
    className: 'moment',
    render: (_, { from }) => (
      <Link to={`/past?${new URLSearchParams({ path, at: toClock(from) }).toString()}`}>当时的页面</Link>
    ),
  },
];
