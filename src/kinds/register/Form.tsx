import { Alert, Form, Tabs } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { LONG_TIMEOUT } from '#console/calls/call.ts';
import { useChannels } from '#console/calls/channels.ts';
import { ONCE, useRead, type useSend } from '#console/calls/use-calls.ts';
import { manyRowsUnderWay } from '#console/editions/edition-words.ts';
import type { Begun, EditionForm, EditProps, FormProblem, FormProps } from '#console/editor/edition-form.ts';
import { Editor } from '#console/editor/Editor.tsx';
import { useFields } from '#console/editor/use-fields.ts';
import { schemaMergeWords } from '#console/merge/merge-words.ts';
import { mergeThreeWay } from '#console/merge/three-way.ts';
import { readPlaces } from '#console/pages/json-places.ts';
import { isJson, textOf } from '#console/pages/page-document.ts';
import { ProblemList } from '#console/pages/ProblemList.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { DisplaySettings } from './definition/DisplaySettings.tsx';
import type { DefinitionDraft } from './definition/edits.ts';
import { EffectList } from './definition/EffectList.tsx';
import { FieldTable } from './definition/FieldTable.tsx';
import { useDefinitionPlan } from './definition/use-definition-plan.ts';
import { StatedFields } from '#console/registers/StatedFields.tsx';
import '#console/registers/registers.css';
import '#console/wizard/wizard.css';
import './definition/definition.css';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registerStructure } from '#page/register-structure.ts';
import { freshnessName } from '#rules/freshness.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import type { DefinitionFacts, RegisterFacts, RewriteRules } from '#wire/register-answers.ts';
import { writtenOf } from '../changes.ts';
import type { Change } from '../index.ts';
import { rows as rowsKind } from '../rows/index.ts';
import { register as registerKind } from './index.ts';

const JsonEditor = lazy(() => import('#console/pages/JsonEditor.tsx').then((file) => ({ default: file.JsonEditor })));

/** A definition as its text, since form and JSON are two views of one, and what becomes of the rows. */
export interface TypedDefinition extends RewriteRules {
  text: string;
  dataDate: string;
  department: string;
}

/** An edition of a definition, with the rows that it rewrites. */
export function Edit({ edition }: EditProps) {
  const { register } = writtenOf(registerKind, edition.shown.changes)[0]!.document;
  return (
    <DefinitionParts register={register}>
      {(parts) => <DefinitionEditor {...parts} edition={edition} mayChange />}
    </DefinitionParts>
  );
}

interface Parts {
  facts: RegisterFacts;
  current: DefinitionFacts;
}

/** What the editor of a definition needs beside it. */
export function DefinitionParts({
  register,
  children,
}: {
  register: string;
  children: (parts: Parts) => React.ReactNode;
}) {
  const facts = useRead('GET /registers/:register', { register }, ONCE);
  const current = useRead('GET /registers/:register/definition', { register }, ONCE);
  const data = facts.data && current.data ? { facts: facts.data, current: current.data } : undefined;
  const retry = () => void Promise.all([facts.mutate(), current.mutate()]);
  return <Loaded of={{ data, error: facts.error ?? current.error, retry }}>{children}</Loaded>;
}

/** null: the changes are no definition, or hold more than one with its rows */
export function definitionIn(changes: readonly Change[]): TypedDefinition | null {
  const [own] = writtenOf(registerKind, changes);
  if (!own) return null;
  const rows = writtenOf(rowsKind, changes).find(({ id }) => id === own.id)?.document;
  return {
    text: textOf(own.document),
    fill: rows?.rewrite?.fill ?? {},
    values: rows?.rewrite?.values ?? {},
    dataDate: rows?.dataDate ?? '',
    department: rows?.department ?? '',
  };
}

/** The document of a text, where the form can show it. */
function documentOf(text: string): RegisterDefinition | null {
  const read = readPlaces(text);
  const value = 'fault' in read ? null : read.value;
  const isShaped =
    isJson(value) &&
    isJson(value.fields) &&
    Object.values(value.fields).every((field) => isJson(field) && typeof field.title === 'string') &&
    [value.key, value.columns, value.order, value.filters].every(Array.isArray);
  return isShaped ? (value as unknown as RegisterDefinition) : null;
}

