import { Alert, Checkbox, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { reasonIn } from '#rules/checks/findings.ts';
import { redLineFindings } from '#rules/checks/red-line-findings.ts';
import { redLineWords, type RedLine, type RedLines as FoundRedLines } from '#rules/registers/red-lines.ts';
import { CallFailed } from '../calls/call.ts';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import type { Step } from './act-words.ts';

const keyOf = ({ rule, register, column, row }: RedLine): string => `${rule} ${register} ${column} ${row}`;

/** names the lines that are not listed */
const MORE = 'more';

/** RV4: keys of the red lines that are ticked one by one; those that are not listed have one together. */
export const tickKeys = ({ lines, more }: FoundRedLines = { lines: [], more: 0, rowsGone: 0 }): string[] => [
  ...lines.map(keyOf),
  ...(more > 0 ? [MORE] : []),
];

interface Props {
  editionId: number;
  /** CK3: history of the submission, with the reasons that were given for red lines; absent: none */
  submitNote?: string;
  /** RV4: keys of those that were ticked; absent: none has to be */
  ticks?: ReadonlySet<string>;
  onTick?: (key: string, isTicked: boolean) => void;
}

/** RD7. Lists what is to be looked at before anything else; draws nothing where there is no red line. */
export function RedLines({ editionId, submitNote = '', ticks, onTick }: Props) {
  const { data } = useRead('GET /editions/:editionId/check', { editionId }, PATIENT);
  const { lines = [], more = 0 } = data?.redLines ?? {};
  if (lines.length === 0) return null;
  const reasons = new Map(
    redLineFindings({ lines, more }).flatMap(({ finding, lines: own }) =>
      own.map((line) => [line, reasonIn(submitNote, finding)] as const),
    ),
  );
  const tick = (key: string) =>
    ticks && (
      <Checkbox
        checked={ticks.has(key)}
        onChange={({ target }) => onTick?.(key, target.checked)}
        className="red-line-tick"
      >
        此处已核对
      </Checkbox>
    );
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="above-form"
      title={`发布前请先核对：${lines.length + more} 处异常变动`}
      description={
        <ul className="bullets">
          {lines.map((line) => (
            <li key={keyOf(line)}>
              {`“${line.register}”${redLineWords(line)}`}
              {reasons.get(line) !== '' && <span className="finding-answer">{`撰写人说明：${reasons.get(line)}`}</span>}
              {tick(keyOf(line))}
            </li>
          ))}
          {more > 0 && (
            <li>
              {`另有 ${more.toLocaleString('zh-CN')} 处同类变动没有列出，请在差异中核对`}
              {tick(MORE)}
            </li>
          )}
        </ul>
      }
    />
  );
}

/** acts by which nobody looks at the rows afterwards */
const ASKING: readonly Step[] = ['approve', 'emergency'];

/**
 * RD6: the field for the number of rows that go, and what the act is sent with it. Nothing for other acts, and
 * where no rows go.
 */
export function useRowsGone(step: Step, editionId: number): { field: ReactNode; typed: () => { rowsGone?: number } } {
  const { data } = useRead('GET /editions/:editionId/check', ASKING.includes(step) ? { editionId } : null, PATIENT);
  const [text, setText] = useState('');
  const id = useId();
  const needsCount = (data?.redLines.rowsGone ?? 0) > 0;
  return {
    field: needsCount && (
      <p>
        <label htmlFor={id}>将移除的行数（请核对差异后输入）</label>
        <Input
          id={id}
          inputMode="numeric"
          maxLength={9}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-required
        />
      </p>
    ),
    typed: () => {
      if (!needsCount) return {};
      if (!/^\d+$/.test(text.trim())) throw new CallFailed('rowsGone', '请用数字输入将移除的行数');
      return { rowsGone: Number(text.trim()) };
    },
  };
}
