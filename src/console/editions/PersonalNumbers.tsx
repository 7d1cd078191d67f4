import { Alert, Checkbox, Input } from 'antd';
import { useId } from 'react';
import { PERSONAL_NUMBERS } from '#rules/personal-numbers.ts';
import type { PersonalFinding } from '#wire/edition-answers.ts';

const nameOf = ({ place, kind, shown }: PersonalFinding): string => `${place}：${PERSONAL_NUMBERS[kind]} ${shown}`;

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
  if (findings.length === 0) return null;
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

/** PV2: the reviewer agrees to each by name. */
export function PersonalConsents({
  findings,
  consents,
  onChange,
}: {
  findings: readonly PersonalFinding[];
  consents: readonly string[];
  onChange: (consents: string[]) => void;
}) {
  if (findings.length === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`有 ${findings.length} 处像是个人号码，公开以后任何人都能看到。撰写人的理由见“经过”。请逐项确认，或退回稿件。`}
      />
      {findings.map((finding) => (
        <p key={finding.key}>
          <Checkbox
            checked={consents.includes(finding.key)}
            onChange={({ target }) =>
              onChange(target.checked ? [...consents, finding.key] : consents.filter((key) => key !== finding.key))
            }
          >
            {`同意公开 ${nameOf(finding)}`}
          </Checkbox>
        </p>
      ))}
    </>
  );
}
