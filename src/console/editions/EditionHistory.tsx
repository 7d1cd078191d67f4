import { EDITION_STEPS } from '#rules/editions/edition-steps.ts';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { FoundEdition } from './edition-answers.ts';
import { tabSearch } from './edition-tabs.ts';
import { noteText } from './edition-words.ts';

/** steps that stand beside the difference */
const NEWEST = 5;

type Steps = FoundEdition['steps'];

/** The whole history of an edition, newest first. */
export function EditionHistory({ edition: { steps } }: { edition: FoundEdition }) {
  return (
    <Panel title="经过">
      <StepList steps={steps.toReversed()} />
    </Panel>
  );
}

/** The newest steps, beside the difference, and the way to all of them. */
export function NewestSteps({ edition: { steps } }: { edition: FoundEdition }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  return (
    <Panel
      title="经过"
      extra={
        steps.length > NEWEST && <Link to={pathname + tabSearch(search, 'history')}>{`全部 ${steps.length} 步`}</Link>
      }
    >
      <StepList steps={steps.slice(-NEWEST).toReversed()} />
    </Panel>
  );
}

const StepList = ({ steps }: { steps: Steps }) => (
  <ol className="newest edition-steps">
    {steps.map(({ at, name, act, version, note }) => (
      <li key={`${at} ${act}`}>
        <strong>{`${EDITION_STEPS[act]}（第 ${version} 版）`}</strong>
        <span>
          <Moment at={at} /> {name || '系统'}
        </span>
        {note !== '' && <p>{noteText(note)}</p>}
      </li>
    ))}
  </ol>
);
