import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { endingOf, filenameProblem, readFilename } from '#rules/upload-rule.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { fileHref } from '../files/send-file.ts';
import type { Attachment } from '#kinds/article/index.ts';

interface Props {
  /** given by the form's field */
  value?: readonly Attachment[];
  onChange?: (files: Attachment[]) => void;
}

/** Attachments of an article: uploaded with progress, put in order, renamed and removed, by keyboard, too. */
export function Attachments({ value = [], onChange = () => {} }: Props) {
  const list = useRef(value);
  useEffect(() => {
    list.current = value;
  });
  const [removed, setRemoved] = useState<{ file: Attachment; at: number } | null>(null);
  const [told, setTold] = useState('');
  const write = (files: readonly Attachment[]): void => {
    // two uploads may end before the form is drawn again
    list.current = files;
    onChange([...files]);
  };
  const move = (at: number, to: number): void => {
    const file = value[at]!;
    write(value.toSpliced(at, 1).toSpliced(to, 0, file));
    setTold(`${file.filename} 现在是第 ${to + 1} 个`);
  };
  const remove = (at: number): void => {
    setRemoved({ file: value[at]!, at });
    write(value.toSpliced(at, 1));
  };
  const putBack = (): void => {
    if (removed) write(value.toSpliced(removed.at, 0, removed.file));
    setRemoved(null);
  };
  return (
    <div className="attachments">
      {value.length > 0 && (
        <ol aria-label="附件">
          {value.map((file, at) => (
            // the same file may be attached under two names
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${file.filepath} ${at}`}>
              <Name
                key={file.filename}
                file={file}
                onRename={(filename) => write(value.with(at, { ...file, filename }))}
              />
              <span className="upload-acts">
                <Button
                  size="small"
                  type="text"
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                  aria-label={`上移 ${file.filename}`}
                >
                  上移
                </Button>
                <Button
                  size="small"
                  type="text"
                  disabled={at === value.length - 1}
                  onClick={() => move(at, at + 1)}
                  aria-label={`下移 ${file.filename}`}
                >
                  下移
                </Button>
                {file.filepath !== '' && (
                  <Button
                    size="small"
                    type="text"
                    href={fileHref(file.filepath, file.filename)}
                    target="_blank"
                    aria-label={`打开 ${file.filename}`}
                  >
                    打开
                  </Button>
                )}
                <Button size="small" type="text" danger onClick={() => remove(at)} aria-label={`移除 ${file.filename}`}>
                  移除
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      <p aria-live="polite" className="quiet">
        {removed ? `已移除 ${removed.file.filename} ` : told}
        {removed && (
          <Button size="small" type="link" onClick={putBack}>
            撤销移除
          </Button>
        )}
      </p>
      <FileDrop
        label="添加附件"
        hint="可以一次选择多个，每个最大 100 MB。"
        multiple
        onStored={({ filename, filepath }) => write([...list.current, { filename, filepath }])}
      />
    </div>
  );
}

/** The name under which visitors see it; the ending says what it is and stays. */
function Name({ file: { filename }, onRename }: { file: Attachment; onRename: (filename: string) => void }) {
  const [typed, setTyped] = useState(filename);
  const ending = endingOf(filename);
  const whole = readFilename(endingOf(typed) === ending ? typed : `${typed.trim()}.${ending}`);
  const problem = typed.trim() === '' ? '请填写文件名' : filenameProblem(whole);
  return (
    <span className="attachment-name">
      <Input
        value={typed}
        status={problem === '' ? '' : 'error'}
        aria-label={`文件名：${filename}`}
        aria-invalid={problem !== ''}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => (problem === '' ? whole !== filename && onRename(whole) : setTyped(filename))}
        onPressEnter={(event) => (event.preventDefault(), event.currentTarget.blur())}
      />
      {problem !== '' && <span className="upload-problem">{problem}</span>}
    </span>
  );
}
