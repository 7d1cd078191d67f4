import { Alert, Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { uploadSizeProblem, UPLOAD_LIMITS } from '#rules/files/upload-rule.ts';
import type { ImportState } from '../wire.ts';
import { CallFailed, wordsOf } from '#console/calls/call.ts';
import { useChanged, useSend } from '#console/calls/use-calls.ts';
import { FileDropFor } from '#console/files/FileDrop.tsx';
import { postFile, type Send } from '#console/files/send-file.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { SavedEdition } from '#console/wizard-frame/SavedEdition.tsx';
import { WorkProgress } from '#console/parts/WorkProgress.tsx';
import { ImportThings } from './ImportThings.tsx';

interface Props {
  own: ImportState | null;
  ownKey: string;
  onChange: () => Promise<unknown>;
}

const sendImport: Send<void> = async (file, sending) => {
  const problem = file.size > UPLOAD_LIMITS.transfer ? TOO_LARGE : uploadSizeProblem(file.size, false, file.size);
  if (problem !== '') throw new CallFailed('unfit', problem, { status: 422 });
  return postFile('POST /transfer/import', file, sending);
};

const TOO_LARGE = '文件超过 4 GB，不能在这里上传；请由运维人员用 npm run import-site 导入';

/** Taking in a file of another environment: sent, compared, chosen from, made a draft of. */
export function ImportPanel({ own, ownKey, onChange }: Props) {
  const send = useSend();
  const [failed, setFailed] = useState<unknown>();
  const drop = async (): Promise<void> => {
    setFailed(undefined);
    try {
      await send('DELETE /transfer/import');
    } catch (reason) {
      setFailed(reason);
    }
    await onChange();
  };
  const before = useRef(own?.state);
  const changed = useChanged();
  const navigate = useNavigate();
  useEffect(() => {
    const wasSaving = before.current === 'saving';
    before.current = own?.state;
    if (!wasSaving || own?.state !== 'saved') return;
    void changed();
    void navigate(`/editions/${own.editionId}`);
  }, [own, changed, navigate]);
  const isBusy = own?.state === 'checking' || own?.state === 'saving' || own?.state === 'receiving';
  return (
    <>
      <Panel title="导入">
        <p>
          选择从另一个环境导出的文件。先核对签名，再列出与这里现在公开的内容有哪些差别；在生成稿件以前，什么都不会改变。
        </p>
        <FileDropFor
          label={own?.state === 'ready' ? '换一个文件' : '选择文件'}
          hint="扩展名为 .site，最大 4 GB。"
          accept=".site"
          disabled={isBusy}
          send={sendImport}
          onStored={() => void onChange()}
        />
        {failed !== undefined && <Alert type="error" showIcon className="above-form" title={wordsOf(failed)} />}
        <div aria-live="polite" className="transfer-result">
          {own?.state === 'receiving' && <p className="quiet">{`正在接收“${own.filename}”…`}</p>}
          {own?.state === 'checking' && (
            <WorkProgress title="核对" told={`正在核对“${own.filename}”的签名和内容…`} cancel={drop} />
          )}
          {own?.state === 'saving' && <WorkProgress title="生成稿件" told="正在保存文件、生成稿件…" />}
          {own?.state === 'failed' && <Refused own={own} ownKey={ownKey} onDrop={drop} />}
          {own?.state === 'saved' && own.editionId !== null && (
            <SavedEdition title={`“${own.filename}”已生成稿件`} editionId={own.editionId} />
          )}
        </div>
      </Panel>
      {(own?.state === 'ready' || own?.state === 'saving') && (
        <ImportThings own={own} onChange={onChange} onDrop={drop} />
      )}
    </>
  );
}

/** Why a file is not taken, and what can be done about it. */
function Refused({ own, ownKey, onDrop }: { own: ImportState; ownKey: string; onDrop: () => Promise<void> }) {
  const { stranger } = own;
  return (
    <Alert
      type="error"
      showIcon
      title={`没有接收“${own.filename}”`}
      description={
        <>
          <p>{own.problem}</p>
          {stranger && (
            <div className="stranger">
              <Input readOnly value={stranger.key} aria-label="文件的密钥" onFocus={(event) => event.target.select()} />
              {stranger.key === ownKey ? (
                <p>这是本环境自己导出的文件，应在另一个环境导入。</p>
              ) : (
                <Link to="/settings/senders">打开设置“其他环境的密钥”</Link>
              )}
            </div>
          )}
          <div className="transfer-acts">
            <Button onClick={() => void onDrop()}>知道了</Button>
          </div>
        </>
      }
    />
  );
}
