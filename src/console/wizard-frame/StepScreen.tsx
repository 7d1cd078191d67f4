import { useLayoutEffect, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Screen } from '../parts/Screen.tsx';
import './wizard-frame.css';

interface Step {
  name: string;
  to: string;
  /** true: the list links to it */
  isOpen: boolean;
}

interface Props extends Pick<ComponentProps<typeof Screen>, 'above' | 'purpose'> {
  /** '迁入文章的步骤' */
  label: string;
  steps: readonly Step[];
  /** place of the step that is shown, from 0 */
  at: number;
  children: ReactNode;
}

/** One step of a wizard, at its own address: the list of all steps, and the content of this one. */
export function StepScreen({ label, steps, at, above = [], purpose, children }: Props) {
  return (
    <Screen title={steps[at]!.name} step={`第 ${at + 1} 步，共 ${steps.length} 步`} above={above} purpose={purpose}>
      <StepList key={at} label={label} steps={steps} at={at} />
      {children}
    </Screen>
  );
}

function StepList({ label, steps, at }: Pick<Props, 'label' | 'steps' | 'at'>) {
  // the buttons that lead on are at the foot of a long step
  useLayoutEffect(() => void window.scrollTo(0, 0), []);
  return (
    <nav aria-label={label}>
      <ol className="wizard-steps">
        {steps.map(({ name, to, isOpen }, index) => (
          <li key={to} aria-current={index === at ? 'step' : undefined}>
            {isOpen && index !== at ? (
              <Link to={to}>{`${index + 1}. ${name}`}</Link>
            ) : (
              <span>{`${index + 1}. ${name}`}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
