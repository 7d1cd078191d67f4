import { Form, Select, Tag } from 'antd';
import { useState } from 'react';
import { useChannels } from '../calls/channels.ts';
import { useRead } from '../calls/use-calls.ts';
import { momentOf } from '../calls/moments.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { Comparison, FieldDifference, FoundEdition, RowDifference, SubjectDifference } from './edition-answers.ts';
import { fieldTitle, subjectTitle, valueText } from './edition-words.ts';

const HOW = { added: '新增', changed: '修改', removed: '删除', same: '无差异' } as const;

/** What differs between two versions, or between a version and what is public. */
export function Differences({ edition: { editionId, state, version, versions, shown } }: { edition: FoundEdition }) {
  // what is public changes under a published edition: its own versions say what it changed
  const [from, setFrom] = useState(state === 'published' ? String(Math.max(1, version - 1)) : 'public');
  const [to, setTo] = useState(String(version));
  const isSame = from === to;
  const { data, error, mutate } = useRead<Comparison>(isSame ? null : `/editions/${editionId}/compare`, { from, to });
  const sides = [{ value: 'public', label: '现在公开的内容' }, ...versions.map((one) => ({ value: String(one.version), label: `第 ${one.version} 版，${one.savedBy}` }))];
  const titles = new Map(shown.changes.flatMap((change) => (change.kind === 'register' ? Object.entries(change.definition.fields).map(([name, { title }]) => [`${change.definition.register} ${name}`, title] as const) : [])));
  const isNothing = data?.title.before === data?.title.after || data?.title.before === null || data?.title.after === null;
  return (
    <Panel title="差异">
      <Form layout="vertical" className="sides">
        <Form.Item label="之前" htmlFor="compare-from">
          <Select id="compare-from" value={from} options={sides} onChange={setFrom} />
        </Form.Item>
        <Form.Item label="之后" htmlFor="compare-to">
          <Select id="compare-to" value={to} options={sides} onChange={setTo} />
        </Form.Item>
      </Form>
      {isSame && <EmptyNote title="两边相同">请选择两个不同的版次。</EmptyNote>}
      {!isSame && error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!isSame && !data && error === undefined && <Loading />}
      {!isSame && data && (
        <>
          {!isNothing && <Field field={{ path: '/title', before: data.title.before, after: data.title.after }} />}
          {data.subjects.map((one) => (
            <Subject key={one.subject} of={one} titleOf={(name) => titles.get(`${one.subject.replace('register:', '')} ${name}`) ?? name} />
          ))}
        </>
      )}
    </Panel>
  );
}

function Subject({ of: { subject, how, fields, rows }, titleOf }: { of: SubjectDifference; titleOf: (field: string) => string }) {
  return (
    <section className="change">
      <h3>
        {subjectTitle(subject)} <Tag>{HOW[how]}</Tag>
      </h3>
      {fields.filter(({ path, before, after }) => path !== '/kind' || (before !== undefined && after !== undefined)).map((field) => (
        <Field key={field.path} field={field} />
      ))}
      {rows && rows.added + rows.changed + rows.removed > 0 && (
        <>
          <p>{`新增 ${rows.added} 行，修改 ${rows.changed} 行，删除 ${rows.removed} 行${rows.list.length < rows.added + rows.changed + rows.removed ? `；这里列出前 ${rows.list.length} 行` : ''}`}</p>
          <ul className="rows">
            {rows.list.map((row) => (
              <RowLine key={`${row.how} ${row.key}`} row={row} titleOf={titleOf} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Field({ field: { path, before, after, lines } }: { field: FieldDifference }) {
  const { nameOf } = useChannels();
  const words = (value: unknown): string => {
    if (typeof value === 'string' && value !== '' && /\/(channelId|parentId)$/.test(path)) return nameOf(value);
    return typeof value === 'string' && path.endsWith('/contentTime') ? momentOf(value) : valueText(value);
  };
  const [was, is] = [words(before), words(after)];
  return (
    <div className="field-difference">
      <h4>{fieldTitle(path)}</h4>
      {lines ? (
        lines.map((line, at) => (
          // lines repeat, and are drawn once
          // oxlint-disable-next-line react/no-array-index-key
          <p key={at} className={line.how}>
            {line.pieces.map((piece, place) => (
              // oxlint-disable-next-line react/no-array-index-key
              <Piece key={place} {...piece} />
            ))}
          </p>
        ))
      ) : (
        <p>
          <Piece how="removed" text={was} />
          {was !== '' && is !== '' && ' '}
          <Piece how="added" text={is} />
        </p>
      )}
    </div>
  );
}

/** Not every screen reader says that something is inserted: the words do. */
function Piece({ how, text }: { how: 'same' | 'removed' | 'added'; text: string }) {
  if (text === '') return null;
  if (how === 'same') return <span>{text}</span>;
  const Mark = how === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <span className="unseen">{how === 'added' ? '［新增］' : '［删除］'}</span>
      {text}
    </Mark>
  );
}

function RowLine({ row: { how, key, before = {}, after = {}, fields }, titleOf }: { row: RowDifference; titleOf: (field: string) => string }) {
  const side = how === 'removed' ? before : after;
  const named = how === 'changed' ? fields : Object.keys(side);
  return (
    <li>
      <Tag>{HOW[how]}</Tag> <strong>{key}</strong>
      {named.map((name) => (
        <span key={name} className="cell">
          {titleOf(name)}：
          {how !== 'added' && <Piece how="removed" text={valueText(before[name])} />} {how !== 'removed' && <Piece how="added" text={valueText(after[name])} />}
        </span>
      ))}
    </li>
  );
}
