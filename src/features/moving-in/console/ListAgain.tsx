import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { limitWords, MOVING_IN_LIMITS } from '../moving-in-limits.ts';
import { hrefOf, wordsOf } from '#console/calls/call.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { sendImportFile } from './send-import-file.ts';

interface Props {
  importId: string;
  /** its path in the folder */
  list: string;
  again: () => Promise<unknown>;
}

const HIDDEN = { display: 'none' } as const;

/** MI15: the mended list once more, in the same import. */
export function ListAgain({ importId, list, again }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState('');
  const isJson = /\.json$/i.test(list);
  const take = async (file: File): Promise<void> => {
    setProblem('');
    setDone('');
    if (file.size > MOVING_IN_LIMITS.file)
      return setProblem(`“${file.name}”太大，每个文件最大 ${limitWords(MOVING_IN_LIMITS.file)}`);
    setSending(true);
    try {
      const href = hrefOf('POST /moving-in/:importId/list', { importId, name: file.name });
      await sendImportFile(href, file, { onProgress: () => {}, signal: new AbortController().signal });
      setDone(file.name);
      await again();
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setSending(false);
    }
  };
  return (
    <Panel title="换一份改正后的列表">
      <div aria-live="polite">
        {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
        {done !== '' && (
          <Alert
            type="success"
            showIcon
            className="above-form"
            title={`列表已换成“${done}”，请重新检查`}
            description="对应关系和其他文件不变；以前略去的文章重新参加检查；已在稿件中的文章不会重复。"
          />
        )}
      </div>
      <p className="quiet">{`只换列表“${list}”，其余文件不用再传。`}</p>
      <input
        ref={input}
        type="file"
        hidden
        style={HIDDEN}
        tabIndex={-1}
        aria-hidden
        accept={isJson ? '.json' : '.csv,.tsv,.txt'}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void take(file);
        }}
      />
      <Button loading={isSending} onClick={() => input.current?.click()}>
        {isJson ? '选择 JSON 文件' : '选择 CSV 文件'}
      </Button>
    </Panel>
  );
}
