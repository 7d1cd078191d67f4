import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { Alert, App, Button, Space, Tabs } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { PageFacts, PageSchemaAnswer } from '#wire/console-answers.ts';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { useDraft } from '../calls/use-draft.ts';
import { useWindows } from '../calls/use-windows.ts';
import { LeaveGuard } from '../content/LeaveGuard.tsx';
import { Differences } from '../documents/Differences.tsx';
import { isSameJson } from '../documents/same-json.ts';
import { UndoButtons } from '../documents/UndoButtons.tsx';
import { useUndo } from '../documents/use-undo.ts';
import { Outdated } from '../editions/Outdated.tsx';
import { useSaveEdition, type Begun, type DraftFacts } from '../editions/use-save-edition.ts';
import { MergePanel } from '../merge/MergePanel.tsx';
import { DraftOffer } from '../parts/DraftOffer.tsx';
import { OtherWindow } from '../parts/OtherWindow.tsx';
import { Loading } from '../parts/Loading.tsx';
import { LivePreview } from '../preview/LivePreview.tsx';
import { readPlaces } from './json-places.ts';
import { isJson, isPageShaped, textOf, type Json } from './page-document.ts';
import { mergePages, pageMergeWords } from './page-merge.ts';
import { PageForm } from './PageForm.tsx';
import { PageStanding } from './PageStanding.tsx';
import { ProblemList } from './ProblemList.tsx';

// the editor of JSON is larger than all the rest of the screen
const JsonEditor = lazy(() => import('./JsonEditor.tsx').then((file) => ({ default: file.JsonEditor })));

export interface PageDraft extends DraftFacts {
  document: unknown;
  /** what is public of the page has changed since the draft was begun */
  isOutdated: boolean;
}

interface Props {
  answer: PageSchemaAnswer;
  isNew: boolean;
  facts: PageFacts;
  mayChange: boolean;
  draft?: PageDraft;
}

/** What is kept of unsaved work, with what it was begun from. */
interface Kept {
  text: string;
  begun: Begun<unknown>;
}

