import { Checkbox } from 'antd';
import type { FoundGroup, SearchGroup } from '#wire/search-answers.ts';
import { isShown } from './entries.ts';
import { countWords, GROUP_NAMES, SORTS, sortOf, type Sort } from './found-words.ts';

interface Props {
  groups: readonly FoundGroup[];
  only: SearchGroup | null;
  onOnly: (group: SearchGroup | null) => void;
  hidden: ReadonlySet<Sort>;
  onHidden: (hidden: ReadonlySet<Sort>) => void;
}

const sumOf = (groups: readonly FoundGroup[]): string =>
  countWords({
    total: groups.reduce((sum, { total }) => sum + total, 0),
    more: groups.some(({ more }) => more),
  });

/** CS1: one group alone, and which sorts of state are shown. */
export function Narrow({ groups, only, onOnly, hidden, onHidden }: Props) {
  const shown = groups.filter(({ group }) => isShown(group, { only: null, hidden }));
  const sorts = (Object.keys(SORTS) as Sort[]).map((sort) => ({
    sort,
    own: groups.filter(({ group }) => sortOf(group) === sort),
  }));
  const toggle = (sort: Sort): void => {
    const next = new Set(hidden);
    if (!next.delete(sort)) next.add(sort);
    if (only !== null && sortOf(only) === sort) onOnly(null);
    onHidden(next);
  };
  return (
    <div className="search-narrow">
      <div role="group" aria-label="类别" className="search-chips">
        <button type="button" aria-pressed={only === null} onClick={() => onOnly(null)}>
          全部 <span>{sumOf(shown)}</span>
        </button>
        {shown.map((group) => (
          <button
            key={group.group}
            type="button"
            aria-pressed={only === group.group}
            onClick={() => onOnly(group.group)}
          >
            {GROUP_NAMES[group.group]} <span>{countWords(group)}</span>
          </button>
        ))}
      </div>
      <div role="group" aria-label="状态" className="search-sorts">
        {sorts
          .filter(({ own }) => own.length > 0)
          .map(({ sort, own }) => (
            <Checkbox key={sort} checked={!hidden.has(sort)} onChange={() => toggle(sort)}>
              {SORTS[sort]} {sumOf(own)}
            </Checkbox>
          ))}
      </div>
    </div>
  );
}
