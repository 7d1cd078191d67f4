import { createElement, type ReactNode } from 'react';
import { Form, Select, Tag } from 'antd';
import { useState } from 'react';
import { changeOf, changeTitle, kindOfSubject, subjectTitle, summaryOf } from '#kinds/change-words.ts';
import { documentIn } from '#kinds/changes.ts';
import type { Names } from '#kinds/define-kind.ts';
import type { AnyKind, Change } from '#kinds/index.ts';
import type { RegisterShape } from '#kinds/register/register-words.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { differenceOf } from '#kinds/shown.ts';
import type { Comparison, SubjectDifference } from '#wire/edition-answers.ts';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { FoldedWhenMany } from '../parts/Folded.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ChangedRows } from './ChangedRows.tsx';
import { firstSides, outsideOf } from './compared-sides.ts';
import { FieldDifferenceLines } from './FieldDifferenceLines.tsx';
import { DocumentDifferences } from './DocumentDifferences.tsx';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';
import { rowsUnderWay } from './edition-words.ts';
import { PlacesContext, subjectPlace } from './edition-place.ts';
import { PlaceBelow, PlaceMark } from './FeaturePlaces.tsx';
import { hasEffects, isRenamed, withoutRepeats } from './shown-differences.ts';

const HOW = { added: '新增', changed: '修改', removed: '删除', same: '无差异' } as const;
const NO_FIELDS: RegisterShape = { fields: {} };

interface Sides {
  from: string;
  to: string;
}

/**
 * Differences between two versions, or between a version and the public content. Of a published edition: what was
 * public before it.
 */
export function Differences({ edition, extra }: { edition: FoundEdition; extra?: ReactNode }) {
  const { state, versions } = edition;
  const outside = outsideOf(edition);
  const [{ from, to }, setSides] = useState<Sides>(() => firstSides(edition));
  const isSame = from === to;
  const first = firstSides(edition);
  const isOther = from !== first.from || to !== first.to;
  const sides = versions.map((one) => ({ value: String(one.version), label: `第 ${one.version} 版，${one.savedBy}` }));
  return (
    <Panel title="差异" extra={extra}>
      {isSame && <EmptyNote title="两边相同">请选择两个不同的版次。</EmptyNote>}
      {!isSame && <Compared edition={edition} from={from} to={to} isFirst={!isOther} />}
      <details className="whole" open={isOther}>
        <summary>与其他版次比较</summary>
        <Form layout="vertical" className="sides">
          <Form.Item label="之前" htmlFor="compare-from">
            <Select
              id="compare-from"
              value={from}
              options={[outside, ...sides]}
              onChange={(next) => setSides({ from: next, to })}
            />
          </Form.Item>
          <Form.Item label="之后" htmlFor="compare-to">
            <Select
              id="compare-to"
              value={to}
              options={state === 'published' ? sides : [outside, ...sides]}
              onChange={(next) => setSides({ from, to: next })}
            />
          </Form.Item>
        </Form>
      </details>
    </Panel>
  );
}

/** ED13: all differences between two sides, each place with a number. */
function Compared({
  edition: { editionId, shown, titles },
  from,
  to,
  isFirst,
}: Sides & {
  edition: FoundEdition;
  /** the comparison that the page begins with */
  isFirst: boolean;
}) {
  const names = useEditionNames(shown.changes, titles);
  const { data, error, mutate } = useRead('GET /editions/:editionId/compare', { editionId, from, to }, PATIENT);
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!data) return <Loading words={rowsUnderWay('比较', shown.changes) || '正在比较…'} />;
  const isNewest = to === String(shown.version);
  const list = (
    <div className="differences" data-first={isFirst ? '' : undefined}>
      {isRenamed(data) && <FieldDifferenceLines field={{ path: '/title', ...titlesOf(data) }} names={names} />}
      {byKind(withoutRepeats(data.subjects, shown.changes)).map(({ title, subjects }) => (
        <FoldedWhenMany key={title} title={title} count={data.subjects.length}>
          {subjects.map((one) => (
            <Subject
              key={one.subject}
              of={one}
              own={changeOf(one.subject, shown.changes)}
              beside={shown.changes}
              isShown={isNewest}
              names={names}
            />
          ))}
        </FoldedWhenMany>
      ))}
    </div>
  );
  // a remark is about the newest version
  return isNewest ? list : <PlacesContext value={null}>{list}</PlacesContext>;
}

