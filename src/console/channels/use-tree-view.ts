import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { foundOf, hitsOf, isChangedIn, lineIn, rowsOf, type Row, type Tree } from './tree-rows.ts';

const NAMES = ['words', 'view', 'channel'] as const;
/** The address follows when the arrows rest. */
const PAUSE = 250;
type Name = (typeof NAMES)[number];

/**
 * The visible part of the tree: open branches, the search, and the shown channel. The address has the latter two.
 * @param publicTree as it is without what was changed: a channel is found by what it was called, too, and stays while
 * it is renamed
 */
export function useTreeView(tree: Tree, publicTree: Tree) {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>;
  const { words, view } = values;
  // the address follows a moment later; arrows are quicker
  const [selected, setSelected] = useState(values.channel);
  const [open, setOpen] = useState(
    () => new Set([...tree.top.map(({ channelId }) => channelId), ...above(tree, selected)]),
  );
  const before = useMemo(() => hitsOf(publicTree.channels, words, view), [publicTree, words, view]);
  const hits = useMemo(() => foundOf(tree, hitsOf(tree.channels, words, view), before), [tree, words, view, before]);
  const selectedId = tree.byKey.get(selected)?.channelId ?? '';
  const pinned = isChangedIn(tree, selectedId) ? selectedId : '';
  const rows: Row[] = useMemo(
    () => rowsOf(tree, (channelId) => open.has(channelId), hits, pinned === '' ? [] : [pinned]),
    [tree, open, hits, pinned],
  );

  const write = (next: Partial<Record<Name, string | undefined>>, replace: boolean): void => {
    setSearch(
      (before) => {
        const params = new URLSearchParams(before);
        for (const [name, value = ''] of Object.entries(next)) {
          if (value.trim() === '') params.delete(name);
          else params.set(name, value.trim());
        }
        return params;
      },
      { replace },
    );
  };
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  return {
    rows,
    hits,
    words,
    view,
    selected,
    /** every step of the arrows is no step of the browser's history */
    select: (key: string) => {
      setSelected(key);
      clearTimeout(later.current);
      later.current = setTimeout(() => write({ channel: key }, true), PAUSE);
    },
    /** a channel, with the way to it open and nothing else looked for */
    show: (key: string, line: readonly string[]) => {
      setOpen((before) => new Set([...before, ...line]));
      setSelected(key);
      clearTimeout(later.current);
      write({ channel: key, words: '', view: '' }, true);
    },
    filter: (next: { words?: string | undefined; view?: string | undefined }) => {
      // the delayed write knows nothing of this
      clearTimeout(later.current);
      write({ words: '', view: '', ...next, channel: selected }, false);
    },
    toggle: (channelId: string, isOpen: boolean) =>
      setOpen((before) => {
        const after = new Set(before);
        if (isOpen) after.add(channelId);
        else after.delete(channelId);
        return after;
      }),
  };
}

function above(tree: Tree, key: string): string[] {
  const channel = tree.byKey.get(key);
  return channel ? lineIn(tree, channel.parentId) : [];
}
