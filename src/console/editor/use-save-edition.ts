import { useState } from 'react';
import type { PublishedMeanwhile } from '#wire/console-answers.ts';
import { isCallFailed, wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import type { Merge } from '../merge/three-way.ts';
import type { Begun, EditionForm } from './edition-form.ts';
import { usePart } from './edition-part.ts';
import { changeOf } from '#kinds/change-words.ts';
import type { Change } from '#kinds/index.ts';

/** Somebody saved, or something was published, meanwhile. */
export interface Conflict<V> {
  by: string;
  at: string;
  /** the same person, elsewhere */
  isOwn: boolean;
  /** version of the saved draft; absent where something was published */
  version?: number;
  /** null: it is not known which */
  publication?: number | null;
  merge: Merge<V>;
}

/** Data of the answer 2021. */
interface Newer {
  version: number;
  savedBy: string;
  savedAt: string;
  isOwn: boolean;
  title: string;
  changes: Change[];
}

type Used = 'valueOf' | 'readVersion' | 'changesOf' | 'titleOf' | 'merge' | 'saveOtherwise';

interface Saving<V> extends Pick<EditionForm<V>, Used> {
  begun: Begun<V>;
  onSaved: (editionId: number) => void;
  onRefused: (reason: unknown) => void;
}

const CONFLICT = '2021';
const NOT_HELD = '稿件已被改成这个表单不能显示的内容，请返回稿件查看；您填写的内容仍保留在浏览器里';

/** Saving what a form holds as an edition: the first time, again, and where somebody else was faster. */
export function useSaveEdition<V>({
  readVersion,
  saveOtherwise,
  begun,
  valueOf,
  changesOf,
  titleOf,
  merge,
  onSaved,
  onRefused,
}: Saving<V>) {
  const send = useSend();
  const part = usePart();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const [conflict, setConflict] = useState<(Conflict<V> & { over: Begun<V> }) | null>(null);

  const run = async (work: () => Promise<void>): Promise<void> => {
    setSending(true);
    setFailure('');
    try {
      await work();
    } catch (reason) {
      onRefused(reason);
      setFailure(wordsOf(reason));
    } finally {
      setSending(false);
    }
  };
  const save = async (value: V, over: Begun<V>): Promise<number> => {
    const own = saveOtherwise?.(value, over);
    if (own) return own.run(send);
    const { draft, base } = over;
    const given = { title: titleOf(value, over), changes: part.whole(changesOf(value, over), over.all) };
    if (!draft) return (await send('POST /editions', { ...given, ...(base && { base }) })).editionId;
    const { editionId, version } = draft;
    await send('POST /editions/:editionId', { editionId, version, ...given, ...(base && { rebase: base }) });
    return editionId;
  };
  const post = (value: V, over: Begun<V>): Promise<void> =>
    run(async () => {
      try {
        onSaved(await save(value, over));
      } catch (reason) {
        const newer = isCallFailed(reason) && reason.code === CONFLICT ? (reason.data as Newer | null) : null;
        if (!newer || !over.draft) throw reason;
        await showNewer(value, over, newer);
      }
    });
  /** Somebody saved meanwhile: what they made of it beside what is typed here. */
  const showNewer = async (value: V, over: Begun<V>, newer: Newer): Promise<void> => {
    const draft = { editionId: over.draft!.editionId, version: newer.version, title: newer.title };
    if (!part.isIn(newer.changes)) return setFailure(NOT_HELD);
    const changes = part.own(newer.changes);
    const theirs = readVersion ? await readVersion(draft) : valueOf(changes);
    if (theirs === null) return setFailure(NOT_HELD);
    setConflict({
      by: newer.savedBy,
      at: newer.savedAt,
      isOwn: newer.isOwn,
      version: newer.version,
      merge: merge(over.value, value, theirs),
      over: { ...over, value: theirs, changes, all: newer.changes, draft },
    });
  };
  /** The draft beside what became public since it was begun. @param value as it is now */
  const compare = (value: V): Promise<void> =>
    run(async () => {
      const meanwhile = await send('GET /editions/:editionId/meanwhile', { editionId: begun.draft!.editionId });
      // other parts are decided by their forms
      const found = meanwhile.filter(({ subject }) => changeOf(subject, begun.changes));
      const last = found.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
      if (!last) return setFailure('公开的内容与稿件开始时相同，不必核对');
      const [was, theirs] = (['was', 'now'] as const).map((side) => valueOf(withPublic(begun.changes, found, side)));
      const base = Object.fromEntries(found.map(({ subject, mark }) => [subject, mark]));
      // content that is not public any more has nothing to merge: the draft would make it public again
      setConflict({
        by: last.writtenBy,
        at: last.at,
        isOwn: false,
        publication: last.publication,
        merge: theirs === null ? { changes: [], merged: () => value } : merge(was ?? undefined, value, theirs!),
        over: { ...begun, base },
      });
    });
  return {
    isSending,
    failure,
    conflict,
    save: (value: V) => post(value, begun),
    compare: (value: V) => void compare(value),
    /** @param own ids of what is taken of one's own */
    resolve: (own: ReadonlySet<string>) => void (conflict && post(conflict.merge.merged(own), conflict.over)),
    leave: () => {
      setFailure('');
      setConflict(null);
    },
  };
}

/** An edition's changes, with what was or is public of some subjects instead of its own. */
function withPublic(changes: readonly Change[], found: readonly PublishedMeanwhile[], side: 'was' | 'now'): Change[] {
  const subjects = new Map(found.map((one) => [changeOf(one.subject, changes), one[side] as Change | null]));
  return changes.flatMap((change) => (subjects.has(change) ? (subjects.get(change) ?? []) : change));
}
