import {
  ApartmentOutlined,
  ControlOutlined,
  EditOutlined,
  FileOutlined,
  FileTextOutlined,
  HistoryOutlined,
  LayoutOutlined,
  PaperClipOutlined,
  RightOutlined,
  TableOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { useId, type ComponentType } from 'react';
import { Link } from 'react-router-dom';
import type { FoundGroup, SearchGroup } from '#wire/search-answers.ts';
import type { Entry, Section } from './entries.ts';
import { countWords, GROUP_NAMES } from './found-words.ts';
import { FoundState } from './FoundState.tsx';
import { Marked } from '../../parts/Marked.tsx';

const ICONS: Readonly<Record<SearchGroup, ComponentType<{ 'aria-hidden'?: boolean }>>> = {
  articles: FileTextOutlined,
  rows: TableOutlined,
  attachments: PaperClipOutlined,
  editions: EditOutlined,
  past: HistoryOutlined,
  channels: ApartmentOutlined,
  pages: LayoutOutlined,
  settings: ControlOutlined,
  files: FileOutlined,
  people: UserOutlined,
};

interface Props {
  id: string;
  optionId: (entry: Entry) => string;
  sections: readonly Section[];
  groups: readonly FoundGroup[];
  /** id of the chosen line */
  chosen: string;
  onChoose: (id: string) => void;
  onMore: (group: SearchGroup) => void;
}

/** Hits and commands, in groups; the field's arrows choose, so that no line is a stop of the Tab key. */
export function FoundList({ id, optionId, sections, groups, chosen, onChoose, onMore }: Props) {
  const heading = useId();
  return (
    <div id={id} role="listbox" aria-label="查找的结果" className="search-list">
      {sections.map(({ group, entries }) => {
        const found = groups.find((one) => one.group === group);
        return (
          <div key={group} role="group" aria-labelledby={`${heading}-${group}`} className="search-group">
            <div id={`${heading}-${group}`} className="search-group-name" role="presentation">
              {group === 'commands' ? '命令' : GROUP_NAMES[group]}
              <span>{found ? countWords(found) : entries.length}</span>
            </div>
            <div role="presentation">
              {entries.map((entry) => (
                <Option
                  key={entry.id}
                  entry={entry}
                  onMore={onMore}
                  option={{
                    id: optionId(entry),
                    role: 'option',
                    tabIndex: -1,
                    'aria-selected': entry.id === chosen,
                    className: 'search-option',
                    onMouseMove: () => onChoose(entry.id),
                  }}
                />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

interface OptionProps {
  entry: Entry;
  onMore: (group: SearchGroup) => void;
  option: {
    id: string;
    role: 'option';
    tabIndex: number;
    'aria-selected': boolean;
    className: string;
    onMouseMove: () => void;
  };
}

function Option({ entry, onMore, option }: OptionProps) {
  if (entry.kind === 'more')
    return (
      <button type="button" {...option} onClick={() => onMore(entry.group)}>
        <RightOutlined aria-hidden />
        <span>
          看全部 {entry.total} 处{GROUP_NAMES[entry.group]}
        </span>
      </button>
    );
  if (entry.kind === 'command') {
    const { name, note, to, isOnSite } = entry.command;
    const words = (
      <>
        <RightOutlined aria-hidden />
        <span>
          {name} <span className="search-place">{note}</span>
        </span>
      </>
    );
    return isOnSite ? (
      <a {...option} href={to} target="_blank" rel="noopener">
        {words}
      </a>
    ) : (
      <Link {...option} to={to}>
        {words}
      </Link>
    );
  }
  const { group, thing } = entry;
  const Icon = ICONS[group];
  return (
    <Link {...option} to={thing.to}>
      <Icon aria-hidden />
      <span className="search-words">
        <span>
          <span className="search-title">
            <Marked text={thing.title} />
          </span>{' '}
          <span className="search-place">{thing.place}</span>
        </span>
        {thing.excerpt.length > 0 && (
          <span className="search-excerpt">
            <Marked text={thing.excerpt} />
          </span>
        )}
      </span>
      <FoundState state={thing.state} />
    </Link>
  );
}
