import { Alert, App } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { shanghaiSecond } from '#rules/shanghai-date.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { isCallFailed } from '../calls/call.ts';
import { isSameJson } from '../documents/same-json.ts';
import { MergePanel } from './MergePanel.tsx';
import type { MergeWords } from '../merge/merge-words.ts';
import { Panel } from '../parts/Panel.tsx';
import { LivePreview } from '../preview/LivePreview.tsx';
import { DraftOffer } from './DraftOffer.tsx';
import type { Begun, EditionForm, FormProblem, FormProps } from './edition-form.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { OtherWindow } from './OtherWindow.tsx';
import { Outdated } from './Outdated.tsx';
import { ReturnReason, returnReason } from './ReturnReason.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveEdition } from './use-save-edition.ts';
import { useUndo, type Next } from './use-undo.ts';
import { useWindows } from './use-windows.ts';

interface Props<V> {
  /** of what is kept in the browser */
  name: string;
  form: EditionForm<V>;
  begun: Begun<V>;
  /** the edition that is gone on with */
  edition?: FoundEdition | null;
  /** nothing of it is public yet: it may be saved as it was begun, and two windows write two of them */
  isNew?: boolean;
  mayChange?: boolean;
  /** how differences between two versions are told */
  words: MergeWords | ((mine: V, theirs: V) => MergeWords);
  /** what was found wrong with what it is begun from */
  problems?: readonly FormProblem[] | undefined;
  /** what else may be begun from, such as what is public */
  restore?: { label: string; value: V };
  /** the pages that show it can be looked at beside the fields, as one types */
  hasPreview?: boolean;
  /** what has to be looked at before it can be saved */
  review?: { label: string; onReview: () => void } | undefined;
  /** the fields */
  children: (props: FormProps<V>) => ReactNode;
}

const NONE: readonly FormProblem[] = [];

/** what tells of editions, and of what they are begun from */
const CHANGED = ['/editions', '/settings', '/page-schemas', '/registers'];

/** What is kept of unsaved work, with what it was begun from, so that what others saved since is noticed. */
interface Kept<V> {
  value: V;
  begun: Begun<V>;
}

/** What an earlier release has kept holds the value alone, in another form. */
const isWhole = (kept: Partial<Kept<unknown>> | null): boolean =>
  kept !== null && kept.value !== undefined && kept.begun !== undefined;

/**
 * The one editor around the fields of any kind: what was begun, steps back and forth, what was typed and not saved,
 * other windows, the way out, newer editions and their merge, what is wrong, and the bar that saves.
 */
