import { Alert, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { redLineWords } from '#rules/registers/red-lines.ts';
import { CallFailed } from '../calls/call.ts';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import type { Step } from './act-words.ts';

/** RD7. Lists what is to be looked at before anything else; draws nothing where there is no red line. */
export function RedLines({ editionId }: { editionId: number }) {
  const { data } = useRead('GET /editions/:editionId/check', { editionId }, PATIENT);
  const { lines = [], more = 0 } = data?.redLines ?? {};
  if (lines.length === 0) return null;
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
            <li key={`${line.rule} ${line.register} ${line.column} ${line.row}`}>
              {`“${line.register}”${redLineWords(line)}`}
            </li>
          ))}
          {more > 0 && <li>{`另有 ${more.toLocaleString('zh-CN')} 处同类变动没有列出，请在差异中核对`}</li>}
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
  const isAsked = (data?.redLines.rowsGone ?? 0) > 0;
  return {
    field: isAsked && (
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
      if (!isAsked) return {};
      if (!/^\d+$/.test(text.trim())) throw new CallFailed('rowsGone', '请用数字输入将移除的行数');
      return { rowsGone: Number(text.trim()) };
    },
  };
}
