import { useId, type ReactNode } from 'react';
import type { WizardProblem } from '#wire/wizard.ts';

interface Given {
  id: string;
  'aria-describedby'?: string;
  'aria-required'?: boolean;
  'aria-invalid'?: boolean;
  status?: 'error';
}

interface Props {
  label: string;
  isRequired?: boolean;
  /** why it is proposed, or what it means */
  hint?: string;
  problem?: string;
  children: (given: Given) => ReactNode;
}

/** A labelled field with what is proposed and why, and its problem below it. */
export function Field({ label, isRequired = false, hint, problem = '', children }: Props) {
  const id = useId();
  const told = problem !== '' || hint !== undefined;
  return (
    <div className="wizard-field">
      <label htmlFor={id} className={isRequired ? 'required' : undefined}>
        {label}
      </label>
      {children({
        id,
        ...(isRequired && { 'aria-required': true }),
        ...(told && { 'aria-describedby': `${id}-told` }),
        ...(problem !== '' && { 'aria-invalid': true, status: 'error' }),
      })}
      {told && (
        <p id={`${id}-told`} className={problem === '' ? 'quiet' : 'field-problem'}>
          {problem === '' ? hint : problem}
        </p>
      )}
    </div>
  );
}

/** The first problem of a field, '' for none. */
export const problemOf = (problems: readonly WizardProblem[], field: string, place?: number): string =>
  problems.find((one) => one.field === field && (place === undefined || one.place === place))?.message ?? '';
