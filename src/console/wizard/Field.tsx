import { useId, useState, type ReactNode } from 'react';
import type { WizardProblem } from '#wire/wizard.ts';

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
  hint?: string;
  problem?: string;
  /** what has to be filled in, told once the field has been left, or all are told (SU23) */
  missing?: string;
  isAsked?: boolean;
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
  isAsked = false,
  warning = '',
  children,
}: Props) {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const problem = wrong || (isAsked || isLeft ? missing : '');
  const told = problem !== '' || warning !== '' || hint !== undefined;
  return (
    <div className="wizard-field" onBlur={() => setLeft(true)}>
      <label htmlFor={id} className={isRequired ? 'required' : undefined}>
        {label}
      </label>
      {children({
        id,
        ...(isRequired && { 'aria-required': true }),
        ...(told && { 'aria-describedby': `${id}-told` }),
        ...(problem !== '' && { 'aria-invalid': true, status: 'error' }),
        ...(problem === '' && warning !== '' && { status: 'warning' }),
      })}
      {told && (
        <p id={`${id}-told`} className={problem !== '' ? 'field-problem' : warning !== '' ? 'field-warning' : 'quiet'}>
          {problem || warning || hint}
        </p>
      )}
    </div>
  );
}

/** The first problem of a field, '' for none. */
export const problemOf = (problems: readonly WizardProblem[], field: string, place?: number): string =>
  problems.find((one) => one.field === field && (place === undefined || one.place === place))?.message ?? '';
