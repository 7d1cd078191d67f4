import { createElement } from 'react';
import { Form, Select, Tag } from 'antd';
import { useState } from 'react';
import { changeOf, changeTitle, comesWithRows, kindOfSubject, subjectTitle, summaryOf } from '#kinds/change-words.ts';
import { documentIn, writtenOf } from '#kinds/changes.ts';
import type { Names } from '#kinds/define-kind.ts';
import type { AnyKind, Change } from '#kinds/index.ts';
import { register } from '#kinds/register/index.ts';
import type { RegisterShape } from '#kinds/register/register-words.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { differenceOf } from '#kinds/shown.ts';
import type { SubjectDifference } from '#wire/edition-answers.ts';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { FoldedWhenMany } from '../parts/Folded.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { FieldDifferenceLines } from './FieldDifferenceLines.tsx';
import { DocumentDifferences } from './DocumentDifferences.tsx';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';
import { rowsUnderWay } from './edition-words.ts';
import { RowLine } from './RowLine.tsx';

const HOW = { added: '新增', changed: '修改', removed: '删除', same: '无差异' } as const;
const NO_FIELDS: RegisterShape = { fields: {} };

/**
 * What differs between two versions, or between a version and what is public. Of a published edition: what was public
 * before it.
 */
export function Differences({
  edition: { editionId, state, version, versions, steps, shown, titles },
}: {
  edition: FoundEdition;
}) {
  const names = useEditionNames(shown.changes, titles);
  const outside =
    state === 'published'
      ? { value: 'before', label: '本次发布以前公开的内容' }
      : { value: 'public', label: '现在公开的内容' };
  const [from, setFrom] = useState(() => approvedBefore({ state, version, steps }) ?? outside.value);
  const [to, setTo] = useState(String(version));
  const isSame = from === to;
  const { data, error, mutate } = useRead(
    'GET /editions/:editionId/compare',
    isSame ? null : { editionId, from, to },
    PATIENT,
  );
  const sides = versions.map((one) => ({ value: String(one.version), label: `第 ${one.version} 版，${one.savedBy}` }));
  const isNothing =
    data?.title.before === data?.title.after || data?.title.before === null || data?.title.after === null;
  return (
    <Panel title="差异">
      <Form layout="vertical" className="sides">
        <Form.Item label="之前" htmlFor="compare-from">
          <Select id="compare-from" value={from} options={[outside, ...sides]} onChange={setFrom} />
        </Form.Item>
        <Form.Item label="之后" htmlFor="compare-to">
          <Select
            id="compare-to"
            value={to}
            options={state === 'published' ? sides : [outside, ...sides]}
            onChange={setTo}
          />
        </Form.Item>
      </Form>
      {isSame && <EmptyNote title="两边相同">请选择两个不同的版次。</EmptyNote>}
      {!isSame && error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!isSame && !data && error === undefined && (
        <Loading words={rowsUnderWay('比较', shown.changes) || '正在比较…'} />
      )}
      {!isSame && data && (
        <>
          {!isNothing && (
            <FieldDifferenceLines
              field={{ path: '/title', before: data.title.before, after: data.title.after }}
              names={names}
            />
          )}
          {byKind(toldOnce(data.subjects, shown.changes)).map(({ title, subjects }) => (
            <FoldedWhenMany key={title} title={title} count={data.subjects.length}>
              {subjects.map((one) => (
                <Subject
                  key={one.subject}
                  of={one}
                  own={changeOf(one.subject, shown.changes)}
                  beside={shown.changes}
                  isShown={to === String(shown.version)}
                  names={names}
                />
              ))}
            </FoldedWhenMany>
          ))}
        </>
      )}
    </Panel>
  );
}

/**
 * ED12: the version that was approved before the program made another one of it: what that added is all there is to look at
 * again.
 */
function approvedBefore({
  state,
  version,
  steps,
}: Pick<FoundEdition, 'state' | 'version' | 'steps'>): string | undefined {
  const approved = state === 'in-review' ? steps.findLast(({ act }) => act === 'approved') : undefined;
  const later = approved ? steps.slice(steps.indexOf(approved) + 1) : [];
  const isOwn = later.some(({ act }) => act === 'rebased') && !later.some(({ act }) => act === 'saved');
  return isOwn && approved!.version < version ? String(approved!.version) : undefined;
}

