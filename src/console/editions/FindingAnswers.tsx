import { Alert, Checkbox, Input } from 'antd';
import { useEffect, useId } from 'react';
import { findingCounts, findingDoubt, findingWords, isPersonal, reasonIn } from '#rules/checks/findings.ts';
import type { Finding } from '#wire/edition-answers.ts';

const isUntouched = (element: Element | null): boolean =>
  !(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) || element.value === '';

/** PV2, CK3: of each finding that needs a reason why it has to be public. */
export function FindingReasons({
  findings,
  reasons,
  takesFocus = true,
  onChange,
}: {
  findings: readonly Finding[];
  /** reasons by key of the finding */
  reasons: Readonly<Record<string, string>>;
  /** false: they stand below what is read first */
  takesFocus?: boolean;
  onChange: (reasons: Record<string, string>) => void;
}) {
  const id = useId();
  const isFound = findings.length > 0;
  useEffect(() => {
    // they come after the dialog: who has not written anything yet begins with them
    if (isFound && takesFocus && isUntouched(document.activeElement)) document.getElementById(`${id}0`)?.focus();
  }, [isFound, takesFocus, id]);
  if (!isFound) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`${findingCounts(findings)}。${findings.some(isPersonal) ? '公开以后任何人都能看到。' : ''}请取消并改正；必须这样公开的，逐项写明理由，供审核人核对。`}
      />
      {findings.map((finding, at) => (
        <p key={finding.key}>
          <label
            htmlFor={`${id}${at}`}
          >{`${isPersonal(finding) ? findingWords(finding) : findingDoubt(finding)}，必须公开的理由`}</label>
          <Input
            id={`${id}${at}`}
            maxLength={300}
            value={reasons[finding.key] ?? ''}
            onChange={(event) => onChange({ ...reasons, [finding.key]: event.target.value })}
            aria-required
          />
        </p>
      ))}
    </>
  );
}

/** PV2, CK3: the reviewer agrees to each by name, with the reason in view. */
export function FindingConsents({
  findings,
  submitNote,
  consents,
  onChange,
}: {
  findings: readonly Finding[];
  /** reason of the person who submitted it */
  submitNote: string;
  consents: readonly string[];
  onChange: (consents: string[]) => void;
}) {
  if (findings.length === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`${findingCounts(findings)}。${findings.some(isPersonal) ? '公开以后任何人都能看到。' : ''}请核对撰写人的理由，逐项确认，或退回稿件。`}
      />
      {findings.map((finding) => (
        <p key={finding.key}>
          <Checkbox
            checked={consents.includes(finding.key)}
            onChange={({ target }) =>
              onChange(target.checked ? [...consents, finding.key] : consents.filter((key) => key !== finding.key))
            }
          >
            {`同意公开：${findingWords(finding)}`}
            <span className="consent-reason">{`理由：${reasonIn(submitNote, finding) || '没有说明'}`}</span>
          </Checkbox>
        </p>
      ))}
    </>
  );
}
