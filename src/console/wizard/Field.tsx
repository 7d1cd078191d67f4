import { useId, useState, type ReactNode } from 'react';

interface Given {
  id: string;
  'aria-describedby'?: string;
  'aria-required'?: boolean;
  'aria-invalid'?: boolean;
  status?: 'error' | 'warning';
}

interface Props {
  label: string;
  isRequired?: boolean;
  /** why it is proposed, or what it means */
  hint?: string | undefined;
  problem?: string | undefined;
  /** message about a field that has to be filled in, shown once the field has been left, or all are shown (SU23) */
  missing?: string;
  showsMissing?: boolean;
  /** allowed, but perhaps not intended */
  warning?: string;
  children: (given: Given) => ReactNode;
}

/** A labelled field with what is proposed and why, and its problem below it. */
export function Field({
  label,
  isRequired = false,
  hint,
  problem: wrong = '',
  missing = '',
  showsMissing = false,
  warning = '',
  children,
}: Props) {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const problem = wrong || (showsMissing || isLeft ? missing : '');
  const hasDescription = problem !== '' || warning !== '' || hint !== undefined;
  return (
    <div className="wizard-field" onBlur={() => setLeft(true)}>
      <label htmlFor={id} className={isRequired ? 'required' : undefined}>
        {label}
      </label>
      {children({
        id,
        ...(isRequired && { 'aria-required': true }),
        ...(hasDescription && { 'aria-describedby': `${id}-told` }),
        ...(problem !== '' && { 'aria-invalid': true, status: 'error' }),
        ...(problem === '' && warning !== '' && { status: 'warning' }),
      })}
      {hasDescription && (
        <p id={`${id}-told`} className={problem !== '' ? 'field-problem' : warning !== '' ? 'field-warning' : 'quiet'}>
          {problem || warning || hint}
        </p>
      )}
    </div>
  );
}

/** The first problem of a field, '' for none. */
export const problemOf = (problems: readonly { field: string; message: string }[], field: string): string =>
  problems.find((one) => one.field === field)?.message ?? '';
