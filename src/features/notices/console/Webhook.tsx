import { App, Button, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useSearchParams } from 'react-router-dom';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { wordsOf } from '#console/calls/call.ts';
import { PAGED, useMe, useRead, useSend } from '#console/calls/use-calls.ts';
import { DataTable } from '#console/parts/DataTable.tsx';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { listPaging } from '#console/parts/list-paging.ts';
import { Moment } from '#console/parts/Moment.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import type { WebhookLine } from '../wire.ts';

const PAGE_SIZE = 20;
/** milliseconds between two questions */
const EVERY = 15_000;

/** NT6: what another system was sent about the work of staff, with each try's outcome. */
export function Webhook() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(search.get('page') ?? 1)) || 1);
  const onlyFailed = search.get('failed') === '1';
  const answer = useRead(
    'GET /webhook-deliveries',
    { onlyFailed, pageNum: page, pageSize: PAGE_SIZE },
    { ...PAGED, refreshInterval: EVERY },
  );
  const { data: me } = useMe();
  const send = useSend();
  const { message } = App.useApp();
  const { data } = answer;
  const again = async (deliveryId: number): Promise<void> => {
    try {
      await send('POST /webhook-deliveries/:deliveryId/again', { deliveryId });
      await answer.mutate();
      void message.success('几秒内再发送一次');
    } catch (reason) {
      void message.error(wordsOf(reason));
    }
  };
  const mayAgain = me !== undefined && mayDoSomewhere(me.grants, 'people.change');
  const show = ({ page: to = 1, failed = onlyFailed }: { page?: number; failed?: boolean }): void =>
    setSearch({ ...(failed && { failed: '1' }), ...(to > 1 && { page: String(to) }) });
  return (
    <Screen
      title="外发通知"
      purpose={
        data?.host
          ? `稿件等人处理或有进展时，通知发到 ${data.host}。没有送到的在一天内再试六次。`
          : '稿件等人处理或有进展时，可以把通知发到另一个系统，例如企业微信的群机器人。'
      }
      actions={
        <Button onClick={() => show({ failed: !onlyFailed })}>{onlyFailed ? '显示全部' : '只看没有送到的'}</Button>
      }
    >
      <DataTable<WebhookLine>
        answer={answer}
        rowKey="deliveryId"
        rows={data?.list ?? []}
        columns={columnsOf(mayAgain ? again : null)}
        paging={listPaging({
          page,
          total: data?.total ?? 0,
          pageSize: PAGE_SIZE,
          unit: '次',
          turn: (to) => show({ page: to }),
        })}
        empty={
          <EmptyNote title={data?.host === '' ? '没有设置外发' : onlyFailed ? '没有送不到的通知' : '还没有外发过'}>
            {data?.host === '' ? '请系统管理员在服务器设置 NOTICE_WEBHOOK_URL 中写明地址。' : '有通知时会列在这里。'}
          </EmptyNote>
        }
      />
    </Screen>
  );
}

const columnsOf = (again: ((deliveryId: number) => Promise<void>) | null): ColumnsType<WebhookLine> => [
  { title: '时间', dataIndex: 'at', className: 'moment', render: (at: string) => <Moment at={at} /> },
  { title: '通知', dataIndex: 'text' },
  { title: '结果', key: 'outcome', render: (_, line) => <Outcome {...line} /> },
  ...(again
    ? [
        {
          title: '操作',
          key: 'do',
          render: (_: unknown, { deliveryId, takenAt, tries }: WebhookLine) =>
            takenAt === '' &&
            tries > 0 && (
              <Button size="small" onClick={() => void again(deliveryId)} aria-label={`再发送第 ${deliveryId} 次`}>
                再发送
              </Button>
            ),
        },
      ]
    : []),
];

function Outcome({ takenAt, tries, nextAt, outcomes }: WebhookLine) {
  if (takenAt !== '')
    return (
      <div>
        <Tag color="success">已送到</Tag> <Moment at={takenAt} />
        {tries > 1 && <Tries tries={tries} outcomes={outcomes} />}
      </div>
    );
  if (tries === 0) return <Tag>正在发送</Tag>;
  return (
    <div>
      <Tag color={nextAt === '' ? 'error' : 'warning'}>{nextAt === '' ? '没有送到' : '将再试'}</Tag>
      {outcomes.at(-1)?.problem}
      {nextAt !== '' && (
        <div className="quiet">
          下次 <Moment at={nextAt} />
        </div>
      )}
      <Tries tries={tries} outcomes={outcomes} />
    </div>
  );
}

/** NT6: the outcome of each try, the newest first. */
function Tries({ tries, outcomes }: Pick<WebhookLine, 'tries' | 'outcomes'>) {
  return (
    <details>
      <summary>
        {`试过 ${tries} 次`}
        {tries > outcomes.length && `，列出最近 ${outcomes.length} 次`}
      </summary>
      <ul>
        {outcomes.toReversed().map(({ at, problem }) => (
          <li key={at}>
            <Moment at={at} /> {problem === '' ? '已送到' : problem}
          </li>
        ))}
      </ul>
    </details>
  );
}
