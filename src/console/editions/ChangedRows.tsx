import { Button, Radio, Tag } from 'antd';
import { useState } from 'react';
import type { RegisterShape } from '#kinds/register/register-words.ts';
import { audienceNote, firstText } from '#kinds/register/register-words.ts';
import type { RowDifference, RowsDifference } from '#wire/edition-answers.ts';
import type { RegisterField } from '#wire/register-answers.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { Piece } from '../parts/Piece.tsx';
import { cellText } from '../registers/cell-text.ts';
import { RowFields } from '../registers/RowFields.tsx';
import { PlaceBelow, PlaceMark } from './FeaturePlaces.tsx';
import { FIRST_ROWS, MORE_ROWS, namingFields, restOf, ROW_HOW, rowColumns, type RowHow } from './row-columns.ts';

const HOWS = Object.keys(ROW_HOW) as RowHow[];
/** characters of a value that stands in one line: a date, a code */
const SHORT = 12;
const COLORS: Readonly<Record<RowHow, string>> = { changed: 'warning', added: 'success', removed: 'error' };

/** ED14: rows that came, became others or left, as a table of changed cells: some at first, the rest by a button. */
export function ChangedRows({
  subject,
  rows: { list, rewritten = 0, same = 0, ...counts },
  definition,
}: {
  subject: string;
  rows: RowsDifference;
  definition: RegisterShape;
}) {
  const [how, setHow] = useState<RowHow | 'all'>('all');
  const [most, setMost] = useState(FIRST_ROWS);
  const all = counts.added + counts.changed + counts.removed;
  const chosen = how === 'all' ? list : list.filter((row) => row.how === how);
  const total = how === 'all' ? all : counts[how];
  const shown = chosen.slice(0, most);
  const left = chosen.length - shown.length;
  const columns = rowColumns(definition, list);
  const there = HOWS.filter((one) => counts[one] > 0);
  const beside = [
    same > 0 ? `，其余 ${same.toLocaleString('zh-CN')} 行不变` : '',
    rewritten > 0 ? `；另有 ${rewritten} 行只随定义改写` : '',
  ].join('');
  return (
    <>
      <div className="rows-head">
        <p>{`新增 ${counts.added} 行，修改 ${counts.changed} 行，删除 ${counts.removed} 行${beside}`}</p>
        {there.length > 1 && (
          <Radio.Group
            size="small"
            optionType="button"
            aria-label="列出哪些行"
            value={how}
            options={[
              { value: 'all', label: `全部 ${all}` },
              ...there.map((one) => ({ value: one, label: `${ROW_HOW[one]} ${counts[one]}` })),
            ]}
            onChange={({ target }) => {
              setHow(target.value as RowHow | 'all');
              setMost(FIRST_ROWS);
            }}
          />
        )}
      </div>
      <div className="changed-rows" data-filtered={how === 'all' ? undefined : ''}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">改动</span>
              </th>
              {columns.map((name) => (
                <th key={name} scope="col">{`${definition.fields[name]!.title}${audienceNote(definition, name)}`}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row
                key={`${row.how} ${row.key}`}
                subject={subject}
                row={row}
                definition={definition}
                columns={columns}
              />
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && (
        <Button data-more-rows="" onClick={() => setMost(most + MORE_ROWS)}>
          {`再列 ${Math.min(left, MORE_ROWS)} 行（还有 ${left.toLocaleString('zh-CN')} 行）`}
        </Button>
      )}
      {chosen.length < total && (
        <p className="quiet" data-not-listed="">
          {`共 ${total.toLocaleString('zh-CN')} 行，这里只列前 ${chosen.length.toLocaleString('zh-CN')} 行；全部的行在“全部内容”里。`}
        </p>
      )}
    </>
  );
}

function Row({
  subject,
  row,
  definition,
  columns,
}: {
  subject: string;
  row: RowDifference;
  definition: RegisterShape;
  columns: readonly string[];
}) {
  const { how, key, before = {}, after = {} } = row;
  const side = how === 'removed' ? before : after;
  const shapes = definition.fields as unknown as Readonly<Record<string, RegisterField>>;
  const textOf =
    (from: typeof side) =>
    (name: string): string => {
      const value = from[name] ?? '';
      return value === '' ? '' : cellText(shapes[name]?.type ? shapes[name] : undefined, value);
    };
  const rest = restOf(definition, row, columns);
  const named = namingFields(definition);
  const [was, is] = [textOf(before), textOf(after)];
  const name = [key, firstText(definition, side)].filter(Boolean).join(' ');
  const place = { place: { subject, row: key, pointer: '', line: '' }, title: name, cells: cellsOf(definition, row) };
  return (
    <>
      <tr data-difference="" className={how}>
        <th scope="row">
          <Tag color={COLORS[how]}>{ROW_HOW[how]}</Tag>
          <span className="row-name">{name}</span>
          <PlaceMark {...place} />
        </th>
        {columns.map((name) => (
          <td
            key={name}
            data-label={definition.fields[name]!.title}
            className={cellClass({
              isSame: was(name) === is(name) || (how !== 'changed' && named.includes(name)),
              isShort: Math.max(was(name).length, is(name).length) <= SHORT,
            })}
          >
            <Cell how={how} was={was(name)} is={is(name)} />
          </td>
        ))}
      </tr>
      {rest.length > 0 && (
        <tr className="row-rest">
          <td />
          <td colSpan={columns.length}>
            <RowFields
              definition={definition}
              names={rest}
              {...(how !== 'added' && { before: was })}
              {...(how !== 'removed' && { after: is })}
            />
          </td>
        </tr>
      )}
      <tr className="row-place">
        <td colSpan={columns.length + 1}>
          <PlaceBelow {...place} />
        </td>
      </tr>
    </>
  );
}

/** Cells of a row as places, those that differ first. */
function cellsOf(
  { fields }: RegisterShape,
  { fields: differing }: RowDifference,
): { pointer: string; title: string }[] {
  const names = Object.keys(fields);
  return [
    ...names.filter((name) => differing.includes(name)),
    ...names.filter((name) => !differing.includes(name)),
  ].map((name) => ({ pointer: pointerTo(name), title: fields[name]!.title }));
}

/** Names for the style sheet: on a phone what stays is left out, and a short value is never broken. */
const cellClass = ({ isSame, isShort }: { isSame: boolean; isShort: boolean }): string =>
  [...(isSame ? ['same'] : []), ...(isShort ? ['short'] : [])].join(' ');

function Cell({ how, was, is }: { how: RowHow; was: string; is: string }) {
  if (how !== 'changed') return <Piece how={how} text={how === 'added' ? is : was} />;
  if (was === is) return was === '' ? null : <span>{was}</span>;
  return (
    <div>
      <Piece how="removed" text={was} /> <Piece how="added" text={is} />
    </div>
  );
}
