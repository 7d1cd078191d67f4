import { grouped } from '#rules/text/grouped-number.ts';
import { Alert, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { fileSize } from '#rules/files/file-size.ts';
import type { ExportState } from '../wire.ts';
import { hrefOf, wordsOf } from '#console/calls/call.ts';
import { useSend } from '#console/calls/use-calls.ts';
import { Moment } from '#console/parts/Moment.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { WorkProgress } from '#console/parts/WorkProgress.tsx';

interface Props {
  own: ExportState | null;
  onChange: () => Promise<unknown>;
}

/** Writing a file for another environment, and fetching it. */
export function ExportPanel({ own, onChange }: Props) {
  const send = useSend();
  const [articles, setArticles] = useState(false);
  const [rows, setRows] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setFailed(undefined);
    try {
      await work();
    } catch (reason) {
      setFailed(reason);
    }
    await onChange();
  };
  const isWriting = own?.state === 'writing';
  return (
    <Panel title="导出">
      <p>
        已发布的栏目、页面、登记表定义和设置，连同它们用到的文件，以此刻为准。人员、客户、稿件、旧地址和各种记录不在其中。
      </p>
      <div className="transfer-choices">
        <Checkbox checked={articles} onChange={(event) => setArticles(event.target.checked)} disabled={isWriting}>
          也带上文章和附件
        </Checkbox>
        {articles && <p className="quiet">须登录才能看的文章也在其中，请像保管数据库一样保管这个文件。</p>}
        <Checkbox checked={rows} onChange={(event) => setRows(event.target.checked)} disabled={isWriting}>
          也带上登记表的数据
        </Checkbox>
        {rows && (
          <p className="quiet">
            以此刻公开的数据行为准，含隐藏的列；在另一个环境会替换整张表的数据，一般只在搭建新环境时选择。
          </p>
        )}
      </div>
      {failed !== undefined && <Alert type="error" showIcon className="above-form" title={wordsOf(failed)} />}
      <Button
        type={own?.state === 'ready' ? 'default' : 'primary'}
        loading={isWriting}
        onClick={() => void act(() => send('POST /transfer/export', { articles, rows }))}
      >
        {isWriting ? '正在生成…' : '生成导出文件'}
      </Button>
      <div aria-live="polite" className="transfer-result">
        {isWriting && <WorkProgress title="导出" told="正在写入导出文件…" />}
        {own?.state === 'failed' && <Alert type="error" showIcon title="没有导出" description={own.problem} />}
        {own?.state === 'ready' && (
          <Alert
            type="success"
            showIcon
            title={own.filename}
            description={
              <>
                <p>
                  {`${grouped(own.things)} 项内容，${own.articles ? '有文章' : '没有文章'}，${own.rows ? '有登记表的数据' : '没有登记表的数据'}，${grouped(own.files)} 个文件，共 ${fileSize(own.size)}；以 `}
                  <Moment at={own.at} />
                  {' 为准。两小时后从服务器上删除。'}
                </p>
                <div className="transfer-acts">
                  <Button type="primary" href={hrefOf('GET /transfer/export', {})} download>
                    下载
                  </Button>
                  <Button onClick={() => void act(() => send('DELETE /transfer/export'))}>从服务器上删除</Button>
                </div>
              </>
            }
          />
        )}
      </div>
    </Panel>
  );
}
