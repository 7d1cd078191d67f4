import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { endingOf, filenameProblem, filenameWith, readFilename } from '#rules/files/upload-rule.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { LibraryDialog } from '../files/LibraryDialog.tsx';
import { isSameJson } from '#rules/json/same-json.ts';
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
  const [removed, setRemoved] = useState<{ file: Attachment; at: number; left: readonly Attachment[] } | null>(null);
  // a step back of the form may have put it back already
  const isRemoved = removed !== null && isSameJson(removed.left, value);
  const [report, setReport] = useState('');
  const [isChoosing, setChoosing] = useState(false);
  const write = (files: readonly Attachment[]): void => {
    // two uploads may end before the form is drawn again
    list.current = files;
    onChange([...files]);
  };
  const move = (at: number, to: number): void => {
    const file = value[at]!;
    write(value.toSpliced(at, 1).toSpliced(to, 0, file));
    setReport(`${file.filename} 现在是第 ${to + 1} 个`);
  };
  const remove = (at: number): void => {
    const left = value.toSpliced(at, 1);
    setRemoved({ file: value[at]!, at, left });
    write(left);
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
              <Name file={file} onRename={(filename) => write(value.with(at, { ...file, filename }))} />
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
        {isRemoved ? `已移除 ${removed.file.filename} ` : report}
        {isRemoved && (
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
      <p>
        <Button onClick={() => setChoosing(true)}>从图片与文件中选择</Button>
      </p>
      {isChoosing && (
        <LibraryDialog
          onChoose={({ filepath, names }) =>
            write([...list.current, { filepath, filename: filenameWith(endingOf(filepath), names[0]!) }])
          }
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** The name under which visitors see it; the ending says what it is and stays. */
function Name({ file: { filename }, onRename }: { file: Attachment; onRename: (filename: string) => void }) {
  // the accessible name does not change with each letter
  const [called, setCalled] = useState(filename);
  const [typing, setTyping] = useState<string | null>(null);
  const ending = endingOf(filename);
  const wholeOf = (text: string): string => readFilename(filenameWith(ending, text));
  const problemOf = (text: string): string => (text.trim() === '' ? '请填写文件名' : filenameProblem(wholeOf(text)));
  // the typed name, unless the name has become another one, as by a step back
  const isTyped = typing !== null && (problemOf(typing) !== '' || wholeOf(typing) === filename);
  const typed = isTyped ? typing : filename;
  const problem = problemOf(typed);
  const type = (text: string): void => {
    setTyping(text);
    if (problemOf(text) === '' && wholeOf(text) !== filename) onRename(wholeOf(text));
  };
  return (
    <span className="attachment-name">
      <Input
        value={typed}
        status={problem === '' ? '' : 'error'}
        aria-label={`文件名：${called}`}
        aria-invalid={problem !== ''}
        onChange={(event) => type(event.target.value)}
        onBlur={() => (setTyping(null), setCalled(filename))}
        onPressEnter={(event) => (event.preventDefault(), event.currentTarget.blur())}
      />
      {problem !== '' && <span className="upload-problem">{problem}</span>}
    </span>
  );
}
