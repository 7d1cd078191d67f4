import { SearchOutlined } from '@ant-design/icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { FoundGroup, SearchGroup } from '#wire/search-answers.ts';
import { useMedia } from '../../parts/use-media.ts';
import { commandsFor, type Command } from './commands.ts';
import { entryAfter, inOrder, isShown, sectionsOf } from './entries.ts';
import { FoundDetail } from './FoundDetail.tsx';
import { FoundList } from './FoundList.tsx';
import { countWords, foundWords, type Sort } from './found-words.ts';
import { Narrow } from './Narrow.tsx';
import './search.css';
import { useFound } from './use-found.ts';

const NO_GROUPS: readonly FoundGroup[] = [];
const SHORTEST = 2;

interface Props {
  commands: readonly Command[];
  onClose: () => void;
}

/** CS1, CS5: one search over the page: hits by group, the chosen one beside them, and commands. */
export function SearchDialog({ commands, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [only, setOnly] = useState<SearchGroup | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<Sort>>(new Set());
  const [chosen, setChosen] = useState('');
  const isWide = useMedia('(min-width: 1080px)');
  const isCommand = typed.trimStart().startsWith('>');
  const words = isCommand || [...typed.trim()].length < SHORTEST ? '' : typed.trim();
  const all = useFound(words);
  const past = useFound(words, 'past');
  const alone = useFound(only === null || only === 'past' ? '' : words, only ?? undefined);
  const groups = inOrder(
    all.found?.groups ?? NO_GROUPS,
    past.found?.groups ?? NO_GROUPS,
    alone.found?.groups ?? NO_GROUPS,
  );
  const shownCommands = commandsFor(commands, typed, all.found?.verifyPath ?? '');
  const sections = sectionsOf(groups, shownCommands, { only, hidden }, countWords);
  const entries = sections.flatMap((section) => section.entries);
  const entry = entries.find((one) => one.id === chosen) ?? entries[0];
  const isLoading = all.isLoading || past.isLoading;

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // before a form asks whether it may be left: its question would stand behind this
    const leave = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link && shown?.contains(link) && !event.ctrlKey && !event.metaKey) shown.close();
    };
    window.addEventListener('click', leave, { capture: true });
    return () => window.removeEventListener('click', leave, { capture: true });
  }, []);
  const active = entry ? optionId(id, entries.indexOf(entry)) : '';
  useEffect(() => {
    // newer browsers answer with a promise, which is nothing to clean up
    void document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    // the keys of an input method are its own
    if (event.nativeEvent.isComposing || event.altKey) return;
    if (event.key === 'Enter' && entry) {
      event.preventDefault();
      if (!(event.ctrlKey || event.metaKey)) return document.getElementById(active)?.click();
      if (entry.kind === 'thing' && entry.thing.sitePath !== '')
        window.open(entry.thing.sitePath, '_blank', 'noopener');
      return;
    }
    const next = entry && entryAfter(sections, entry.id, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    setChosen(next.id);
  };
  const narrow = (group: SearchGroup | null): void => {
    setOnly(group);
    setChosen('');
    dialog.current?.querySelector('input')?.focus();
  };

  return (
    <dialog
      ref={dialog}
      className="search"
      aria-label="查找"
      onClose={onClose}
      onClick={(event) => {
        // the ground behind it
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className="search-head">
        <SearchOutlined aria-hidden />
        <input
          role="combobox"
          aria-label="查找文章、人员、登记表、页面，或输入命令"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active !== '' && { 'aria-activedescendant': active })}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          placeholder="至少两个字；以 > 开头只看命令"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen('');
          }}
          onKeyDown={press}
        />
        <span className="search-count" role="status">
          {words === ''
            ? ''
            : isLoading
              ? '正在查找…'
              : foundWords(
                  groups.filter(({ group }) => isShown(group, { only, hidden })),
                  shownCommands.length,
                )}
        </span>
        <button type="button" className="search-close" onClick={() => dialog.current?.close()}>
          <kbd>Esc</kbd>
          <span className="unseen">关闭</span>
        </button>
      </div>
      {words !== '' && groups.length > 0 && (
        <Narrow groups={groups} only={only} onOnly={narrow} hidden={hidden} onHidden={setHidden} />
      )}
      <div className="search-body">
        <div className="search-found">
          {[all.problem, past.problem, alone.problem]
            .filter((problem, at, problems) => problem !== '' && problems.indexOf(problem) === at)
            .map((problem) => (
              <p key={problem} className="search-note" role="alert">
                {problem === past.problem && all.problem === '' ? `历史版本：${problem}` : problem}
              </p>
            ))}
          {words !== '' && !isLoading && groups.length === 0 && (
            <p className="search-note">没有找到“{words}”。请换一种写法，或少写几个字；只查您有权查看的内容。</p>
          )}
          <FoundList
            id={`${id}-list`}
            optionId={(one) => optionId(id, entries.indexOf(one))}
            sections={sections}
            groups={groups}
            chosen={entry?.id ?? ''}
            onChoose={setChosen}
            onMore={narrow}
          />
        </div>
        {isWide && entry?.kind === 'thing' && <FoundDetail thing={entry.thing} />}
      </div>
      <div className="search-foot">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> 选择
        </span>
        <span>
          <kbd>Tab</kbd> 下一组
        </span>
        <span>
          <kbd>↵</kbd> 打开
        </span>
        <span>
          <kbd>Ctrl ↵</kbd> 在网站上看
        </span>
        <span>
          <kbd>&gt;</kbd> 只看命令
        </span>
        <span className="search-rights">只列出您有权查看的内容</span>
      </div>
    </dialog>
  );
}

const optionId = (id: string, at: number): string => `${id}-${at}`;
