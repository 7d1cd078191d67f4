import { useId } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Problem } from './application.ts';

export interface FieldState {
  id: string;
  /** the field's problems */
  problems: readonly string[];
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
export function Field({ id, label, unit, check, problems, children }: FieldProps) {
  const isMarked = problems.length > 0;
  return (
    <div className="application__field" data-wrong={isMarked || undefined}>
      {!check && <label htmlFor={id}>{unit ? `${label}（${unit}）` : label}</label>}
      {children({
        id,
        'aria-invalid': isMarked || undefined,
        'aria-describedby': isMarked ? `${id}-problem` : undefined,
      })}
      <FieldProblems id={id} problems={problems} />
    </div>
  );
}

export function FieldProblems({ id, problems }: FieldState) {
  if (problems.length === 0) return null;
  return (
    <div className="application__problem" id={`${id}-problem`}>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
}

interface ProblemsProps {
  of: readonly Problem[];
  /** the failure of the whole, '' for none */
  failure: string;
  idOf: (field: string) => string;
  focus: RefObject<HTMLDivElement | null>;
}

/**
 * Everything that is wrong just now, each a way to its field. It takes the focus when it comes and is read then; what
 * changes in it while fields are mended is not called out.
 */
export function Problems({ of, failure, idOf, focus }: ProblemsProps) {
  const id = useId();
  if (of.length === 0 && failure === '') return null;
  return (
    <div className="application__problems" role="group" aria-labelledby={id} tabIndex={-1} ref={focus}>
      <p id={id}>{failure !== '' ? failure : `请修改以下 ${of.length} 处后再提交：`}</p>
      {of.length > 0 && (
        <ul>
          {of.map(({ field, text }) => (
            <li key={field + text}>
              <button
                type="button"
                className="application__to"
                onClick={() => document.getElementById(idOf(field))?.focus()}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
