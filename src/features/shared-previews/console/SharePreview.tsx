import { Alert, App, Button, Form, Input, InputNumber, Tag } from 'antd';
import { useState } from 'react';
import { LONGEST, MOST_DAYS, MOST_OPENED, SHARE_ENDS } from '#rules/editions/shared-previews.ts';
import type { EditionPartProps } from '#console/editions/edition-part.ts';
import { useRead, useSend } from '#console/calls/use-calls.ts';
import { useSubmit } from '#console/calls/use-submit.ts';
import { Confirm } from '#console/parts/Confirm.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { ShownOnce } from '#console/parts/ShownOnce.tsx';
import type { ShareLine } from '../wire.ts';
import './shares.css';

/** days that a link lasts unless more are chosen */
const USUAL_DAYS = 7;

/** SH1, SH2: makes links to the preview of an edition, and lists those that there are. */
export function SharePreview({ editionId, version, isOpen, rights }: EditionPartProps) {
  const { data, error, mutate } = useRead('GET /editions/:editionId/shares', { editionId });
  const [revoking, setRevoking] = useState<ShareLine>();
  const send = useSend();
  const { message } = App.useApp();
  const mayShare = rights.includes('content.write');
  if (data?.links.length === 0 && !(mayShare && isOpen)) return null;
  const revoke = async (): Promise<void> => {
    await send('POST /editions/:editionId/shares/:shareId/revoke', { editionId, shareId: revoking!.shareId });
    void message.success('已收回，链接不再显示任何内容');
    await mutate();
  };
  return (
    <Panel title="分享预览">
      <p className="quiet">
        没有账号的人凭链接看到这一版发布以后访客会看到的样子，可以回复无异议或提出意见。外部的回复不代替审核；稿件发布或作废，链接随即失效。
      </p>
      {mayShare && isOpen && <NewShare key={version} editionId={editionId} version={version} onMade={mutate} />}
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {({ links }) => (
          <ul className="newest share-links" aria-label="已生成的链接">
            {links.map((link) => (
              <ShareItem
                key={link.shareId}
                link={link}
                newest={version}
                onRevoke={mayShare && link.end === null ? () => setRevoking(link) : undefined}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {revoking && (
        <Confirm
          title={`收回给“${revoking.forWhom}”的链接？`}
          action="收回"
          danger
          onConfirm={revoke}
          onClose={() => setRevoking(undefined)}
        >
          链接随即失效，打开的人只看到“预览已经结束”。收回后不能恢复，需要时可以另外生成。已经收到的回复不变。
        </Confirm>
      )}
    </Panel>
  );
}

interface Typed {
  forWhom: string;
  days: number;
}

function NewShare({
  editionId,
  version,
  onMade,
}: Pick<EditionPartProps, 'editionId' | 'version'> & { onMade: () => Promise<unknown> }) {
  const [form] = Form.useForm<Typed>();
  const [made, setMade] = useState<Typed & { link: string }>();
  const send = useSend();
  const { isSending, problem, submit } = useSubmit(form, async (typed: Typed) => {
    const { link } = await send('POST /editions/:editionId/shares', { editionId, version, ...typed });
    setMade({ ...typed, link });
    form.resetFields();
    await onMade();
  });
  return (
    <>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        className="share-form"
        initialValues={{ forWhom: '', days: USUAL_DAYS }}
        onFinish={(values) => void submit(values)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="forWhom"
          label="给谁"
          rules={[{ required: true, whitespace: true, message: '请写明给谁，例如“某律师事务所”' }]}
        >
          <Input maxLength={LONGEST.forWhom} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="days"
          label="有效天数"
          rules={[{ required: true, type: 'integer', min: 1, max: MOST_DAYS, message: `请填写 1 至 ${MOST_DAYS} 天` }]}
        >
          <InputNumber precision={0} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isSending}>
          {`生成第 ${version} 版的链接`}
        </Button>
      </Form>
      {made && (
        <ShownOnce
          title={`给“${made.forWhom}”的链接，${made.days} 天内有效`}
          label="预览的链接"
          value={made.link}
          copyLabel="复制链接"
          description="链接只在这里显示一次，离开后不能再查看。得到链接的人都能打开，请只发给需要看的人。"
        />
      )}
    </>
  );
}

function ShareItem({
  link: { shareId, forWhom, version, madeBy, madeAt, expiresAt, opened, lastOpenedAt, revokedBy, revokedAt, end },
  newest,
  onRevoke,
}: {
  link: ShareLine;
  newest: number;
  onRevoke: (() => void) | undefined;
}) {
  return (
    <li className="share-link">
      <div>
        <strong>
          {`${forWhom}，第 ${version} 版`}{' '}
          {end === null ? <Tag color="success">有效</Tag> : <Tag>{SHARE_ENDS[end]}</Tag>}
        </strong>
        <span>
          {`${madeBy} 于 `}
          <Moment at={madeAt} />
          {' 生成，'}
          {end === 'revoked' ? (
            <>
              {`${revokedBy} 于 `}
              <Moment at={revokedAt} />
              {' 收回'}
            </>
          ) : (
            <>
              <Moment at={expiresAt} />
              {' 到期'}
            </>
          )}
        </span>
        <span>
          {opened === 0 ? '还没有打开过' : `打开过 ${opened.toLocaleString('zh-CN')} 页，最近一次 `}
          {opened > 0 && <Moment at={lastOpenedAt} />}
          {opened > MOST_OPENED / 2 && `（最多 ${MOST_OPENED.toLocaleString('zh-CN')} 页）`}
        </span>
        {end === null && version < newest && (
          <span>{`稿件已改到第 ${newest} 版，这个链接仍显示第 ${version} 版。`}</span>
        )}
      </div>
      {onRevoke && (
        <Button size="small" danger aria-label={`收回给${forWhom}的链接（编号 ${shareId}）`} onClick={onRevoke}>
          收回
        </Button>
      )}
    </li>
  );
}
