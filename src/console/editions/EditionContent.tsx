import { changeTitle, comesWithRows } from '#kinds/change-words.ts';
import type { Change } from '#kinds/index.ts';
import { shownOf } from '#kinds/shown.ts';
import { Panel } from '../parts/Panel.tsx';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';

interface Shown {
  editionId: number;
  version: number;
  files: FoundEdition['files'];
  titles: FoundEdition['titles'];
}

/** What an edition says, each change in a form that people read. */
export function EditionContent({ edition, changes }: { edition: Shown; changes: readonly Change[] }) {
  const names = useEditionNames(changes, edition.titles);
  return (
    <Panel title="内容">
      {changes.map((change, at) => {
        if (comesWithRows(change, changes)) return null;
        const Shown = shownOf(change);
        return (
          // changes have no ids: their place is what they are told apart by
          // oxlint-disable-next-line react/no-array-index-key
          <section key={at} className="change">
            <h3>{changeTitle(change, names)}</h3>
            <Shown edition={edition} at={at} change={change} names={names} />
          </section>
        );
      })}
    </Panel>
  );
}
