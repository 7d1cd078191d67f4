import { useState } from 'react';
import type { RegisterFacts, RowChange } from '#wire/register-answers.ts';
import { useDraft } from '../calls/use-draft.ts';

/** A change of a row that was not saved yet. */
export interface PendingChange extends RowChange {
  /** what is told of it in the list */
  name: string;
  /** the public row as a form shows it; absent of a new one, and of one that goes */
  was?: Record<string, string>;
}

interface Kept {
  list: PendingChange[];
  /** of what was public when the first of them was made */
  mark: string;
}

export interface PendingChanges {
  list: readonly PendingChange[];
  mark: string;
  /** @param at its place; absent: one more */
  put: (at: number | undefined, change: PendingChange) => void;
  remove: (at: number) => void;
  clear: () => void;
  /** the change of a public row, by its key */
  of: (key: readonly string[]) => number;
}

/** Changes of rows on their way to one edition, kept in this tab. */
export function useRowChanges({ register, mark }: RegisterFacts): PendingChanges {
  const draft = useDraft<Kept>(`rows-${register}`);
  // what was kept is taken up at once: it is a list that can be looked through, and stands beside what is public
  const [kept, setKept] = useState<Kept>(draft.found ?? { list: [], mark });
  const write = (list: PendingChange[]): void => {
    const next = { list, mark: kept.list.length === 0 ? mark : kept.mark };
    setKept(next);
    if (list.length === 0) draft.drop();
    else draft.keep(next);
  };
  return {
    list: kept.list,
    mark: kept.mark,
    put: (at, change) => write(at === undefined ? [...kept.list, change] : kept.list.with(at, change)),
    remove: (at) => write(kept.list.toSpliced(at, 1)),
    clear: () => write([]),
    of: (key) => kept.list.findIndex((change) => change.key?.join('\n') === key.join('\n')),
  };
}
