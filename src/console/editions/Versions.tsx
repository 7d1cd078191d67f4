import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { useMe } from '../calls/use-calls.ts';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { TakeUpButton } from '../take-up/TakeUpButton.tsx';
import type { FoundEdition } from './edition-answers.ts';

/** ED5: the versions of an edition, newest first; those that are not worked at any more can be taken as a new edition. */
export function Versions({ edition: { editionId, state, version, versions } }: { edition: FoundEdition }) {
  const { data: me } = useMe();
  const mayWrite = me !== undefined && mayDoSomewhere(me.grants, 'content.write');
  // the newest of an open edition is gone on with itself
  const isTaken = (one: number): boolean =>
    mayWrite && (one !== version || state === 'published' || state === 'discarded');
  return (
    <Panel title="各版">
      <ol className="newest edition-steps">
        {versions.map((one) => (
          <li key={one.version}>
            <strong>{`第 ${one.version} 版`}</strong>
            <span>
              <Moment at={one.savedAt} /> {one.savedBy}
            </span>
            {isTaken(one.version) && (
              <TakeUpButton
                name="以此版本新建稿件"
                label={`以此版本新建稿件：第 ${one.version} 版`}
                title="以此版本新建稿件？"
                send={(send, timeout) =>
                  send('POST /editions/:editionId/take-up', { editionId, version: one.version }, timeout)
                }
              >
                <p>{`新的稿件是这份稿件第 ${one.version} 版的全部内容。这份稿件本身保持不变。`}</p>
              </TakeUpButton>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
