import { Link } from 'react-router-dom';
import type { SetUpStep } from '../wire.ts';
import { stageAddress } from './stages.ts';
import './set-up.css';

/** SU5: list of what the site has and lacks, each with a link to it. */
export function SetUpSteps({ steps }: { steps: readonly SetUpStep[] }) {
  return (
    <ol className="set-up">
      {steps.map(({ title, words, isDone, isOptional, stage }) => (
        <li key={title} className={isDone ? 'set-up__done' : ''}>
          <span className="set-up__state">{isDone ? '已完成' : isOptional ? '可选' : '待完成'}</span>
          <Link to={stageAddress(stage)}>{title}</Link>
          <span className="quiet">{words}</span>
        </li>
      ))}
    </ol>
  );
}