const titlesOf = ({ title: { before, after } }: Comparison) => ({ before, after });

/** SU12: '栏目（新增 58 项，修改 2 项）' */
function byKind(subjects: readonly SubjectDifference[]): { title: string; subjects: SubjectDifference[] }[] {
  const kinds = Map.groupBy(subjects, ({ subject }) => kindOfSubject(subject)?.title ?? '');
  return [...kinds].map(([kind, own]) => {
    const counts = [...Map.groupBy(own, ({ how }) => how)].map(([how, list]) => `${HOW[how]} ${list.length} 项`);
    return { title: `${kind}（${counts.join('，')}）`, subjects: own };
  });
}

function Subject({
  of,
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
  const { subject, how, before, after, fields, documents, rows } = of;
  const change = isShown ? own : undefined;
  const kind = kindOfSubject(subject);
  const Effects = kind && hasEffects(of, kind) ? differenceOf(kind) : undefined;
  const isReplaced = before !== null && after !== null && before !== after;
  const hasRows = rows !== undefined && rows.added + rows.changed + rows.removed + (rows.rewritten ?? 0) > 0;
  const list = (
    <>
      {isReplaced && kind && (
        <FieldDifferenceLines
          field={{ path: '/kind', before: sideText(before, kind), after: sideText(after, kind) }}
          names={names}
        />
      )}
      {Effects ? (
        <div data-difference="">
          {createElement(Effects, { before: documents?.before, after: documents?.after, changes: beside })}
        </div>
      ) : (
        fields.map((field) => (
          <FieldDifferenceLines
            key={field.path}
            subject={subject}
            field={field}
            kind={kind}
            names={names}
            document={own?.document}
          />
        ))
      )}
      {documents && kind?.comparedBy === 'document' && <DocumentDifferences subject={subject} {...documents} />}
    </>
  );
  // the text of an article is what there is to read of it
  const isWhole =
    (how === 'added' || how === 'removed') && !kind?.isRead && (fields.length > 1 || documents !== undefined);
  const summary = how === 'added' && change && isWhole ? summaryOf(change, names) : '';
  const title = change ? changeTitle(change, names) : subjectTitle(subject, names);
  const isBare = how !== 'same' && !isReplaced && fields.length === 0 && !documents && !hasRows;
  return (
    <section className="change">
      <h3 data-difference={isBare ? '' : undefined}>
        {title} <Tag>{HOW[how]}</Tag>
        {own && <PlaceMark place={subjectPlace(subject)} title={title} />}
      </h3>
      {own && <PlaceBelow place={subjectPlace(subject)} title={title} />}
      {summary !== '' && <p>{summary}</p>}
      {isWhole ? (
        <details className="whole">
          <summary>全部内容</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {hasRows && (
        <Rows
          subject={subject}
          rows={rows}
          isWhole={isWhole}
          definition={documentIn(rowsKind, own)?.definition ?? NO_FIELDS}
        />
      )}
    </section>
  );
}

/** Rows of a new register are opened on demand, as the rest of it is. */
function Rows({
  subject,
  rows,
  isWhole,
  definition,
}: {
  subject: string;
  rows: NonNullable<SubjectDifference['rows']>;
  isWhole: boolean;
  definition: RegisterShape;
}) {
  const table = <ChangedRows subject={subject} rows={rows} definition={definition} />;
  if (!isWhole) return table;
  return (
    <details className="whole">
      <summary>{`${rows.added + rows.changed + rows.removed} 行`}</summary>
      {table}
    </details>
  );
}

const sideText = (side: 'written' | 'withdrawn', { title, words }: AnyKind): string =>
  side === 'written' ? title : (words.withdrawal?.title ?? '');
