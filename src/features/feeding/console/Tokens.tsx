import { App, Button, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { DeliveryToken } from '../wire.ts';
import { useMe, useRead, useSend } from '#console/calls/use-calls.ts';
import { Confirm } from '#console/parts/Confirm.tsx';
import { DataTable } from '#console/parts/DataTable.tsx';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { LinkButton } from '#console/parts/LinkButton.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { TOKEN_STATES } from './delivery-words.ts';
import './feeding.css';

/** FD1: tokens by which programs feed registers. */
export function Tokens() {
  const { data: me } = useMe();
  const answer = useRead('GET /delivery-tokens');
  const registers = useRead('GET /delivery-registers');
  const [revoking, setRevoking] = useState<DeliveryToken>();
  const send = useSend();
  const { message } = App.useApp();
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'people.change');
  const titles = new Map(registers.data?.map(({ register, title }) => [register, title]));
  const revoke = async (): Promise<void> => {
    await send('POST /delivery-tokens/:tokenId/revoke', { tokenId: revoking!.tokenId });
    void message.success(`已吊销“${revoking!.name}”的令牌`);
    await answer.mutate();
  };
  return (
    <Screen
      title="报送令牌"
      purpose="程序凭令牌报送登记表，不登录管理后台。令牌只能报送选定的登记表，到期失效，可以随时吊销；新建时显示一次，系统只保存校验值。新建、吊销和每次使用都写入操作记录。"
      actions={mayChange && <LinkButton to="/feeding/tokens/new">新建令牌</LinkButton>}
    >
      <DataTable<DeliveryToken>
        answer={answer}
        rowKey="tokenId"
        rows={answer.data ?? []}
        columns={columnsOf(titles, mayChange ? setRevoking : null)}
        paging={false}
        empty={
          <EmptyNote title="还没有令牌">
            有程序要报送登记表时，在这里新建令牌，当面或通过内部通讯交给程序的负责人。
          </EmptyNote>
        }
      />
      {revoking && (
        <Confirm
          title={`吊销“${revoking.name}”的令牌？`}
          action="吊销"
          danger
          onConfirm={revoke}
          onClose={() => setRevoking(undefined)}
        >
          程序随即不能再报送；等待按规则发布的报送转为人工审核，已发布的内容不变。吊销后不能恢复，需要时须新建令牌，并为它重新订立报送规则。
        </Confirm>
      )}
    </Screen>
  );
}

const columnsOf = (
  titles: ReadonlyMap<string, string>,
  onRevoke: ((token: DeliveryToken) => void) | null,
): ColumnsType<DeliveryToken> => [
  { title: '编号', dataIndex: 'tokenId' },
  { title: '名称', dataIndex: 'name' },
  {
    title: '可报送的登记表',
    dataIndex: 'registers',
    render: (list: string[]) => list.map((one) => titles.get(one) ?? one).join('、'),
  },
  {
    title: '状态',
    dataIndex: 'state',
    render: (state: DeliveryToken['state'], { revokedBy, revokedAt }) => (
      <>
        <Tag color={TOKEN_STATES[state].color}>{TOKEN_STATES[state].name}</Tag>
        {state === 'revoked' && (
          <div className="quiet">
            {revokedBy} <Moment at={revokedAt} />
          </div>
        )}
      </>
    ),
  },
  { title: '到期', dataIndex: 'expiresAt', className: 'moment', render: (at: string) => <Moment at={at} /> },
  {
    title: '最近使用',
    dataIndex: 'usedAt',
    className: 'moment',
    render: (at: string) => <Moment at={at} none="从未使用" />,
  },
  {
    title: '新建',
    dataIndex: 'madeAt',
    className: 'moment',
    render: (at: string, { madeBy }) => (
      <>
        {madeBy} <Moment at={at} />
      </>
    ),
  },
  ...(onRevoke
    ? [
        {
          title: '操作',
          key: 'acts',
          render: (_: unknown, token: DeliveryToken) =>
            token.state === 'active' && (
              <Button size="small" danger aria-label={`吊销${token.name}`} onClick={() => onRevoke(token)}>
                吊销
              </Button>
            ),
        },
      ]
    : []),
];
