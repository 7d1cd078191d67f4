import type { ReactNode, RefObject } from 'react';
import type { Problem } from './application.ts';

export interface FieldState {
  id: string;
  /** what is wrong with it, '' for nothing */
  problem: string;
}

interface Shared {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends FieldState {
  label: string;
  unit?: string;
  /** the control brings its own label */
  check?: boolean;
  children: (shared: Shared) => ReactNode;
}

/** A control with its label, its unit, and what is wrong with it beside it. */
export function Field({ id, label, unit, check, problem, children }: FieldProps) {
  const told = problem !== '';
  return (
    <div className="application__field" data-wrong={told || undefined}>
      {!check && <label htmlFor={id}>{unit ? `${label}（${unit}）` : label}</label>}
      {children({ id, 'aria-invalid': told || undefined, 'aria-describedby': told ? `${id}-problem` : undefined })}
      {told && (
        <p className="application__problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface ProblemsProps {
  of: readonly Problem[];
  /** what went wrong with the whole, '' for nothing */
  failure: string;
  idOf: (field: string) => string;
  focus: RefObject<HTMLDivElement | null>;
}

/** Everything that is wrong at once, each a way to its field. It takes the focus when it comes. */
export function Problems({ of, failure, idOf, focus }: ProblemsProps) {
  if (of.length === 0 && failure === '') return null;
  return (
    <div className="application__problems" role="alert" tabIndex={-1} ref={focus}>
      <p>{failure !== '' ? `没有提交成功：${failure}。您填写的内容都还在。` : `请修改以下 ${of.length} 处后再提交：`}</p>
      {of.length > 0 && (
        <ul>
          {of.map(({ field, text }) => (
            <li key={field + text}>
              <button type="button" onClick={() => document.getElementById(idOf(field))?.focus()}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
