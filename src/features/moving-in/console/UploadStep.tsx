import { Alert, Button } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fileSize } from '#rules/files/file-size.ts';
import { limitWords, MOVING_IN_LIMITS } from '../moving-in-limits.ts';
import { wordsOf } from '#console/calls/call.ts';
import { useSend } from '#console/calls/use-calls.ts';
import '#console/files/files.css';
import { Panel } from '#console/parts/Panel.tsx';
import { chosenFiles, droppedFiles, wantedFiles, type FolderFile } from './folder-entries.ts';
import { JobProgress } from './JobProgress.tsx';
import { StepButtons, type StepProps } from './MovingInScreen.tsx';
import { addressOf } from './steps.ts';
import { useImportUpload } from './use-import-upload.ts';

const HIDDEN = { display: 'none' } as const;

/** MI11: files of an import: chosen, being sent, complete. */
export function UploadStep({ found, again }: StepProps) {
  const { importId, job, folder } = found;
  const navigate = useNavigate();
  const onNext = (): void => void navigate(addressOf(importId, 'form'));
  if (folder)
    return (
      <>
        <Panel title="已上传的文件">
          <dl className="facts">
            <dt>文件</dt>
            <dd>{`${folder.files.toLocaleString('zh-CN')} 个，${fileSize(folder.bytes)}`}</dd>
            {folder.left > 0 && (
              <>
                <dt>没有收进来的</dt>
                <dd>{`${folder.left} 个系统自带的隐藏文件`}</dd>
              </>
            )}
            <dt>可能是列表的</dt>
            <dd>{folder.lists.length === 0 ? '没有' : `${folder.lists.length} 个`}</dd>
            <dt>网页</dt>
            <dd>{`${folder.pages.reduce((sum, { count }) => sum + count, 0).toLocaleString('zh-CN')} 个`}</dd>
          </dl>
          <p className="quiet">只换列表，在“检查和保存”里；要换其他文件，请新建一次迁入，对应关系可以从这一次复制。</p>
        </Panel>
        <StepButtons importId={importId} step="upload" onNext={onNext} />
      </>
    );
  return (
    <>
      {job && <JobProgress importId={importId} job={job} again={again} />}
      {job?.state !== 'running' && <Chosen found={found} again={again} />}
    </>
  );
}

function Chosen({ found: { importId, upload, job }, again }: StepProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState('');
  const send = useSend();
  const onDone = useCallback(() => void again(), [again]);
  const { progress, sendFolder, sendZip, stop } = useImportUpload(importId, onDone);
  const isSending = progress.state === 'sending';
  const isZip = upload === 'zip';
  useEffect(() => {
    // a file that misses its place would be opened by the browser
    const stay = (event: DragEvent): void => event.preventDefault();
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
    };
  }, []);
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
  const take = (given: readonly FolderFile[]): void => {
    if (isSending || given.length === 0) return;
    setProblem('');
    if (isZip) {
      const [{ file } = { file: undefined }] = given;
      if (given.length > 1 || !file || !/\.zip$/i.test(file.name)) setProblem('请选择一个 .zip 压缩包');
      else if (file.size > MOVING_IN_LIMITS.zip)
        setProblem(`压缩包有 ${fileSize(file.size)}，最大 ${limitWords(MOVING_IN_LIMITS.zip)}；请分成几个，分几次迁入`);
      else void sendZip(file);
      return;
    }
    const { wanted, problem: wrong } = wantedFiles(given);
    const bytes = wanted.reduce((sum, { file }) => sum + file.size, 0);
    const large = wanted.find(({ file }) => file.size > MOVING_IN_LIMITS.file);
    if (wrong !== '') setProblem(wrong);
    else if (wanted.length === 0) setProblem('这个文件夹里没有可以迁入的文件');
    else if (wanted.length > MOVING_IN_LIMITS.files)
      setProblem(`有 ${wanted.length} 个文件，一次迁入最多 ${MOVING_IN_LIMITS.files} 个；请分成几次`);
    else if (large)
      setProblem(`“${large.path}”有 ${fileSize(large.file.size)}，每个文件最大 ${limitWords(MOVING_IN_LIMITS.file)}`);
    else if (bytes > MOVING_IN_LIMITS.bytes)
      setProblem(`合计 ${fileSize(bytes)}，一次迁入最大 ${limitWords(MOVING_IN_LIMITS.bytes)}；请分成几次`);
    else void sendFolder(wanted);
  };
  const finish = async (): Promise<void> => {
    try {
      await send('POST /moving-in/:importId/uploaded', { importId });
      await again();
    } catch (reason) {
      setProblem(wordsOf(reason));
    }
  };
  return (
    <Panel title={isZip ? '选择压缩包' : '选择文件夹'}>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      <div
        className={isOver && !isSending ? 'file-drop over' : 'file-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void droppedFiles(event.dataTransfer).then(take, () => setProblem('文件夹没有读成功，请重新选择'));
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          // later rules of forms show every file input: only this overrides them
          style={HIDDEN}
          tabIndex={-1}
          aria-hidden
          {...(isZip ? { accept: '.zip' } : { webkitdirectory: '' })}
          onChange={({ target }) => {
            take(target.files ? chosenFiles(target.files) : []);
            target.value = '';
          }}
        />
        <Button disabled={isSending} onClick={() => input.current?.click()}>
          {isZip ? '选择压缩包' : '选择文件夹'}
        </Button>
        <span className="file-drop-hint">
          {isZip
            ? `或拖到这里。zip 格式，最大 ${limitWords(MOVING_IN_LIMITS.zip)}，不设密码。`
            : `或把文件夹拖到这里。最多 ${MOVING_IN_LIMITS.files.toLocaleString('zh-CN')} 个文件，合计 ${limitWords(MOVING_IN_LIMITS.bytes)}。`}
        </span>
      </div>
      <div aria-live="polite" className="moving-in-live">
        {progress.state !== 'idle' && (
          <div className="work-progress">
            <progress max={Math.max(progress.bytes, 1)} value={progress.sent} aria-label="上传进度" />
            <span>
              {`${fileSize(progress.sent)} / ${fileSize(progress.bytes)}`}
              {progress.of > 1 &&
                `，${progress.files.toLocaleString('zh-CN')} / ${progress.of.toLocaleString('zh-CN')} 个文件`}
            </span>
            {isSending && <Button onClick={stop}>取消</Button>}
          </div>
        )}
        {progress.state === 'stopped' && (
          <Alert
            type={progress.problem === '' ? 'info' : 'error'}
            showIcon
            title={progress.problem || '上传已停止'}
            description={isZip ? '请重新选择压缩包。' : '重新选择同一个文件夹即可继续：已上传的文件不会再传。'}
          />
        )}
      </div>
      {!isZip && !isSending && job && (
        <p>
          文件已全部上传，只是没有整理成功时，可以
          <Button type="link" size="small" onClick={() => void finish()}>
            重新整理
          </Button>
        </p>
      )}
    </Panel>
  );
}
