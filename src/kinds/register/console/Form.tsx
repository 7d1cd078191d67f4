import { Alert, Form, Tabs } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ONCE, useRead } from '#console/calls/use-calls.ts';
import type { Begun, EditProps, FormProps } from '#console/editor/edition-form.ts';
import { Editor } from '#console/editor/Editor.tsx';
import { useFields } from '#console/editor/use-fields.ts';
import { schemaMergeWords } from '#console/merge/merge-words.ts';
import { readPlaces } from '#console/pages/json-places.ts';
import { textOf } from '#console/pages/page-document.ts';
import { ProblemList } from '#console/pages/ProblemList.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { StatedFields, statedField } from '#console/registers/StatedFields.tsx';
import '#console/registers/registers.css';
import '#console/wizard/wizard.css';
import { registerStructure } from '#page/register-structure.ts';
import { writtenOf } from '../../changes.ts';
import { ColumnUses } from '../definition/ColumnUses.tsx';
import { definitionForm, documentOf, type Parts, type TypedDefinition } from '../definition/definition-form.ts';
import { DisplaySettings } from '../definition/DisplaySettings.tsx';
import { Duties } from '../definition/Duties.tsx';
import type { DefinitionDraft } from '../definition/edits.ts';
import { EffectList } from '../definition/EffectList.tsx';
import { FieldTable } from '../definition/FieldTable.tsx';
import { useDefinitionPlan } from '../definition/use-definition-plan.ts';
import '../definition/definition.css';
import { rows as rowsKind } from '../../rows/index.ts';
import { register as registerKind } from '../index.ts';
import { endedInDraft } from '../mixed-merges.ts';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';

const JsonEditor = lazy(() => import('#console/pages/JsonEditor.tsx').then((file) => ({ default: file.JsonEditor })));

/** An edition of a definition, with the rows that it rewrites. */
export function Edit({ edition }: EditProps) {
  const { changes } = edition.shown;
  const { register } = writtenOf(registerKind, changes)[0]!.document;
  const table = writtenOf(rowsKind, changes)[0]?.document;
  return (
    <DefinitionParts register={register} {...(table && !table.rewrite && { editionId: edition.editionId })}>
      {(parts) => <DefinitionEditor {...parts} edition={edition} mayChange />}
    </DefinitionParts>
  );
}

interface DefinitionPartsProps {
  register: string;
  /** edition with the rows that the definition belongs to, given by a file or a copy; absent: those that are public */
  editionId?: number;
  children: (parts: Parts) => React.ReactNode;
}

/** Loads the parts that the editor of a definition needs beside it. */
export function DefinitionParts({ register, editionId, children }: DefinitionPartsProps) {
  const of = { register, ...(editionId !== undefined && { editionId }) };
  const facts = useRead('GET /registers/:register', of, ONCE);
  const current = useRead('GET /registers/:register/definition', of, ONCE);
  const data =
    facts.data && current.data
      ? { facts: facts.data, current: current.data, ...(editionId !== undefined && { editionId }) }
      : undefined;
  const retry = () => void Promise.all([facts.mutate(), current.mutate()]);
  return <Loaded of={{ data, error: facts.error ?? current.error, retry }}>{children}</Loaded>;
}

interface Props extends Parts {
  mayChange: boolean;
  edition?: EditProps['edition'] | null;
}

/** RG23: the definition of a register by form and by JSON, with what it would change below. */
export function DefinitionEditor({ mayChange, edition = null, ...parts }: Props) {
  const { facts, current } = parts;
  const form = definitionForm(parts);
  const start: TypedDefinition = {
    text: textOf(current.document),
    fill: {},
    values: {},
    freshness: {},
    dataDate: current.dataDate,
    department: current.department,
  };
  const begun: Begun<TypedDefinition> = edition
    ? {
        value: form.valueOf(edition.shown.changes)!,
        changes: edition.shown.changes,
        base: current.base,
        draft: { editionId: edition.editionId, version: edition.version, title: edition.title },
      }
    : { value: start, changes: [], base: current.base };
  return (
    <Editor
      name={edition ? `edition-${edition.editionId}` : `definition-${facts.register}`}
      form={form}
      begun={begun}
      edition={edition}
      mayChange={mayChange}
      words={schemaMergeWords(registerStructure, '登记表定义')}
    >
      {(props) => <DefinitionFields {...props} {...parts} />}
    </Editor>
  );
}

