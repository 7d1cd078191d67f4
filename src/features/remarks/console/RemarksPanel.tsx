import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { EditionPartProps } from '#console/editions/edition-part.ts';
import { subjectPlace } from '#console/editions/edition-place.ts';
import { Failure } from '#console/parts/Failure.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { openRemarksWords } from '#rules/editions/remarks.ts';
import { RemarkForm } from './RemarkForm.tsx';
import { RemarkList } from './RemarkThread.tsx';
import { openOf, useRemarks } from './use-remarks.ts';
import './remarks.css';

/** RM1 to RM5: all remarks of an edition, the open ones first, and the way to one about the whole of it. */
export function RemarksPanel({ mayBegin, ...edition }: EditionPartProps & { mayBegin?: boolean }) {
  const { data, error, again } = useRemarks(edition.editionId);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (error !== undefined && !data) return <Failure error={error} retry={() => void again()} />;
  if (!data) return null;
  const { remarks, closed } = data;
  const mayWrite = closed === '' && edition.isOpen;
  if (remarks.length === 0 && !(mayWrite && mayBegin)) return null;
  const open = openOf(remarks);
  const done = remarks.filter(({ state }) => state !== 'open');
  return (
    <Panel title="批注">
      <p className="quiet" role="status">
        {open.length > 0
          ? `${openRemarksWords(open.length)}，解决以前不能同意。`
          : remarks.length > 0
            ? '批注都已解决或撤回。'
            : '还没有批注。在差异的每一处都可以写批注。'}
        {remarks.length > 0 && closed !== '' && ` ${closed}。`}
      </p>
      <RemarkList edition={edition} remarks={open} isBrief={mayBegin ?? false} again={again} />
      {done.length > 0 && (
        <details className="whole" open={open.length === 0 && done.length <= MOST_SHOWN}>
          <summary>{`已解决和已撤回的 ${done.length} 条`}</summary>
          <RemarkList edition={edition} remarks={done} again={again} />
        </details>
      )}
      {mayWrite &&
        (isOpen ? (
          <RemarkForm
            edition={edition}
            place={subjectPlace('')}
            title="整份稿件"
            cells={[]}
            again={again}
            onClose={() => {
              setOpen(false);
              setTimeout(() => button.current?.focus());
            }}
          />
        ) : (
          <Button ref={button} size="small" onClick={() => setOpen(true)}>
            对整份稿件写批注
          </Button>
        ))}
    </Panel>
  );
}

/** settled remarks that are listed at once */
const MOST_SHOWN = 3;

/** Beside the difference, where remarks are begun. */
export const RemarksBeside = (edition: EditionPartProps) => <RemarksPanel {...edition} mayBegin />;

/** RM1: number of open remarks, beside the name of a tab. */
export function OpenRemarks({ editionId }: { editionId: number }) {
  const { data } = useRemarks(editionId);
  const count = openOf(data?.remarks ?? []).length;
  return count === 0 ? null : <span className="count remark-count">{`批注 ${count}`}</span>;
}
