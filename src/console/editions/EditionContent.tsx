import { createElement, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { changeTitle, comesWithRows } from '#kinds/change-words.ts';
import type { Names } from '#kinds/define-kind.ts';
import type { Change } from '#kinds/index.ts';
import { shownOf } from '#kinds/shown.ts';
import { Folded, MOST_UNFOLDED } from '../parts/Folded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { changeAnchor, groupsOf } from './change-groups.ts';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';

interface Shown {
  editionId: number;
  version: number;
  files: FoundEdition['files'];
  titles: FoundEdition['titles'];
}

/**
 * Content of an edition, each change in a form that people read; many changes by kind, opened on demand (SU12). The
 * hash of the address names a change: #change-3.
 */
export function EditionContent({ edition, changes }: { edition: Shown; changes: readonly Change[] }) {
  const names = useEditionNames(changes, edition.titles);
  const { hash } = useLocation();
  const isNamed = (at: number): boolean => hash === `#${changeAnchor(at)}`;
  const all = changes.map((change, at) => ({ change, at })).filter(({ change }) => !comesWithRows(change, changes));
  const shown = ({ change, at }: (typeof all)[number]) => (
    <ShownSection key={at} edition={edition} change={change} at={at} names={names} isNamed={isNamed(at)} />
  );
  return (
    <Panel title="内容">
      {all.length <= MOST_UNFOLDED
        ? all.map(shown)
        : groupsOf(all).map((group) => (
            <Folded
              key={group.kind.name}
              title={`${group.kind.title}（${group.changes.length} 项）`}
              isNamed={group.changes.some(({ at }) => isNamed(at))}
            >
              {group.changes.map((one) => (
                <Folded key={one.at} title={changeTitle(one.change, names)} isNamed={isNamed(one.at)}>
                  {shown(one)}
                </Folded>
              ))}
            </Folded>
          ))}
    </Panel>
  );
}

interface SectionProps {
  edition: Shown;
  change: Change;
  at: number;
  names: Names;
  isNamed: boolean;
}

function ShownSection({ edition, change, at, names, isNamed }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNamed) return;
    heading.current!.scrollIntoView({ block: 'center' });
    heading.current!.focus({ preventScroll: true });
  }, [isNamed]);
  return (
    <section className="change" id={changeAnchor(at)}>
      <h3 ref={heading} tabIndex={-1}>
        {changeTitle(change, names)}
      </h3>
      {createElement(shownOf(change), { edition, at, change, names })}
    </section>
  );
}
