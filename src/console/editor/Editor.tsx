import { Alert } from 'antd';
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { BusyUploads, useBusyUploads } from '../files/busy-uploads.ts';
import type { MergeWords } from '../merge/merge-words.ts';
import { Panel } from '../parts/Panel.tsx';
import { LivePreview } from '../preview/LivePreview.tsx';
import { barWords } from './bar-words.ts';
import { DraftOffer } from './DraftOffer.tsx';
import type { Begun, EditionForm, FormProblem, FormProps } from './edition-form.ts';
import { EditorPlaceContext } from './editor-place.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { MergePanel } from './MergePanel.tsx';
import { OtherWindow } from './OtherWindow.tsx';
import { Outdated } from './Outdated.tsx';
import { ReturnReason, returnReason } from './ReturnReason.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useWork } from './use-work.ts';

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
  /** the form checks as one types, so that the preview need not tell what is wrong */
  hasOwnCheck?: boolean;
  /** SU14: with a choice of pages */
  hasPages?: boolean;
  /** what has to be looked at before it can be saved */
  review?: { label: string; onReview: () => void } | undefined;
  /** what leaving loses: something is typed within the form that is no part of its value yet; '' for nothing */
  unkept?: string;
  /** params of the address by which the fields are turned and filtered: Back among them leaves nothing */
  ownParams?: readonly string[];
  /** the fields */
  children: (props: FormProps<V>) => ReactNode;
}

/** Of what is typed while older work is still offered: only one of them is kept. */
const BESIDE_OFFER = '离开后，上次没有提交的内容仍会保留，这次填写的不会。请先在表单上方选择“继续填写”或“丢弃”。';
const KEPT = '离开后，已填写的内容留在当前浏览器标签页里，再次打开这个表单可以继续填写。';
const NONE: readonly FormProblem[] = [];

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
  hasOwnCheck = false,
  hasPages = false,
  review,
  unkept = '',
  ownParams,
  children,
}: Props<V>) {
  const work = useWork({ name, form, begun: given, edition, isNew, known });
  const { value, begun, isDirty, isSaved, missing, problems, saving } = work;
  const { isSending, failure, conflict } = saving;
  const { showsPreview } = useContext(EditorPlaceContext);
  const [isPreviewing, setPreviewing] = useState(hasPreview && showsPreview);
  const isAsked = useRef(false);
  // what would be typed while it is saved would be in no edition, and kept nowhere
  const isBusy = isSending || isSaved;
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    // what cannot be reached while it is saved loses the focus
    if (isBusy || document.activeElement !== document.body) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [isBusy]);
  const preview = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // on a narrow screen it stands below the fields, out of sight
    const top = isPreviewing && isAsked.current ? preview.current!.getBoundingClientRect().top : 0;
    if (top > innerHeight / 2) preview.current!.scrollIntoView();
  }, [isPreviewing]);
  const { isUploading, count } = useBusyUploads();
  const why = isUploading ? '文件还在上传，传完再保存' : (form.whyNot?.(value) ?? '');
  const own = why === '' ? form.saveOtherwise?.(value, begun) : null;
  const save = (): void => {
    focused.current = document.activeElement;
    if (!work.save()) focused.current = null;
  };
  const props: FormProps<V> = {
    value,
    begun,
    onChange: work.change,
    problems,
    onProblems: work.tell,
    attempts: work.attempts,
    resets: work.resets,
    disabled: !mayChange,
  };
  return (
    <>
      <LeaveGuard
        isDirty={isDirty || unkept !== ''}
        words={unkept || (work.isOffered ? BESIDE_OFFER : KEPT)}
        own={ownParams}
      />
      {edition && <ReturnReason words={returnReason(edition)} />}
      {mayChange && <OtherWindow of={work.windows} isDraft={edition !== null} />}
      {mayChange && work.isOffered && (
        <div inert={isBusy}>
          <DraftOffer onTake={() => void work.takeOffered()} onDrop={work.dropOffered} isBeside={isDirty} />
        </div>
      )}
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
          <div inert={isBusy}>
            <BusyUploads value={count}>{children(props)}</BusyUploads>
          </div>
          {isPreviewing && (
            <Panel title="预览" heading={preview}>
              <LivePreview
                changes={form.changesOf(value, begun)}
                title={`“${form.titleOf(value, begun)}”发布后的页面`}
                isQuiet
                hasPages={hasPages}
                {...(!hasOwnCheck && { onProblems: work.tell })}
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
            undo={isBusy ? null : work.undo}
            redo={isBusy ? null : work.redo}
            restore={restore && { ...restore, onRestore: isBusy ? null : work.restoreTo(restore.value) }}
            {...(hasPreview && {
              preview: {
                isShown: isPreviewing,
                onShow: (isShown) => {
                  isAsked.current = true;
                  setPreviewing(isShown);
                },
              },
            })}
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
