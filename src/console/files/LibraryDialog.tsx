import { Input } from 'antd';
import { useState } from 'react';
import type { MediaKind, MediaLine } from '#wire/media-answers.ts';
import { CallFailed } from '../calls/call.ts';
import { PAGED, useRead } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { MediaGrid } from './Library.tsx';
import { MediaFace } from './MediaCard.tsx';
import './media.css';

interface Props {
  kind?: MediaKind;
  onChoose: (file: MediaLine) => void;
  onClose: () => void;
}

/** files that are offered at once; words find the others */
const OFFERED = 24;

/** ML9: one of the stored pictures or files, so that it need not be uploaded again. */
export function LibraryDialog({ kind, onChoose, onClose }: Props) {
  const [words, setWords] = useState('');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<MediaLine>();
  const { data, error, mutate } = useRead('GET /media', { words: query, kind, pageSize: OFFERED }, PAGED);
  return (
    <Confirm
      title={kind === 'picture' ? '选择图片' : '选择文件'}
      action="选用"
      onClose={onClose}
      onConfirm={async () => {
        if (!chosen) throw new CallFailed('choice', '请先选择一个');
        onChoose(chosen);
      }}
    >
      <div className="stack">
        <Input.Search
          aria-label="名称、替代文字或格式"
          placeholder="名称、替代文字或格式"
          value={words}
          maxLength={100}
          onChange={(event) => setWords(event.target.value)}
          // a form around it would be sent
          onPressEnter={(event) => event.preventDefault()}
          onSearch={setQuery}
        />
        <div className="media-choice">
          <Loaded of={{ data, error, retry: () => void mutate() }}>
            {(found) =>
              found.total === 0 ? (
                <EmptyNote title="没有找到">换几个字再查，或者上传新的。</EmptyNote>
              ) : (
                <MediaGrid found={found} label="可以选用的">
                  {(file) => (
                    <button
                      type="button"
                      className="media-card"
                      aria-pressed={chosen?.filepath === file.filepath}
                      onClick={() => setChosen(file)}
                    >
                      <MediaFace file={file} />
                    </button>
                  )}
                </MediaGrid>
              )
            }
          </Loaded>
        </div>
        {data && data.total > OFFERED && (
          <p className="quiet">{`共 ${data.total} 个，列出最近的 ${OFFERED} 个；写出名称查找其他的。`}</p>
        )}
      </div>
    </Confirm>
  );
}
