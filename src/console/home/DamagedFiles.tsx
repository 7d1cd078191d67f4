import { Button } from 'antd';
import { useState } from 'react';
import type { DamagedFile } from '#wire/console-answers.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';

const WORDS: Readonly<Record<DamagedFile['damage'], string>> = { missing: '缺失', changed: '内容与存入时不同' };

/** Stored files that are not as they were, which visitors are not given; nothing where all are. */
export function DamagedFiles() {
  const { data, error, mutate } = useRead('GET /file-check');
  const send = useSend();
  const [isChecking, setChecking] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!data || data.damaged.length === 0) return null;
  const check = async () => {
    setChecking(true);
    setFailed(undefined);
    try {
      await mutate(await send('POST /file-check'), { revalidate: false });
    } catch (reason) {
      setFailed(reason);
    } finally {
      setChecking(false);
    }
  };
  return (
    <div className="above-form">
      <Panel
        title={`服务器上缺失或损坏的文件（${data.damaged.length}）`}
        extra={
          <Button loading={isChecking} onClick={() => void check()}>
            重新核对
          </Button>
        }
      >
        <p className="quiet">
          这些文件与存入时不一致，网站已停止提供。请联系系统管理员从备份中恢复；手中有原文件的，重新上传同一个文件即可修复。
          {data.checkedAt !== '' && (
            <>
              上次全部核对：
              <Moment at={data.checkedAt} />。
            </>
          )}
        </p>
        {failed !== undefined && <Failure error={failed} retry={() => void check()} />}
        <ul className="newest">
          {data.damaged.map((file) => (
            <li key={file.filepath}>
              <strong>{file.isMaterial ? '客户提交的材料' : file.filename || '未公开的文件'}</strong>
              <div className="quiet">
                {WORDS[file.damage]} · <code>{file.filepath}</code>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
