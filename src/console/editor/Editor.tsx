import { Alert } from 'antd';
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { BusyUploads, useBusyUploads } from '../files/busy-uploads.ts';
import type { MergeWords } from '../merge/merge-words.ts';
import { Panel } from '../parts/Panel.tsx';
import { LivePreview } from '../preview/LivePreview.tsx';
import { barWords, serverWords } from './bar-words.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { ElsewhereOffers } from './ElsewhereOffers.tsx';
import { EditorChecks } from './EditorChecks.tsx';
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
  /** name of the work stored in the browser */
  name: string;
  form: EditionForm<V>;
  begun: Begun<V>;
  /** the edition that is gone on with */
  edition?: FoundEdition | null;
  /** nothing of it is public yet: it may be saved as it was begun, and two windows write two of them */
  isNew?: boolean;
  mayChange?: boolean;
  /** words for the differences between two versions */
  words: MergeWords | ((mine: V, theirs: V) => MergeWords);
  /** problems of the content that it is begun from */
  problems?: readonly FormProblem[] | undefined;
  /** another content to begin from, such as the public one */
  restore?: { label: string; value: V };
  /** the pages that show it can be looked at beside the fields, as one types */
  hasPreview?: boolean;
  /** the form checks as one types, so that the preview need not tell what is wrong */
  hasOwnCheck?: boolean;
  /** SU14: with a choice of pages */
  hasPages?: boolean;
  /** content that has to be looked at before it can be saved */
  review?: { label: string; onReview: () => void } | undefined;
  /** loss by leaving: text within the form that is no part of its value yet; '' for none */
  unkept?: string;
  /** params of the address by which the fields are turned and filtered: Back among them leaves nothing */
  ownParams?: readonly string[];
  /** the fields */
  children: (props: FormProps<V>) => ReactNode;
}

/** Warning while older work is still offered: only one of both is kept. */
const BESIDE_OFFER = '离开后，上次没有提交的内容仍会保留，这次填写的不会。请先在表单上方选择“继续填写”或“丢弃”。';
const DRAFT_STAYS = '离开后，已填写的内容留在当前浏览器标签页里，再次打开这个表单可以继续填写。';
const ALSO_SENT = '也已存到服务器，换一台电脑登录后可以接着填。';
const NONE: readonly FormProblem[] = [];

/**
 * The one editor around the fields of any kind. It has the begun work, steps back and forth, unsaved changes, other
 * windows, and the way out. It has newer editions and their merge, the problems, and the bar that saves.
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
  const work = useWork({ name, form, begun: given, edition, isNew, mayChange, known });
  const { value, begun, isDirty, isSaved, missing, problems, saving, server, compared } = work;
  const { isSending, failure, conflict } = saving;
  const { showsPreview } = useContext(EditorPlaceContext);
  const [isPreviewing, setPreviewing] = useState(hasPreview && showsPreview);
  const isConfirming = useRef(false);
  // text typed while it is saved would be in no edition, and stored nowhere
  const isBusy = isSending || isSaved;
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    // an element that cannot be reached while it is saved loses the focus
    if (isBusy || document.activeElement !== document.body) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [isBusy]);
  const preview = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // on a narrow screen it stands below the fields, out of sight
    const top = isPreviewing && isConfirming.current ? preview.current!.getBoundingClientRect().top : 0;
    if (top > innerHeight / 2) preview.current!.scrollIntoView();
  }, [isPreviewing]);
  const { isUploading, count } = useBusyUploads();
  const why = isUploading ? '文件还在上传，传完再保存' : (form.whyNot?.(value) ?? '');
  const own = why === '' ? form.saveOtherwise?.(value, begun) : null;
  const save = (): void => {
    focused.current = document.activeElement;
    if (!work.save()) focused.current = null;
  };
  const previewed = form.previewed?.(value) ?? value;
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
        words={
          unkept || (work.isOffered ? BESIDE_OFFER : DRAFT_STAYS + (server.sent.state === 'sent' ? ALSO_SENT : ''))
        }
        own={ownParams}
      />
      {edition && <ReturnReason words={returnReason(edition)} />}
      {mayChange && <OtherWindow of={work.windows} isDraft={edition !== null} />}
      {mayChange && !isSaved && (
        <div inert={isBusy}>
          {work.isOffered && !server.elsewhere.some(({ isOther }) => !isOther) && (
            <DraftOffer onTake={() => void work.takeOffered()} onDrop={work.dropOffered} isBeside={isDirty} />
          )}
          {!compared && <ElsewhereOffers work={work} hasOwn={work.isOffered || isDirty} />}
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
      {compared && !conflict && (
        <MergePanel
          key={compared.one.draft.version}
          conflict={{ by: '', at: compared.one.draft.changedAt, isOwn: true, isTyped: true, merge: compared.merge }}
          words={typeof words === 'function' ? words(value, compared.one.work.value) : words}
          isSending={false}
          failure=""
          onMerge={work.mergeElsewhere}
          onBack={work.leaveCompared}
        />
      )}
      {/* hidden, and not gone, while two versions are compared: fields keep what is typed in them */}
      <div hidden={conflict !== null || compared !== null}>
        <div className={isPreviewing ? 'with-preview' : undefined}>
          <div inert={isBusy}>
            <BusyUploads value={count}>{children(props)}</BusyUploads>
          </div>
          {isPreviewing && (
            <Panel title="预览" heading={preview}>
              <LivePreview
                changes={form.changesOf(previewed, begun)}
                missing={form.missing?.(previewed) ?? NONE}
                title={`“${form.titleOf(value, begun)}”发布后的页面`}
                isQuiet
                hasPages={hasPages}
                {...(!hasOwnCheck && { onProblems: work.tell })}
              />
            </Panel>
          )}
        </div>
        {mayChange && !isBusy && why === '' && (isDirty || edition !== null) && (
          <EditorChecks work={value} changesOf={(work) => form.changesOf(work, begun)} />
        )}
        {/* its keys would reach the form behind */}
        {mayChange && !conflict && !compared && (
          <SaveBar
            words={
              isSending && own?.busyWords
                ? own.busyWords
                : barWords({ form, value, isDirty, edition, problems: problems.length, missing: missing.length, why })
            }
            server={isBusy || !isDirty ? '' : serverWords(server.sent)}
            undo={isBusy ? null : work.undo}
            redo={isBusy ? null : work.redo}
            restore={restore && { ...restore, onRestore: isBusy ? null : work.restoreTo(restore.value) }}
            {...(hasPreview && {
              preview: {
                isShown: isPreviewing,
                onShow: (isShown) => {
                  isConfirming.current = true;
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
