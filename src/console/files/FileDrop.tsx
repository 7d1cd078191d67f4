import { Alert, Button } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { AcceptedFile } from '#wire/console-answers.ts';
import { useTellBusy } from './busy-uploads.ts';
import './files.css';
import { sendFile, type Send } from './send-file.ts';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './use-uploads.ts';

interface Look {
  /** name of the button, such as 添加附件 */
  label: string;
  /** accepted files, in a sentence */
  hint: string;
  /** value of <input accept>; a hint for the file dialog alone */
  accept?: string;
  multiple?: boolean;
  isPicture?: boolean;
  /** bytes, where less is taken than the store takes */
  most?: number;
  disabled?: boolean;
}

const HIDDEN = { display: 'none' } as const;

interface Props extends Look {
  onStored: (file: AcceptedFile) => void;
}

/**
 * Place where files for the store are dropped, or chosen by a button; the report on a stored file stands below (AC3).
 */
export function FileDrop({ onStored, ...props }: Props) {
  const [report, setReport] = useState<readonly string[]>([]);
  const store = (file: AcceptedFile): void => {
    if (file.told !== '') setReport((before) => [...before, `${file.filename}：${file.told}`]);
    onStored(file);
  };
  return (
    <>
      <FileDropFor {...props} send={sendFile} onStored={store} />
      {report.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="status"
          className="file-told"
          title={report.map((words) => (
            <div key={words}>{words}</div>
          ))}
          closable={{ 'aria-label': '知道了', onClose: () => setReport([]) }}
        />
      )}
    </>
  );
}

interface GivenProps<Answer> extends Look {
  send: Send<Answer>;
  onStored: (answer: Answer) => void;
}

/**
 * Place where files are dropped, or chosen by a button; below it those on their way, with progress, cancel and retry.
 */
export function FileDropFor<Answer>({
  label,
  hint,
  accept,
  multiple = false,
  isPicture = false,
  most,
  disabled = false,
  send,
  onStored,
}: GivenProps<Answer>) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isOver, setOver] = useState(false);
  const { uploads, isBusy, add, retry, drop } = useUploads({
    send,
    onStored,
    isPicture,
    ...(most !== undefined && { most }),
  });
  useTellBusy(isBusy);
  const isClosed = disabled || (!multiple && isBusy);
  const take = (files: FileList | null): void => {
    const chosen = [...(files ?? [])];
    if (!isClosed && chosen.length > 0) add(multiple ? chosen : chosen.slice(0, 1));
  };
  useEffect(() => {
    // a file that misses its place would be opened by the browser, and what was typed would be gone
    const stay = (event: DragEvent): void => event.preventDefault();
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
    };
  }, []);
  return (
    <div className="file-drop-place">
      <div
        className={isOver && !isClosed ? 'file-drop over' : 'file-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          // forms show every file input by rules that come later than ours: nothing but this is above them
          style={HIDDEN}
          aria-label={label}
          multiple={multiple}
          accept={accept}
          onChange={(event) => {
            take(event.target.files);
            // the same file may be chosen again once it is mended
            event.target.value = '';
          }}
        />
        {/* one that is disabled would lose the focus */}
        <Button onClick={() => isClosed || input.current?.click()} aria-disabled={isClosed} aria-describedby={id}>
          {label}
        </Button>
        <span id={id} className="file-drop-hint">
          {`也可以把文件拖到这里。${hint}`}
        </span>
      </div>
      <UploadList uploads={uploads} onRetry={retry} onDrop={drop} />
    </div>
  );
}