function definitionForm({ facts, current }: Parts): EditionForm<TypedDefinition> {
  const { register } = facts;
  return {
    valueOf: definitionIn,
    changesOf: ({ text }) => [{ kind: registerKind.name, document: JSON.parse(text) as RegisterDefinition }],
    titleOf: () => `修改登记表“${facts.title}”的定义`,
    merge: (was, mine, theirs) => {
      const parse = (of: TypedDefinition) => ({ ...of, text: JSON.parse(of.text) as unknown });
      const { changes, merged } = mergeThreeWay(was && parse(was), parse(mine), parse(theirs));
      return {
        changes,
        merged: (own) => {
          const made = merged(own);
          return { ...made, text: textOf(made.text) };
        },
      };
    },
    whyNot: ({ text }) => (isJson(valueOf(text)) ? '' : 'JSON 有误，改正后才能保存'),
    missing: ({ dataDate, department }) =>
      current.dataDate === ''
        ? []
        : [
            ...(dataDate === '' ? [{ field: 'dataDate', message: '请填写数据日期' }] : []),
            ...(department.trim() === '' ? [{ field: 'department', message: '请填写责任部门' }] : []),
          ],
    saveOtherwise: ({ text, fill, values, dataDate, department }, { draft }) => ({
      label: '保存为稿件',
      busyWords: manyRowsUnderWay('改写', facts.rows),
      run: async (send: ReturnType<typeof useSend>) => {
        const { editionId } = await send(
          'POST /registers/:register/definition-edition',
          {
            register,
            document: JSON.parse(text) as object,
            fill,
            values,
            dataDate: dataDate || shanghaiDate(Date.now()),
            department: department || '—',
            base: current.base,
            ...(draft && { target: { editionId: draft.editionId, version: draft.version } }),
          },
          LONG_TIMEOUT,
        );
        return editionId;
      },
    }),
  };
}

function valueOf(text: string): unknown {
  const read = readPlaces(text);
  return 'fault' in read ? null : read.value;
}

interface Props extends Parts {
  mayChange: boolean;
  edition?: EditProps['edition'] | null;
}

/** RG23: the definition of a register by form and by JSON, with what it would change below. */
export function DefinitionEditor({ facts, current, mayChange, edition = null }: Props) {
  const form = definitionForm({ facts, current });
  const start: TypedDefinition = {
    text: textOf(current.document),
    fill: {},
    values: {},
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
      {(props) => <DefinitionFields {...props} facts={facts} current={current} />}
    </Editor>
  );
}

type FieldsProps = FormProps<TypedDefinition> & Parts;

function DefinitionFields({ facts, current, ...props }: FieldsProps) {
  const { value, onChange, disabled, problems: found } = props;
  const [tab, setTab] = useState('form');
  const [jump, setJump] = useState({ pointer: '', no: 0 });
  const { text, fill, values } = value;
  const read = useMemo(() => readPlaces(text), [text]);
  const document = useMemo(() => documentOf(text), [text]);
  const draft = document && { document, fill, values };
  const { plan, failure, isAsking } = useDefinitionPlan(facts.register, disabled ? null : draft);
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
                  <DisplaySettings draft={draft} disabled={disabled} onChange={change} />
                  <FreshnessDuties of={current.freshness} />
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

/** How often it has to be made new is a duty of the channels that show it, and is set there. */
function FreshnessDuties({ of }: { of: DefinitionFacts['freshness'] }) {
  const { nameOf } = useChannels();
  if (of.length === 0) return null;
  return (
    <p className="wizard-field">
      {'更新要求：'}
      {of.map(({ channelId, freshness }, at) => (
        <span key={channelId}>
          {at > 0 && '；'}
          <Link to={`/channels?channel=${channelId}`}>{nameOf(channelId)}</Link>
          {` ${freshness === '' ? '没有要求' : freshnessName(freshness)}`}
        </span>
      ))}
      <span className="quiet">（在栏目中修改）</span>
    </p>
  );
}

const NotShown = () => <Alert type="warning" showIcon title="现在的内容不能用表单显示，请在 JSON 里改正" />;

const statedField = ({ field }: FormProblem) => (field === 'dataDate' || field === 'department' ? field : undefined);

function Stated({ facts, value, problems, attempts, resets, onChange }: Omit<FieldsProps, 'current'>) {
  const { dataDate, department } = value;
  const stated = { dataDate, department };
  const { form, typed } = useFields({ value: stated, problems, attempts, resets, fieldOf: statedField });
  return (
    <Form
      form={form}
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
