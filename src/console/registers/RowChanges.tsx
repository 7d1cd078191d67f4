import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RegisterFacts, RegisterRow, RowProblemView } from '#wire/register-answers.ts';
import { isCallFailed, LONG_TIMEOUT } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import { manyRowsUnderWay } from '../editions/edition-words.ts';
import { Panel } from '../parts/Panel.tsx';
import type { EditedRow } from './RowForm.tsx';
import { StatedForm, type Stated } from './StatedForm.tsx';
import { RowFields } from './RowFields.tsx';
import type { PendingChange, PendingChanges } from './use-row-changes.ts';

interface Props {
  facts: RegisterFacts;
  changes: PendingChanges;
  onEdit: (edited: EditedRow) => void;
}

/** Rows that were added, changed and removed, until they are saved as one edition. */
export function RowChanges({ facts, changes, onEdit }: Props) {
  const send = useSend();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [problems, setProblems] = useState<readonly RowProblemView[]>([]);
  const save = async ({ target, ...stated }: Stated): Promise<void> => {
    setProblems([]);
    const list = changes.list.map(({ key, row }) => ({ ...(key && { key }), ...(row && { row }) }));
    try {
      const { editionId } = await send(
        'POST /registers/:register/row-changes',
        { register: facts.register, changes: list, mark: changes.mark, ...stated, ...(target && { target }) },
        LONG_TIMEOUT,
      );
      changes.clear();
      void message.success('已保存为稿件，请核对后提交审核');
      void navigate(`/editions/${editionId}`);
    } catch (reason) {
      const found = isCallFailed(reason)
        ? (reason.data as { problems?: RowProblemView[] } | null)?.problems
        : undefined;
      if (found) setProblems(found);
      throw reason;
    }
  };
  return (
    <Panel title={`本次改动（${changes.list.length} 行）`}>
      {changes.mark !== facts.mark && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title="开始改动以后，这个登记表另有内容公开"
          description="请核对下列改动是否仍然正确；发布前还须与现在公开的内容核对。"
        />
      )}
      <ul className="row-changes" aria-label="本次改动">
        {changes.list.map((change, at) => (
          <li key={`${change.name} ${change.key?.join() ?? at}`}>
            <span>{change.name}</span>
            <ChangedFields facts={facts} change={change} />
            {problems
              .filter((one) => one.change === at)
              .map((one) => (
                <span
                  key={one.message}
                  className="upload-problem"
                  role="alert"
                >{`${facts.fields[one.field]?.title ?? ''}${one.message}`}</span>
              ))}
            <span className="upload-acts">
              {change.row && (
                <Button
                  size="small"
                  type="link"
                  onClick={() =>
                    onEdit({
                      id: `change ${at}`,
                      at,
                      typed: change.row as Record<string, string>,
                      ...(change.key && { key: change.key }),
                      ...(change.was && { was: change.was }),
                    })
                  }
                  aria-label={`再改：${change.name}`}
                >
                  再改
                </Button>
              )}
              <Button size="small" type="link" onClick={() => changes.remove(at)} aria-label={`撤销：${change.name}`}>
                撤销
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <StatedForm
        facts={facts}
        action="保存为稿件"
        into="并入"
        busyWords={manyRowsUnderWay('核对', facts.rows)}
        onSave={save}
      />
    </Panel>
  );
}

/** Of a changed row what differs; of a new one all of it. */
function ChangedFields({ facts, change: { key, row, was } }: { facts: RegisterFacts; change: PendingChange }) {
  if (!row || (key && !was)) return null;
  const textOf =
    (typed: RegisterRow) =>
    (name: string): string => {
      const value = String(typed[name] ?? '');
      return facts.fields[name]?.choices?.[value] ?? value;
    };
  const names = Object.keys(row).filter((name) => String(row[name] ?? '') !== (was?.[name] ?? ''));
  return (
    <span className="rows">
      <RowFields definition={facts} names={names} {...(was && { before: textOf(was) })} after={textOf(row)} />
    </span>
  );
}
