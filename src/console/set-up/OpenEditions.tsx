import { Link } from 'react-router-dom';
import type { SetUpStageName } from '#rules/editions/set-up.ts';
import type { SetUpStage } from '#wire/console-answers.ts';
import { useRead, PATIENT } from '../calls/use-calls.ts';
import { StateTag } from '../editions/StateTag.tsx';
import { Panel } from '../parts/Panel.tsx';
import { editionAddress } from './stages.ts';

interface Props {
  stage: SetUpStageName;
  editions: SetUpStage['editions'];
}

/** Editions of a stage that are under way, each with what keeps it from being published; nothing where none is. */
export function OpenEditions({ stage, editions }: Props) {
  if (editions.length === 0) return null;
  return (
    <Panel title={`处理中的稿件（${editions.length}）`}>
      <ul className="newest">
        {editions.map((edition) => (
          <li key={edition.editionId}>
            <OpenEdition stage={stage} edition={edition} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How many problems are told of one; its own screen tells all. */
const MOST_TOLD = 3;

/** One of them. */
export function OpenEdition({ stage, edition }: { stage: SetUpStageName; edition: Props['editions'][number] }) {
  const { editionId, title, state } = edition;
  const { data } = useRead('GET /editions/:editionId/check', { editionId }, PATIENT);
  const problems = data?.problems ?? [];
  return (
    <>
      <Link to={editionAddress(stage, editionId)}>{title}</Link> <StateTag state={state} publishAt="" />
      {problems.length > 0 && (
        <ul className="bullets">
          {problems.slice(0, MOST_TOLD).map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
          {problems.length > MOST_TOLD && <li>{`共 ${problems.length} 个问题`}</li>}
        </ul>
      )}
      {data && problems.length === 0 && <p className="quiet">没有发现妨碍发布的问题。</p>}
    </>
  );
}