type FieldsProps = FormProps<TypedDefinition> & Parts;

function DefinitionFields({ facts, current, editionId, ...props }: FieldsProps) {
  const { value, onChange, disabled, problems: found } = props;
  const [tab, setTab] = useState('form');
  const [jump, setJump] = useState({ pointer: '', no: 0 });
  const { text, fill, values } = value;
  const read = useMemo(() => readPlaces(text), [text]);
  const document = useMemo(() => documentOf(text), [text]);
  const draft = document && { document, fill, values };
  const { plan, failure, isAsking } = useDefinitionPlan(
    { register: facts.register, ...(editionId !== undefined && { editionId }) },
    disabled || draft === null ? null : { ...draft, ...endedInDraft(current.document, draft) },
  );
  const change = (next: DefinitionDraft, about?: string): void =>
    onChange((newest) => ({ ...newest, text: textOf(next.document), fill: next.fill, values: next.values }), about);
  const problems = [...(plan?.problems ?? []), ...found.filter(({ pointer }) => pointer !== undefined)].map(
    (problem) => ({ change: 0, pointer: '', code: '', ...problem }),
  );
  const general = found.filter(({ pointer, field }) => pointer === undefined && !field);
  return (
    <div className="stack">
      {general.length > 0 && (
        <Alert type="error" showIcon role="alert" title={general.map(({ message }) => message).join('；')} />
      )}
      <section className="panel" aria-label="登记表的定义">
        <ProblemList
          problems={problems}
          {...('fault' in read && { fault: { ...read.fault, text } })}
          onGoTo={(pointer) => {
            setTab('json');
            setJump({ pointer, no: jump.no + 1 });
          }}
        />
        <Tabs
          activeKey={tab}
          onChange={setTab}
          animated={false}
          items={[
            {
              key: 'form',
              label: '字段',
              children: draft ? (
                <FieldTable
                  draft={draft}
                  before={current.document}
                  rows={plan?.rows ?? null}
                  disabled={disabled}
                  onChange={change}
                />
              ) : (
                <NotShown />
              ),
            },
            {
              key: 'display',
              label: '查询、排列和核验',
              children: draft ? (
                <>
                  <ColumnUses draft={draft} disabled={disabled} onChange={change} />
                  <DisplaySettings draft={draft} disabled={disabled} onChange={change} />
                  <Duties
                    of={current.freshness}
                    changed={value.freshness}
                    disabled={disabled}
                    onChange={(freshness) => onChange((newest) => ({ ...newest, freshness }), 'freshness')}
                  />
                </>
              ) : (
                <NotShown />
              ),
            },
            {
              key: 'json',
              label: 'JSON',
              children: (
                <Suspense fallback={<Loading />}>
                  <JsonEditor
                    text={text}
                    problems={problems}
                    jump={jump}
                    isReadOnly={disabled}
                    label="登记表定义的 JSON"
                    onChange={(typed) => onChange((newest) => ({ ...newest, text: typed }), 'json')}
                  />
                </Suspense>
              ),
            },
          ]}
        />
      </section>
      {!disabled && draft && (
        <EffectList before={current.document} draft={draft} plan={plan} failure={failure} isAsking={isAsking} />
      )}
      {!disabled && current.dataDate !== '' && (
        <Panel title="随定义一起发布的数据">
          <Stated {...props} facts={facts} />
        </Panel>
      )}
    </div>
  );
}

const NotShown = () => <Alert type="warning" showIcon title="现在的内容不能用表单显示，请在 JSON 里改正" />;

function Stated({ facts, value, problems, attempts, resets, onChange }: Omit<FieldsProps, 'current'>) {
  const { dataDate, department } = value;
  const stated = { dataDate, department };
  const { form, typed } = useFields({ value: stated, problems, attempts, resets, fieldOf: statedField });
  return (
    <Form
      form={form}
      validateTrigger={MARKED_WHEN_LEFT}
      layout="vertical"
      className="stated-form"
      initialValues={stated}
      onValuesChange={() => onChange((newest) => ({ ...newest, ...typed() }))}
      aria-label="数据日期和责任部门"
    >
      <StatedFields facts={facts} how={null} />
    </Form>
  );
}
