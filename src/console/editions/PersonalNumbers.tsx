import { Alert, Checkbox, Input } from 'antd';
import { useEffect, useId } from 'react';
import { PERSONAL_NUMBERS, personalReasonIn } from '#rules/people/personal-numbers.ts';
import type { PersonalFinding } from '#wire/edition-answers.ts';

const nameOf = ({ place, kind, shown }: PersonalFinding): string => `${place}：${PERSONAL_NUMBERS[kind]} ${shown}`;

const isUntouched = (element: Element | null): boolean =>
  !(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) || element.value === '';

/** PV2: of each number of a person why it has to be public. */
export function PersonalReasons({
  findings,
  reasons,
  onChange,
}: {
  findings: readonly PersonalFinding[];
  /** by key of the finding */
  reasons: Readonly<Record<string, string>>;
  onChange: (reasons: Record<string, string>) => void;
}) {
  const id = useId();
  const isFound = findings.length > 0;
  useEffect(() => {
    // they come after the dialog: who has not written anything yet begins with them
    if (isFound && isUntouched(document.activeElement)) document.getElementById(`${id}0`)?.focus();
  }, [isFound, id]);
  if (!isFound) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`有 ${findings.length} 处像是个人号码，公开以后任何人都能看到。请取消并删去；必须公开的，逐项写明理由，供审核人核对。`}
      />
      {findings.map((finding, at) => (
        <p key={finding.key}>
          <label htmlFor={`${id}${at}`}>{`${nameOf(finding)}，必须公开的理由`}</label>
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

/** PV2: the reviewer agrees to each by name, with the reason in view. */
export function PersonalConsents({
  findings,
  said,
  consents,
  onChange,
}: {
  findings: readonly PersonalFinding[];
  /** by whoever submitted it */
  said: string;
  consents: readonly string[];
  onChange: (consents: string[]) => void;
}) {
  if (findings.length === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`有 ${findings.length} 处像是个人号码，公开以后任何人都能看到。请核对撰写人的理由，逐项确认，或退回稿件。`}
      />
      {findings.map((finding) => (
        <p key={finding.key}>
          <Checkbox
            checked={consents.includes(finding.key)}
            onChange={({ target }) =>
              onChange(target.checked ? [...consents, finding.key] : consents.filter((key) => key !== finding.key))
            }
          >
            {`同意公开：${nameOf(finding)}`}
            <span className="consent-reason">{`理由：${personalReasonIn(said, finding) || '没有说明'}`}</span>
          </Checkbox>
        </p>
      ))}
    </>
  );
}
