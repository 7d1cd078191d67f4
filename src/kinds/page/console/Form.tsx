import { Alert, Tabs } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useChannels } from '#console/calls/channels.ts';
import { isCallFailed, NOT_FOUND } from '#console/calls/call.ts';
import { ONCE, useRead } from '#console/calls/use-calls.ts';
import { Differences } from '#console/documents/Differences.tsx';
import {
  begunFrom,
  type Begun,
  type EditionForm,
  type EditProps,
  type FormProps,
} from '#console/editor/edition-form.ts';
import { Editor } from '#console/editor/Editor.tsx';
import type { MergeWords } from '#console/merge/merge-words.ts';
import { readPlaces } from '#console/pages/json-places.ts';
import { isPageShaped, newPage, textOf } from '#console/pages/page-document.ts';
import { isObject, type Json } from '#rules/json/json.ts';
import { mergePages, pageMergeWords } from '#console/pages/page-merge.ts';
import { HomeCompositions } from '#console/pages/HomeCompositions.tsx';
import { PageForm } from '#console/pages/PageForm.tsx';
import { PageState } from '#console/pages/PageState.tsx';
import '#console/pages/pages.css';
import { ProblemList } from '#console/pages/ProblemList.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { LivePreview } from '#console/preview/LivePreview.tsx';
import type { PageFacts, PageSchemaAnswer } from '#wire/console-answers.ts';
import { writtenOf } from '../../changes.ts';
import { page as pageKind } from '../index.ts';
import { pageName } from '#rules/addresses/page-name.ts';

// the editor of JSON is larger than all the rest of the screen
const JsonEditor = lazy(() => import('#console/pages/JsonEditor.tsx').then((file) => ({ default: file.JsonEditor })));

/** Said above the form. */
export const purpose =
  '左边修改，右边随改随看。表单和 JSON 是同一份文档的两种写法，表单里没有的内容保持原样。保存后成为稿件，由他人审核通过后才会公开。';

/** An edition that holds one page and nothing else. */
export function Edit({ edition }: EditProps) {
  const page = writtenOf(pageKind, edition.shown.changes)[0]!.id!;
  return (
    <Loaded of={usePageParts(page)}>
      {(parts) => <PageEditor page={page} parts={parts} mayChange edition={edition} />}
    </Loaded>
  );
}

interface PageParts {
  /** null: nothing is public of it */
  answer: PageSchemaAnswer | null;
  facts: PageFacts;
}

/** Data that the editor of a page needs beside its document. */
export function usePageParts(page: string): { data: PageParts | undefined; error: unknown; retry: () => void } {
  const facts = useRead('GET /page-facts', {}, ONCE);
  const { data, error, mutate } = useRead('GET /page-schemas/:page', { page }, ONCE);
  const isNew = isCallFailed(error) && error.code === NOT_FOUND;
  return {
    data: facts.data && (isNew || data) ? { answer: data ?? null, facts: facts.data } : undefined,
    error: facts.error ?? (isNew ? undefined : error),
    retry: () => void Promise.all([facts.mutate(), mutate()]),
  };
}

/** Form of an edition with a page: its text, as form and JSON are two views of one text. */
const pageForm = (page: string, isNew: boolean, nameOf: (document: unknown) => string): EditionForm<string> => ({
  valueOf: (changes) => {
    const own = writtenOf(pageKind, changes).find(({ id }) => id === page);
    return own ? textOf(own.document) : null;
  },
  changesOf: (text) => [{ kind: pageKind.name, id: page, document: JSON.parse(text) as unknown }],
  titleOf: (text, { draft }) => draft?.title ?? `${isNew ? '新页面' : '修改页面'}：${nameOf(JSON.parse(text))}`,
  readKept: async ({ value, begun: before }, send) => {
    const [now, was] = [value, before.value].map((text) =>
      isReadable(text) ? (JSON.parse(text) as unknown) : undefined,
    );
    const { documents } = await send('POST /page-upgrades', { documents: [now ?? null, was ?? null] });
    const read = (text: string, of: unknown, at: number) => (of === undefined ? text : textOf(documents[at]));
    return { value: read(value, now, 0), begun: { ...before, value: read(before.value, was, 1) } };
  },
  merge: (was, mine, theirs) => {
    const [before, own, other] = [
      was === undefined ? undefined : JSON.parse(was),
      JSON.parse(mine),
      JSON.parse(theirs),
    ];
    const { changes, merged } = mergePages(before, own, other);
    return { changes, merged: (chosen) => textOf(merged(chosen)) };
  },
  whyNot: (text) => (isReadable(text) ? '' : 'JSON 有误，改正后才能保存'),
});

