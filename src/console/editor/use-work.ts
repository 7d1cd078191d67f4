import { App } from 'antd';
import { useContext, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { isCallFailed, wordsOf } from '../calls/call.ts';
import { useChanged, useSend } from '../calls/use-calls.ts';
import { isSameJson } from '../documents/same-json.ts';
import type { Begun, EditionForm, FormProblem, Kept } from './edition-form.ts';
import { EditorPlaceContext } from './editor-place.ts';
import { usePart } from './edition-part.ts';
import { statedProblems, type Found } from './stated-problems.ts';
import { useDraft } from './use-draft.ts';
import { useSaveEdition } from './use-save-edition.ts';
import { useUndo, type Next } from './use-undo.ts';
import { useWindows } from './use-windows.ts';

interface Work<V> {
  /** of what is kept in the browser */
  name: string;
  form: EditionForm<V>;
  begun: Begun<V>;
  edition: FoundEdition | null;
  isNew: boolean;
  /** what was found wrong with what it is begun from */
  known: readonly FormProblem[];
}

/** What an earlier release has kept holds the value alone, in another form. */
const isWhole = (kept: Partial<Kept<unknown>> | null): boolean =>
  kept !== null && kept.value !== undefined && kept.begun !== undefined;

/**
 * Work on one value from its beginning until it is saved: what is typed with its steps, what of it is kept in the
 * browser and offered again, what is wrong with it, and saving it.
 */
export function useWork<V>({ name, form, begun: given, edition, isNew, known }: Work<V>) {
  const [begun, setBegun] = useState(given);
  const typed = useUndo<V>(begun.value);
  const part = usePart();
  const kept = useDraft<Kept<V>>(`${name} ${part.name}`.trim());
  const [isOffered, setOffered] = useState(isWhole(kept.found));
  const [resets, setResets] = useState(0);
  const windows = useWindows(kept, isNew && edition === null);
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
      if (!isOffered) kept.drop();
      windows.tellSaved(editionId);
      typed.end();
      setSaved(true);
      void changed();
      void message.success(`已于 ${shanghaiSecond(new Date().toISOString()).slice(11)} 保存为稿件`);
      // who has left meanwhile stays where they are
      if (!isGone.current) void navigate(savedAt(editionId));
    },
  });
  const isDirty = !isSaved && !isSame(value, begun.value);
  const keep = (next: V): void => {
    // one thing is kept of a form, and older work stays until somebody has decided about it
    if (isOffered) return;
    // a step back to the beginning leaves nothing to be offered
    if (isSame(next, begun.value)) kept.drop();
    else kept.keep({ value: next, begun: withBase(next) });
  };
  const reset = (next: V): void => {
    setResets(resets + 1);
    keep(next);
  };
  const stepTo = (step: (() => V) | null): (() => void) | null => step && (() => reset(step()));
  const missing = form.missing?.(value) ?? [];
  // what is missing is said once somebody has tried to save, and no more as soon as it is there
  const told = attempts > 0 ? missing : [];
  return {
    value,
    /** with the marks of all that the value touches */
    begun: withBase(value),
    isDirty,
    isSaved,
    isOffered,
    windows,
    saving,
    resets,
    attempts,
    missing: told,
    problems: statedProblems(form, found ?? { problems: known, of: begun.value }, value, told),
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
    takeOffered: async (): Promise<void> => {
      try {
        const before = kept.found && (await (form.readKept?.(kept.found, send) ?? kept.found));
        if (before) {
          typed.set(before.value);
          setResets(resets + 1);
          setBegun(before.begun);
        }
        setOffered(false);
      } catch (reason) {
        // it is offered on
        void message.error(wordsOf(reason));
      }
    },
    dropOffered: (): void => {
      kept.drop();
      setOffered(false);
      // what was typed beside the offer
      if (isDirty) kept.keep({ value, begun: withBase(value) });
    },
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