/** A page schema by form and by JSON, which are two views of one text, with the page as it would be beside them. */
export function PageEditor({ answer, isNew, facts, mayChange, draft }: Props) {
  const { page } = answer;
  const [begun, setBegun] = useState(() => begunFrom(answer, draft));
  const start = textOf(begun.value);
  const typed = useUndo(start);
  const kept = useDraft<Kept>(`page-${page}${draft ? `-${draft.editionId}` : ''}`);
  const windows = useWindows(kept);
  const { nameOf: channelName } = useChannels();
  const [tab, setTab] = useState('form');
  const [jump, setJump] = useState({ pointer: '', no: 0 });
  const [found, setFound] = useState<readonly EditionProblem[]>(
    answer.problems.map((problem) => ({ ...problem, change: 0 })),
  );
  const [isSaved, setSaved] = useState(false);
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const text = typed.now;
  const read = useMemo(() => readPlaces(text), [text]);
  const document = 'fault' in read ? undefined : read.value;
  // the preview stays at the last document that could be read
  const [shown, setShown] = useState<unknown>(document);
  if (document !== undefined && document !== shown) setShown(document);
  const { isSending, failure, conflict, save, compare, resolve, leave } = useSaveEdition<unknown>({
    begun,
    valueOf: (changes) => writtenOf(pageKind, changes).find(({ id }) => id === page)?.document ?? null,
    changesOf: (made) => [{ kind: pageKind.name, id: page, document: made }],
    titleOf: (made, over) => over.draft?.title ?? `${isNew ? '新页面' : '修改页面'}：${titleOf(made, page)}`,
    merge: mergePages,
    onSaved: (editionId) => {
      kept.drop();
      windows.tellSaved(editionId);
      setSaved(true);
      void mutate((key) => typeof key === 'string' && (key.startsWith('/editions') || key.startsWith('/page-schemas')));
      void message.success('已保存为稿件');
      void navigate(`/editions/${editionId}`);
    },
  });
  const write = (next: string): void => {
    typed.set(next);
    kept.keep({ text: next, begun });
  };
  const change = (next: Json): void => write(textOf(next));
  const take = (found: Kept): void => {
    typed.set(found.text);
    setBegun(found.begun);
    kept.drop();
    // it is still not saved
    kept.keep(found);
  };
  const goTo = (pointer: string): void => {
    setTab('json');
    setJump({ pointer, no: jump.no + 1 });
  };
  const isDirty = !isSaved && text !== start;
  const problems = found.map((problem) => ({ ...problem, message: problem.message.replace(`页面“${page}”：`, '') }));
  const words = pageMergeWords(facts, channelName);
  const isReadable = typeof document === 'object' && document !== null;
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      <PageStanding answer={answer} isNew={isNew} editing={draft?.editionId ?? 0} />
      {mayChange && <OtherWindow of={windows} isDraft={draft !== undefined} />}
      {kept.found !== null && mayChange && <DraftOffer onTake={() => take(kept.found!)} onDrop={kept.drop} />}
      {!conflict && failure !== '' && (
        <Alert type="error" showIcon role="alert" title={failure} className="above-form" />
      )}
      {!conflict && draft?.isOutdated && isReadable && (
        <Outdated isBusy={isSending} onCompare={() => compare(document)} />
      )}
      {conflict && (
        <MergePanel
          key={`${conflict.version} ${conflict.at}`}
          conflict={conflict}
          words={words}
          isSending={isSending}
          failure={failure}
          onMerge={resolve}
          onBack={leave}
        />
      )}
      <div className="page-editor" hidden={conflict !== null}>
        <section className="panel" aria-label="页面的文档">
          {mayChange && (
            <Space wrap className="page-buttons">
              <Button
                type="primary"
                loading={isSending}
                disabled={!isReadable || (!isDirty && !draft && !isNew)}
                onClick={() => void save(document)}
              >
                保存为稿件
              </Button>
              <UndoButtons of={typed} />
              {answer.file !== undefined && (
                <Button disabled={isSameJson(document, answer.file)} onClick={() => change(answer.file as Json)}>
                  恢复为系统提供的
                </Button>
              )}
            </Space>
          )}
          <ProblemList problems={problems} {...('fault' in read && { fault: { ...read.fault, text } })} onGoTo={goTo} />
          <Tabs
            activeKey={tab}
            onChange={setTab}
            animated={false}
            items={[
              {
                key: 'form',
                label: '表单',
                children: isPageShaped(document) ? (
                  <PageForm
                    document={document}
                    facts={facts}
                    problems={problems}
                    disabled={!mayChange}
                    onChange={change}
                  />
                ) : (
                  <Alert type="warning" showIcon title="现在的内容不能用表单显示，请在 JSON 里改正" />
                ),
              },
              {
                key: 'json',
                label: 'JSON',
                children: (
                  <Suspense fallback={<Loading />}>
                    <JsonEditor text={text} problems={problems} jump={jump} isReadOnly={!mayChange} onChange={write} />
                  </Suspense>
                ),
              },
              {
                key: 'differences',
                label: '与公开的差异',
                children: (
                  <Differences
                    before={isNew ? undefined : answer.document}
                    after={document}
                    words={words}
                    same="没有差异。"
                  />
                ),
              },
            ]}
          />
        </section>
        <section className="panel page-preview" aria-label="预览">
          <LivePreview
            changes={[{ kind: pageKind.name, id: page, document: shown }]}
            title={`页面 ${page} 的预览`}
            isQuiet
            onProblems={setFound}
          />
        </section>
      </div>
    </>
  );
}

function begunFrom({ page, document, mark }: PageSchemaAnswer, draft: PageDraft | undefined): Begun<unknown> {
  const value = draft ? draft.document : document;
  const changes: Change[] = [{ kind: pageKind.name, id: page, document: value }];
  return draft
    ? { value, changes, draft: { editionId: draft.editionId, version: draft.version, title: draft.title } }
    : { value, changes, base: { [`page:${page}`]: mark } };
}

const titleOf = (document: unknown, page: string): string =>
  isJson(document) && typeof document.title === 'string' ? document.title : page;