function isReadable(text: string): boolean {
  const read = readPlaces(text);
  return !('fault' in read) && isObject(read.value);
}

/** RG18: what people call a page, by the channels of the site; its technical name where nothing else is known. */
export function usePageTitle(page: string): (document: unknown) => string {
  const { list } = useChannels();
  return (document) => pageName(document, () => list) ?? page;
}

interface Props {
  page: string;
  parts: PageParts;
  mayChange: boolean;
  edition?: EditProps['edition'] | null;
}

/** A page schema by form and by JSON, with the page as it would be beside them. */
export function PageEditor({ page, parts: { answer, facts }, mayChange, edition = null }: Props) {
  const { nameOf: channelName } = useChannels();
  const isNew = answer === null;
  const titleOf = usePageTitle(page);
  const form = pageForm(page, isNew, titleOf);
  const found: PageSchemaAnswer = answer ?? {
    page,
    from: 'built-in',
    since: '',
    document: newPage(page),
    mark: '',
    editions: [],
    problems: [],
    path: '',
  };
  const begun: Begun<string> = edition
    ? begunFrom(form, edition)
    : { value: textOf(found.document), changes: [], base: { [`page:${page}`]: found.mark } };
  const words = pageMergeWords(facts, channelName, found.document);
  return (
    <>
      <PageState answer={found} isNew={isNew} editing={edition?.editionId ?? 0} />
      <Editor
        name={edition ? `edition-${edition.editionId}` : `page-${page}`}
        form={form}
        begun={begun}
        edition={edition}
        isNew={isNew}
        mayChange={mayChange}
        words={words}
        problems={found.problems}
        {...(found.file !== undefined && { restore: { label: '恢复为系统提供的', value: textOf(found.file) } })}
      >
        {(props) => <PageFields {...props} page={page} facts={facts} words={words} before={answer?.document} />}
      </Editor>
    </>
  );
}

interface FieldsProps extends FormProps<string> {
  page: string;
  facts: PageFacts;
  words: MergeWords;
  /** the public document; undefined: none */
  before: unknown;
}

function PageFields({
  page,
  facts,
  words,
  before,
  value: text,
  onChange,
  problems: found,
  onProblems,
  disabled,
}: FieldsProps) {
  const [tab, setTab] = useState('form');
  const [jump, setJump] = useState({ pointer: '', no: 0 });
  const titleOf = usePageTitle(page);
  const read = useMemo(() => readPlaces(text), [text]);
  const document = 'fault' in read ? undefined : read.value;
  // the preview stays at the last document that could be read
  const [shown, setShown] = useState<unknown>(document);
  if (document !== undefined && document !== shown) setShown(document);
  const change = (next: Json): void => onChange(textOf(next));
  const goTo = (pointer: string): void => {
    setTab('json');
    setJump({ pointer, no: jump.no + 1 });
  };
  const problems = found.map((problem) => ({
    change: 0,
    ...problem,
    message: problem.message.replace(/^页面“[^”]*”：/, ''),
  }));
  return (
    <div className="page-editor">
      <section className="panel" aria-label="页面的文档">
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
                <>
                  {document.layout === 'home' && (
                    <HomeCompositions home={document} disabled={disabled} onChange={change} />
                  )}
                  <PageForm
                    document={document}
                    facts={facts}
                    problems={problems}
                    disabled={disabled}
                    onChange={change}
                  />
                </>
              ) : (
                <Alert type="warning" showIcon title="现在的内容不能用表单显示，请在 JSON 里改正" />
              ),
            },
            {
              key: 'json',
              label: 'JSON',
              children: (
                <Suspense fallback={<Loading />}>
                  <JsonEditor text={text} problems={problems} jump={jump} isReadOnly={disabled} onChange={onChange} />
                </Suspense>
              ),
            },
            {
              key: 'differences',
              label: '与公开的差异',
              children: <Differences before={before} after={document} words={words} same="没有差异。" />,
            },
          ]}
        />
      </section>
      <section className="panel page-preview" aria-label="预览">
        <LivePreview
          changes={[{ kind: pageKind.name, id: page, document: shown }]}
          title={`页面“${titleOf(shown)}”的预览`}
          isQuiet
          onProblems={onProblems}
        />
      </section>
    </div>
  );
}
