import { changeOf, changeTitle, fieldTitle, subjectTitle } from '#kinds/change-words.ts';
import { documentIn } from '#kinds/changes.ts';
import type { Names } from '#kinds/define-kind.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { rows } from '#kinds/rows/index.ts';
import { stepsOf } from '#rules/json/pointer.ts';
import { cellText } from '#console/registers/cell-text.ts';
import type { RegisterField } from '#wire/register-answers.ts';
import type { RemarkPlace } from '../wire.ts';

/** Column of a cell; '' where the place is none. */
export function cellTitle({ subject, row, pointer }: RemarkPlace, changes: readonly Change[]): string {
  const [field] = stepsOf(pointer);
  if (row === '' || field === undefined) return '';
  return definitionOf(subject, changes)?.fields[field]?.title ?? field;
}

/** Quotation of a place, as its column shows it. */
export function quoteText({ subject, row, pointer, quote }: RemarkPlace, changes: readonly Change[]): string {
  const [field] = stepsOf(pointer);
  const shape = row === '' || field === undefined ? undefined : definitionOf(subject, changes)?.fields[field];
  return shape ? cellText(shape as RegisterField, quote) : quote;
}

const definitionOf = (subject: string, changes: readonly Change[]) =>
  documentIn(rows, changeOf(subject, changes))?.definition;

/** '公告：正文', '登记表：N1，地点'; a place that is gone is named by its subject. */
export function placeTitle(place: RemarkPlace, changes: readonly Change[], names: Names): string {
  const { subject, row, pointer } = place;
  if (subject === '') return pointer === '' ? '整份稿件' : '稿件标题';
  const change = changeOf(subject, changes);
  const thing = change ? changeTitle(change, names) : subjectTitle(subject, names);
  const kind = change && kindOf(change);
  const isNamed = kind?.comparedBy === 'field' && pointer !== '' && row === '';
  const part = isNamed ? fieldTitle(pointer, kind, change?.document) : '';
  return [thing, row, part, cellTitle(place, changes)].filter((one) => one !== '').join(' · ');
}
