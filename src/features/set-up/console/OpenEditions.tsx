import { Link } from 'react-router-dom';
import type { SetUpStageName } from '../set-up-stages.ts';
import type { SetUpStage } from '../wire.ts';
import { useRead, PATIENT } from '#console/calls/use-calls.ts';
import { StateTag } from '#console/editions/StateTag.tsx';
import { Panel } from '#console/parts/Panel.tsx';
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

/** Problems that are listed of one edition; its own screen lists all. */
const MOST_LISTED = 3;

/** One edition under way. */
export function OpenEdition({ stage, edition }: { stage: SetUpStageName; edition: Props['editions'][number] }) {
  const { editionId, title, state } = edition;
  const { data } = useRead('GET /editions/:editionId/check', { editionId }, PATIENT);
  const problems = data?.problems ?? [];
  return (
    <>
      <Link to={editionAddress(stage, editionId)}>{title}</Link> <StateTag state={state} publishAt="" />
      {problems.length > 0 && (
        <ul className="bullets">
          {problems.slice(0, MOST_LISTED).map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
          {problems.length > MOST_LISTED && <li>{`共 ${problems.length} 个问题`}</li>}
        </ul>
      )}
      {data && problems.length === 0 && <p className="quiet">没有发现妨碍发布的问题。</p>}
    </>
  );
}
