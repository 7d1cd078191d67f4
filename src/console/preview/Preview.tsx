import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { markIn, showIn, textOf, type Marks } from '../editions/marks.ts';
import { PreviewFrame, type PreviewLook, type Look } from './PreviewFrame.tsx';

const PLAIN: Look = { traditional: false, elder: false };

interface Props {
  /** prop of PreviewFrame */
  door: (asked: PreviewLook) => string;
  /** first path; absent: the draft's place */
  path?: string;
  title: string;
  /** changed parts of the pages; undefined while they are not known */
  marks?: Marks | undefined;
  /** prop of PreviewFrame */
  hasPages?: boolean;
}

/** The site after a draft that the server holds: a kept preview or an edition. ED1: what is changed is in view, marked. */
export function Preview({ door, path: begin, title, marks, hasPages }: Props) {
  const [look, setLook] = useState(PLAIN);
  const [path, setPath] = useState(begin);
  const [page, setPage] = useState<{ shown: Document }>();
  const changed = useChanged(page?.shown, marks, path === begin);
  return (
    <PreviewFrame
      door={door}
      {...(path !== undefined && { path })}
      title={title}
      hasPages={hasPages}
      look={look}
      onLook={setLook}
      onPath={setPath}
      // the same document may be shown anew
      onShown={(shown) => setPage({ shown })}
      note={marks && <Changed {...changed} removed={marks.removed} />}
    />
  );
}

/** Marks what is changed on a page. @param isFirst the page that the preview opened with: it is opened at the change */
function useChanged(page: Document | undefined, marks: Marks | undefined, isFirst: boolean) {
  const [count, setCount] = useState(0);
  const list = useRef<HTMLElement[]>([]);
  const at = useRef(0);
  useEffect(() => {
    if (!page || !marks) return;
    list.current = markIn(page, marks);
    at.current = 0;
    setCount(list.current.length);
    const first = list.current[0] ?? textOf(page);
    if (first && isFirst) showIn(page, first);
    // once for each page
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page, marks]);
  const next = (): void => {
    at.current = (at.current + 1) % list.current.length;
    if (page) showIn(page, list.current[at.current]!);
  };
  return { count, next };
}

function Changed({ count, removed, next }: { count: number; removed: number; next: () => void }) {
  if (count + removed === 0) return null;
  return (
    <p className="preview-changed">
      <span role="status">
        {count > 0 && `本页有 ${count} 处改动，已标出。`}
        {removed > 0 && `删除的 ${removed.toLocaleString('zh-CN')} 行不再显示。`}
      </span>
      {count > 1 && (
        <Button size="small" onClick={next}>
          下一处改动
        </Button>
      )}
    </p>
  );
}
