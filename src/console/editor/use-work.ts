import { App } from 'antd';
import { useContext, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { isCallFailed, wordsOf } from '../calls/call.ts';
import { useChanged, useSend } from '../calls/use-calls.ts';
import { isSameJson } from '#rules/json/same-json.ts';
import { isWhole, type Begun, type EditionForm, type FormProblem, type StoredWork } from './edition-form.ts';
import { EditorPlaceContext } from './editor-place.ts';
import { usePart } from './edition-part.ts';
import { statedProblems, type Found } from './stated-problems.ts';
import { useDraft } from './use-draft.ts';
import { useServerDraft, type Elsewhere } from './use-server-draft.ts';
import type { Merge } from '../merge/three-way.ts';
import { useSaveEdition } from './use-save-edition.ts';
import { useUndo, type Next } from './use-undo.ts';
import { useWindows } from './use-windows.ts';

interface Work<V> {
  /** name of the work stored in the browser */
  name: string;
  form: EditionForm<V>;
  begun: Begun<V>;
  edition: FoundEdition | null;
  isNew: boolean;
  /** the person may change it */
  mayChange: boolean;
  /** problems of the content that it is begun from */
  known: readonly FormProblem[];
}

/** Own content beside that of another place (DF3). */
interface Compared<V> {
  one: Elsewhere<V>;
  begun: Begun<V>;
  merge: Merge<V>;
}

/**
 * Work on one value from its beginning until it is saved. It has the typed value with its steps, the part that is
 * stored in the browser and offered again, the problems, and the saving.
 */
export function useWork<V>({ name, form, begun: given, edition, isNew, mayChange, known }: Work<V>) {
  const [begun, setBegun] = useState(given);
  const typed = useUndo<V>(begun.value);
  const part = usePart();
  const formName = `${name} ${part.name}`.trim();
  const stored = useDraft<StoredWork<V>>(formName);
  const [isOffered, setOffered] = useState(isWhole(stored.found));
  /** work as it was stored last in this tab, and what the server has of it */
  const last = useRef<{ work: StoredWork<V> | null; server: StoredWork<V>['server'] }>({
    work: null,
    server: stored.found?.server,
  });
  const server = useServerDraft<V>({
    form: formName,
    piece: isNew && edition === null ? stored.work : '',
    isOn: mayChange,
    local: isOffered ? stored.found : null,
    describe: ({ value: typedNow, begun: of }) => {
      try {
        return { title: form.titleOf(typedNow, of), changes: form.changesOf(typedNow, of) };
      } catch {
        // a text that cannot be read yet, as JSON is while it is typed
        return { title: of.draft?.title ?? form.titleOf(of.value, of), changes: of.changes };
      }
    },
    onSent: (_work, of) => {
      last.current.server = of;
      if (last.current.work) stored.keep({ ...last.current.work, server: of });
    },
  });
  const [compared, setCompared] = useState<Compared<V> | null>(null);
  /** stores it in this tab and on the server */
  const storeWork = (work: StoredWork<V>): void => {
    last.current.work = work;
    stored.keep({ ...work, ...(last.current.server && { server: last.current.server }) });
    server.write(work);
  };
  const dropWork = (): void => {
    last.current = { work: null, server: undefined };
    stored.drop();
    server.drop();
  };
  const [resets, setResets] = useState(0);
  const windows = useWindows(stored, isNew && edition === null);
  const [isSaved, setSaved] = useState(false);
  const isGone = useRef(false);
  const [found, setFound] = useState<Found<V> | null>(null);
  const [attempts, setAttempts] = useState(0);
  const { message } = App.useApp();
  const changed = useChanged();
  const send = useSend();
  const navigate = useNavigate();
  const { savedAt } = useContext(EditorPlaceContext);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const value = typed.now;
  const isSame = form.isSame ?? isSameJson;
  const withBase = (of: V): Begun<V> =>
    form.baseOf && !begun.draft ? { ...begun, base: { ...form.baseOf(of), ...begun.base } } : begun;
  const saving = useSaveEdition<V>({
    ...form,
    begun: withBase(value),
    onRefused: (reason) => {
      const list = isCallFailed(reason) ? (reason.data as { problems?: FormProblem[] } | null)?.problems : undefined;
      if (!list) return;
      // a call of the form's own tells places of what it was given
      setFound({ problems: form.saveOtherwise ? list : part.ownProblems(list), of: value });
      setAttempts(attempts + 1);
    },
    onSaved: (editionId) => {
      // older work that is still offered is another piece of work
      if (!isOffered) dropWork();
      windows.tellSaved(editionId);
      typed.end();
      setSaved(true);
      void changed();
      void message.success(`已于 ${shanghaiSecond(new Date().toISOString()).slice(11)} 保存为稿件`);
      // a person who has left meanwhile stays where they are
      if (!isGone.current) void navigate(savedAt(editionId));
    },
  });
  const isDirty = !isSaved && !isSame(value, begun.value);
  const keep = (next: V): void => {
    // one thing is kept of a form, and older work stays until somebody has decided about it
    if (isOffered) return;
    // a step back to the beginning leaves nothing to be offered
    if (isSame(next, begun.value)) dropWork();
    else storeWork({ value: next, begun: withBase(next) });
  };
  const reset = (next: V): void => {
    setResets(resets + 1);
    keep(next);
  };
  const show = (work: StoredWork<V>): void => {
    typed.set(work.value);
    setResets(resets + 1);
    setBegun(work.begun);
  };
  /** work of an earlier release as this one writes it */
  const current = async (work: StoredWork<V>): Promise<StoredWork<V>> => form.readKept?.(work, send) ?? work;
  const takeOffered = async (): Promise<StoredWork<V> | null> => {
    const before = stored.found && (await current(stored.found));
    if (before) {
      show(before);
      const { server: _server, ...work } = before;
      last.current.work = work;
    }
    setOffered(false);
    return before;
  };
  /** the offers stay if it fails */
  const took = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (reason) {
      void message.error(wordsOf(reason));
    }
  };
  const stepTo = (step: (() => V) | null): (() => void) | null => step && (() => reset(step()));
  const missing = form.missing?.(value) ?? [];
  // missing fields are named once somebody has tried to save, and no more as soon as they are filled
  const missingNow = attempts > 0 ? missing : [];
  return {
    value,
    /** the beginning with the marks of all that the value touches */
    begun: withBase(value),
    isDirty,
    isSaved,
    isOffered,
    windows,
    saving,
    resets,
    attempts,
    missing: missingNow,
    problems: statedProblems(form, found ?? { problems: known, of: begun.value }, value, missingNow),
    tell: (problems: readonly FormProblem[]): void => setFound({ problems, of: null }),
    change: (next: Next<V>, about?: string): void => {
      const now = typed.set(next, about);
      if (now !== undefined) keep(now);
    },
    undo: stepTo(typed.undo),
    redo: stepTo(typed.redo),
    /** null: it is so already */
    restoreTo: (next: V): (() => void) | null =>
      isSame(value, next) ? null : () => typed.set(next) !== undefined && reset(next),
    server,
    compared,
    takeOffered: () =>
      took(async () => {
        const work = await takeOffered();
        if (work) storeWork(work);
      }),
    dropOffered: (): void => {
      dropWork();
      setOffered(false);
      // the value typed beside the offer
      if (isDirty) storeWork({ value, begun: withBase(value) });
    },
    /** goes on with the content of another place, in the place of what is here */
    takeElsewhere: (one: Elsewhere<V>) =>
      took(async () => {
        const work = await current(one.work);
        show(work);
        server.takeOver(one);
        last.current.server = { piece: one.draft.piece, version: one.draft.version };
        storeWork(work);
        setOffered(false);
      }),
    /** goes on with what is here; null: elsewhere there is none any more */
    goOnHere: (one: Elsewhere<V> | null) =>
      took(async () => {
        const work = isOffered ? await takeOffered() : { value, begun: withBase(value) };
        server.goOn(one);
        if (work) storeWork(work);
      }),
    compareElsewhere: (one: Elsewhere<V>) =>
      took(async () => {
        const theirs = await current(one.work);
        const mine = isOffered ? await takeOffered() : { value, begun: withBase(value) };
        if (!mine) return;
        const was = isSameJson(mine.begun.value, theirs.begun.value) ? mine.begun.value : undefined;
        setCompared({ one, begun: mine.begun, merge: form.merge(was, mine.value, theirs.value) });
      }),
    /** @param own ids of what is taken of what is here */
    mergeElsewhere: (own: ReadonlySet<string>): void => {
      if (!compared) return;
      const work = { value: compared.merge.merged(own), begun: compared.begun };
      show(work);
      server.goOn(compared.one);
      storeWork(work);
      setCompared(null);
    },
    leaveCompared: (): void => setCompared(null),
    /** tries to; what is missing is told instead */
    save: (): boolean => {
      if (missing.length > 0) {
        setAttempts(attempts + 1);
        return false;
      }
      void saving.save(value);
      return true;
    },
  };
}