export function Editor<V>({
  name,
  form,
  begun: given,
  edition = null,
  isNew = false,
  mayChange = true,
  words,
  problems: known = NONE,
  restore,
  hasPreview = false,
  review,
  children,
}: Props<V>) {
  const [begun, setBegun] = useState(given);
  const typed = useUndo<V>(begun.value);
  const kept = useDraft<Kept<V>>(name);
  const [isOffered, setOffered] = useState(isWhole(kept.found));
  const [resets, setResets] = useState(0);
  const windows = useWindows(kept, isNew && edition === null);
  const [isSaved, setSaved] = useState(false);
  const isGone = useRef(false);
  const focused = useRef<Element | null>(null);
  const [found, setFound] = useState<readonly FormProblem[] | null>(null);
  /** what was refused; null: what is found is of the value as it is */
  const [refused, setRefused] = useState<V | null>(null);
  const tell = (list: readonly FormProblem[]): void => {
    setFound(list);
    setRefused(null);
  };
  const [attempts, setAttempts] = useState(0);
  const [isPreviewing, setPreviewing] = useState(false);
  const { message } = App.useApp();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
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
      setFound(list);
      setRefused(value);
      setAttempts(attempts + 1);
    },
    onSaved: (editionId) => {
      kept.drop();
      windows.tellSaved(editionId);
      typed.end();
      setSaved(true);
      void mutate((key) => typeof key === 'string' && CHANGED.some((path) => key.startsWith(path)));
      void message.success(`已于 ${shanghaiSecond(new Date().toISOString()).slice(11)} 保存为稿件`);
      // who has left meanwhile stays where they are
      if (!isGone.current) void navigate(`/editions/${editionId}`);
    },
  });
  const { isSending, failure, conflict } = saving;
  // what would be typed while it is saved would be in no edition, and kept nowhere
  const isBusy = isSending || isSaved;
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    // what cannot be reached while it is saved loses the focus
    if (isBusy || document.activeElement !== document.body) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [isBusy]);
  const isDirty = !isSaved && !isSame(value, begun.value);
  const keep = (next: V): void => {
    // a step back to the beginning leaves nothing to be offered
    if (isSame(next, begun.value) && !isOffered) kept.drop();
    else kept.keep({ value: next, begun: withBase(next) });
  };
  const change = (next: Next<V>, about?: string): void => {
    const now = typed.set(next, about);
    if (now !== undefined) keep(now);
  };
  const reset = (next: V): void => {
    setResets(resets + 1);
    keep(next);
  };
  const stepTo = (step: (() => V) | null): (() => void) | null => step && (() => reset(step()));
  const restoreTo = (next: V): void => {
    if (typed.set(next) !== undefined) reset(next);
  };
  const take = (): void => {
    const { found: before } = kept;
    if (before) {
      typed.set(before.value);
      setResets(resets + 1);
      setBegun(before.begun);
      // it is still not saved
      kept.keep(before);
    }
    setOffered(false);
  };
  const drop = (): void => {
    kept.drop();
    setOffered(false);
    // what was typed beside the offer
    if (isDirty) kept.keep({ value, begun: withBase(value) });
  };
  const why = form.whyNot?.(value) ?? '';
  const own = why === '' ? form.saveOtherwise?.(value, begun) : null;
  const save = (): void => {
    if ((form.missing?.(value) ?? []).length > 0) return setAttempts(attempts + 1);
    focused.current = document.activeElement;
    void saving.save(value);
  };
  // what is missing is said once somebody has tried to save, and no more as soon as it is there
  const missing = attempts > 0 ? (form.missing?.(value) ?? []) : [];
  const checked = found === null ? begun.value : refused;
  const wrong =
    checked === null || !form.problemIn
      ? (found ?? known)
      : (found ?? known).flatMap((one) => form.problemIn!(one, checked, value) ?? []);
  const problems = [
    ...missing,
    ...wrong.filter((one) => !missing.some(({ pointer }) => pointer && pointer === one.pointer)),
  ];
  const props: FormProps<V> = {
    value,
    begun: withBase(value),
    onChange: change,
    problems,
    onProblems: tell,
    attempts,
    resets,
    disabled: !mayChange,
  };
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      {edition && <ReturnReason words={returnReason(edition)} />}
      {mayChange && <OtherWindow of={windows} isDraft={edition !== null} />}
      {mayChange && isOffered && <DraftOffer onTake={take} onDrop={drop} />}
      {!conflict && failure !== '' && (
        <Alert type="error" showIcon role="alert" title={failure} className="above-form" />
      )}
      {!conflict && edition && edition.outdated.length > 0 && why === '' && !form.readVersion && (
        <Outdated isBusy={isSending} onCompare={() => saving.compare(value)} />
      )}
      {conflict && (
        <MergePanel
          key={`${conflict.version} ${conflict.at}`}
          conflict={conflict}
          words={typeof words === 'function' ? words(value, conflict.over.value) : words}
          isSending={isSending}
          failure={failure}
          onMerge={saving.resolve}
          onBack={saving.leave}
        />
      )}
      {/* hidden, and not gone, while two versions are compared: fields keep what is typed in them */}
      <div hidden={conflict !== null}>
        <div className={isPreviewing ? 'with-preview' : undefined}>
          <div inert={isBusy}>{children(props)}</div>
          {isPreviewing && (
            <Panel title="预览">
              <LivePreview
                changes={form.changesOf(value, begun)}
                title={`“${form.titleOf(value, begun)}”发布后的页面`}
                isQuiet
                onProblems={tell}
              />
            </Panel>
          )}
        </div>
        {/* its keys would reach the form behind */}
        {mayChange && !conflict && (
          <SaveBar
            words={
              isSending && own?.busyWords
                ? own.busyWords
                : barWords({ form, value, isDirty, edition, problems: problems.length, missing: missing.length, why })
            }
            undo={isBusy ? null : stepTo(typed.undo)}
            redo={isBusy ? null : stepTo(typed.redo)}
            restore={
              restore && {
                ...restore,
                onRestore: isBusy || isSame(value, restore.value) ? null : () => restoreTo(restore.value),
              }
            }
            {...(hasPreview && { preview: { isShown: isPreviewing, onShow: setPreviewing } })}
            label={review?.label ?? own?.label ?? '保存为稿件'}
            isSending={isSending}
            disabled={isSaved || why !== '' || (!isDirty && !edition && !isNew)}
            onSave={review?.onReview ?? save}
          />
        )}
      </div>
    </>
  );
}

/** What the save bar says: what is not saved yet, then what is to be put right. */
function barWords<V>({
  form,
  value,
  isDirty,
  edition,
  problems,
  missing,
  why,
}: Pick<Props<V>, 'form'> & {
  value: V;
  isDirty: boolean;
  edition: FoundEdition | null;
  problems: number;
  missing: number;
  why: string;
}): string {
  const count = form.countOf?.(value);
  const state = !isDirty
    ? edition
      ? '与保存的稿件相同'
      : '没有未保存的修改'
    : count === undefined
      ? '有修改还没有保存'
      : edition
        ? `稿件共有 ${count} 项修改，刚才的改动还没有保存`
        : `有 ${count} 项修改还没有保存`;
  if (why !== '') return `${state}。${why}`;
  if (missing > 0) return `${state}。有 ${missing} 处必须先填写`;
  return problems === 0 ? state : `${state}。有 ${problems} 处须改正；可以先保存，改正前不能公开`;
}