/** SU12: '栏目（新增 58 项，修改 2 项）' */
function byKind(subjects: readonly SubjectDifference[]): { title: string; subjects: SubjectDifference[] }[] {
  const kinds = Map.groupBy(subjects, ({ subject }) => kindOfSubject(subject)?.title ?? '');
  return [...kinds].map(([kind, own]) => {
    const counts = [...Map.groupBy(own, ({ how }) => how)].map(([how, list]) => `${HOW[how]} ${list.length} 项`);
    return { title: `${kind}（${counts.join('，')}）`, subjects: own };
  });
}

/** what of rows says again what the definition beside them says; of its rules what fills empty cells does not */
const TOLD_BY_DEFINITION = ['/document/definition/', '/document/rewrite/values/'];

/**
 * A definition comes by itself and with its rows: of a new one the rows tell it, of another its own change.
 */
function toldOnce(subjects: readonly SubjectDifference[], changes: readonly Change[]): SubjectDifference[] {
  const twice = new Set(
    writtenOf(register, changes).flatMap(({ change, id }) => (comesWithRows(change, changes) ? [id] : [])),
  );
  const added = new Set(subjects.flatMap(({ subject, how }) => (how === 'added' ? [subject] : [])));
  return subjects.flatMap((one) => {
    const name = one.subject.slice(one.subject.indexOf(':') + 1);
    if (!twice.has(name)) return [one];
    const isNew = added.has(`${register.name}:${name}`) && added.has(`${rowsKind.name}:${name}`);
    if (kindOfSubject(one.subject) === register) return isNew ? [] : [one];
    const isTold = (path: string) => TOLD_BY_DEFINITION.some((part) => path.startsWith(part));
    return [isNew ? one : { ...one, fields: one.fields.filter(({ path }) => !isTold(path)) }];
  });
}

function Subject({
  of: { subject, how, before, after, fields, documents, rows },
  own,
  beside,
  isShown,
  names,
}: {
  of: SubjectDifference;
  own: Change | undefined;
  /** the changes of its edition */
  beside: readonly Change[];
  isShown: boolean;
  names: Names;
}) {
  const change = isShown ? own : undefined;
  const kind = kindOfSubject(subject);
  const Effects = kind && documents?.before !== undefined && documents.after !== undefined && differenceOf(kind);
  const list = (
    <>
      {before !== null && after !== null && before !== after && kind && (
        <FieldDifferenceLines
          field={{ path: '/kind', before: sideText(before, kind), after: sideText(after, kind) }}
          names={names}
        />
      )}
      {Effects
        ? createElement(Effects, { before: documents?.before, after: documents?.after, changes: beside })
        : fields.map((field) => (
            <FieldDifferenceLines key={field.path} field={field} kind={kind} names={names} document={own?.document} />
          ))}
      {documents && kind?.comparedBy === 'document' && <DocumentDifferences subject={subject} {...documents} />}
    </>
  );
  // the text of an article is what there is to read of it
  const isWhole =
    (how === 'added' || how === 'removed') && !kind?.isRead && (fields.length > 1 || documents !== undefined);
  const summary = how === 'added' && change && isWhole ? summaryOf(change, names) : '';
  return (
    <section className="change">
      <h3>
        {change ? changeTitle(change, names) : subjectTitle(subject, names)} <Tag>{HOW[how]}</Tag>
      </h3>
      {summary !== '' && <p>{summary}</p>}
      {isWhole ? (
        <details className="whole">
          <summary>全部内容</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {rows && rows.added + rows.changed + rows.removed + (rows.rewritten ?? 0) > 0 && (
        <Rows rows={rows} isWhole={isWhole} definition={documentIn(rowsKind, own)?.definition ?? NO_FIELDS} />
      )}
    </section>
  );
}

function Rows({
  rows: { added, changed, removed, rewritten = 0, list },
  isWhole,
  definition,
}: {
  rows: NonNullable<SubjectDifference['rows']>;
  isWhole: boolean;
  definition: RegisterShape;
}) {
  const all = added + changed + removed;
  const beside = rewritten > 0 ? `；另有 ${rewritten} 行只随定义改写` : '';
  const words = `新增 ${added} 行，修改 ${changed} 行，删除 ${removed} 行${beside}${list.length < all ? `；这里列出前 ${list.length} 行` : ''}`;
  const lines = (
    <ul className="rows">
      {list.map((row) => (
        <RowLine key={`${row.how} ${row.key}`} row={row} definition={definition} />
      ))}
    </ul>
  );
  if (!isWhole) {
    return (
      <>
        <p>{words}</p>
        {lines}
      </>
    );
  }
  return (
    <details className="whole">
      <summary>{words}</summary>
      {lines}
    </details>
  );
}

const sideText = (side: 'written' | 'withdrawn', { title, words }: AnyKind): string =>
  side === 'written' ? title : (words.withdrawal?.title ?? '');
