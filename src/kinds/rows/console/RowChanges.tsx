import { Alert, Button } from 'antd';
import { RowFields } from '#console/registers/RowFields.tsx';
import type { EditedRow } from '#console/registers/RowForm.tsx';
import type { FormProblem } from '#console/editor/edition-form.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { changeName, type PendingChange } from './row-changes.ts';

interface Props {
  facts: RegisterFacts;
  list: readonly PendingChange[];
  problems: readonly FormProblem[];
  onEdit: (edited: EditedRow) => void;
  onRemove: (change: PendingChange) => void;
}

/** Rows that were added, changed and removed, and not saved yet. */
export function RowChanges({ facts, list, problems, onEdit, onRemove }: Props) {
  return (
    <ul className="row-changes" aria-label="本次改动">
      {list.map((change, at) => {
        const { key, row, was } = change;
        const name = changeName(facts, change);
        return (
          <li key={`${name} ${key?.join() ?? at}`}>
            <span>{name}</span>
            <ChangedFields facts={facts} change={change} />
            {problems
              .filter((one) => one.change === at)
              .map(({ field, message }) => (
                <span
                  key={message}
                  className="upload-problem"
                  role="alert"
                >{`${facts.fields[field ?? '']?.title ?? ''}${message}`}</span>
              ))}
            <span className="upload-acts">
              {row && (
                <Button
                  size="small"
                  type="link"
                  onClick={() =>
                    onEdit({ id: `change ${at}`, of: change, typed: row, ...(key && { key }), ...(was && { was }) })
                  }
                  aria-label={`再改：${name}`}
                >
                  再改
                </Button>
              )}
              <Button size="small" type="link" onClick={() => onRemove(change)} aria-label={`不改：${name}`}>
                不改
              </Button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Note that content published since the changes were begun may make them wrong. */
export const PublicMeanwhile = () => (
  <Alert
    type="warning"
    showIcon
    className="above-form"
    title="开始改动以后，这个登记表另有内容公开"
    description="请核对下列改动是否仍然正确；发布前还须与现在公开的内容核对。"
  />
);

/** Differing fields of a changed row; all fields of a new one. */
function ChangedFields({ facts, change: { key, row, was } }: { facts: RegisterFacts; change: PendingChange }) {
  if (!row || (key && !was)) return null;
  const textOf =
    (typed: Readonly<Record<string, string>>) =>
    (name: string): string => {
      const value = typed[name] ?? '';
      return facts.fields[name]?.choices?.[value] ?? value;
    };
  const names = Object.keys(row).filter((name) => (row[name] ?? '') !== (was?.[name] ?? ''));
  return (
    <span className="rows">
      <RowFields definition={facts} names={names} {...(was && { before: textOf(was) })} after={textOf(row)} />
    </span>
  );
}
