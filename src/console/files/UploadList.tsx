import { Button } from 'antd';
import { fileSize } from '#rules/files/file-size.ts';
import type { Upload } from './use-uploads.ts';

interface Props {
  uploads: readonly Upload[];
  onRetry: (id: number) => void;
  onDrop: (id: number) => void;
}

/** Files on their way, and those that were not taken, with the reason. */
export function UploadList({ uploads, onRetry, onDrop }: Props) {
  if (uploads.length === 0) return null;
  return (
    <ul className="upload-list" aria-label="正在上传的文件">
      {uploads.map(({ id, filename, total, sent, state, problem, canRetry }) => (
        <li key={id}>
          <span className="upload-name">{filename}</span>
          {state === 'failed' ? (
            <span role="alert" className="upload-problem">
              {problem}
            </span>
          ) : (
            <>
              <progress max={Math.max(total, 1)} value={sent} aria-label={`${filename}的上传进度`} />
              <span className="upload-sent">
                {state === 'waiting'
                  ? '等待上传'
                  : sent >= total
                    ? '正在检查…'
                    : `${fileSize(sent)} / ${fileSize(total)}`}
              </span>
            </>
          )}
          <span className="upload-acts">
            {canRetry && (
              <Button size="small" onClick={() => onRetry(id)} aria-label={`重试上传 ${filename}`}>
                重试
              </Button>
            )}
            <Button
              size="small"
              type="text"
              onClick={() => onDrop(id)}
              aria-label={state === 'failed' ? `从列表中去掉 ${filename}` : `取消上传 ${filename}`}
            >
              {state === 'failed' ? '去掉' : '取消'}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
