import type { Editor } from '@tiptap/core';
import { Button, Checkbox, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { PICTURES } from '#rules/files/upload-rule.ts';
import { CallFailed } from '../calls/call.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { LibraryDialog } from '../files/LibraryDialog.tsx';
import { UploadList } from '../files/UploadList.tsx';
import { sendFile } from '../files/send-file.ts';
import { useUploads } from '../files/use-uploads.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { shownSource } from './editor-extensions.ts';

interface Props {
  editor: Editor;
  /** a picture that was pasted or dropped */
  file: File | null;
  onClose: () => void;
}

/** A picture of the text: the file, and what it shows in words, for those who do not see it. */
export function ImageDialog({ editor, file, onClose }: Props) {
  const [source, setSource] = useState(() => (file ? '' : String(editor.getAttributes('image').src ?? '')));
  const [words, setWords] = useState(() => (file ? '' : String(editor.getAttributes('image').alt ?? '')));
  const [isPlain, setPlain] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const taken = ({ filepath }: { filepath: string }): void =>
    setSource(PICTURES.includes(filepath.split('.').at(-1)!) ? FILE_BASE + filepath : '');
  const insert = async (): Promise<void> => {
    if (source === '') throw new CallFailed('image', '请先选择图片，等它上传完');
    if (words.trim() === '' && !isPlain)
      throw new CallFailed('alt', '请用一句话说明图片的内容，看不见图片的人靠它了解；只作装饰的图片请勾选“只作装饰”');
    const attributes = { src: source, alt: isPlain ? '' : words.trim() };
    if (editor.isActive('image') && !file) editor.chain().focus().updateAttributes('image', attributes).run();
    else editor.chain().focus().insertContent({ type: 'image', attrs: attributes }).run();
  };
  return (
    <Confirm title="图片" action="确定" onConfirm={insert} onClose={onClose}>
      <div className="image-dialog">
        {source !== '' && <img src={shownSource(source)} alt="选定的图片" />}
        {file ? (
          <Pasted file={file} onStored={taken} />
        ) : (
          <FileDrop
            label={source === '' ? '选择图片' : '换一张图片'}
            hint="PNG、JPG、GIF 或 WebP，最大 10 MB。"
            accept="image/png,image/jpeg,image/gif,image/webp"
            isPicture
            onStored={taken}
          />
        )}
        {!file && (
          <p>
            <Button onClick={() => setChoosing(true)}>从图片与文件中选择</Button>
          </p>
        )}
        {isChoosing && (
          <LibraryDialog
            kind="picture"
            onChoose={(chosen) => {
              taken(chosen);
              // a proposal, which the author reads
              if (words.trim() === '') setWords(chosen.alt);
            }}
            onClose={() => setChoosing(false)}
          />
        )}
        <label htmlFor="image-words">图片说明（替代文字）</label>
        <Input
          id="image-words"
          value={words}
          maxLength={200}
          disabled={isPlain}
          onChange={(event) => setWords(event.target.value)}
          placeholder="图片上是什么，如“2026年三季度收入构成图”"
        />
        <Checkbox checked={isPlain} onChange={(event) => setPlain(event.target.checked)}>
          只作装饰，没有内容
        </Checkbox>
      </div>
    </Confirm>
  );
}

function Pasted({ file, onStored }: { file: File; onStored: (stored: { filepath: string }) => void }) {
  const { uploads, add, retry, drop } = useUploads({ send: sendFile, onStored, isPicture: true });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    add([file]);
    // once: of the file that was pasted
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return <UploadList uploads={uploads} onRetry={retry} onDrop={drop} />;
}
