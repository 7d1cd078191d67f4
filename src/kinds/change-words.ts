import { stepsOf } from '#rules/json/pointer.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { idOf, subjectsOf, writtenOf, type Subject } from './changes.ts';
import type { Names } from './define-kind.ts';
import { memberTitle } from './field-titles.ts';
import { kindNamed, kindOf, type AnyKind, type Change } from './index.ts';
import { register } from './register/index.ts';
import { withoutDefaults } from './register/words.ts';
import { rows } from './rows/index.ts';

/** '文章《…》': what a change is about. */
export function changeTitle(change: Change, names?: Pick<Names, 'settingTitle' | 'pageName' | 'endedTitle'>): string {
  const { words } = kindOf(change);
  if (!change.withdraw) return words.titleOf(change.document, idOf(change), names);
  const { title, quotes } = words.withdrawal!;
  const called = names?.endedTitle(`${change.kind}:${change.id}`);
  return called === undefined ? `${title}（编号 ${change.id}）` : `${title}${quotes[0]}${called}${quotes[1]}`;
}

/** '文章 12' of 'article:12'; with names '设置 灰色模式' */
export function subjectTitle(subject: Subject, names?: Pick<Names, 'nameOf' | 'settingTitle' | 'knownTitle'>): string {
  const at = subject.indexOf(':');
  const [kind, id] = [kindNamed(subject.slice(0, at)), subject.slice(at + 1)];
  const called = names && kind?.words.nameOf?.(id, names);
  return `${kind?.title ?? ''}${id.startsWith('new-') ? '（新）' : ` ${called ?? id}`}`;
}

/** Summary of a change, in one line; '' where its title says it all. */
export const summaryOf = (change: Change, names: Names): string =>
  change.withdraw ? '' : kindOf(change).words.summaryOf(change.document, idOf(change), names);

/** Place where visitors see the effect of a change. */
export const seenAt = (change: Change, names: Pick<Names, 'nameOf' | 'settingPlace'>): string =>
  change.withdraw
    ? kindOf(change).words.withdrawal!.seenAt
    : kindOf(change).words.seenAt(change.document, idOf(change), names);

/** Titles of a change's fields beside its document. */
const FACTS: Readonly<Record<string, string>> = { title: '标题', kind: '类型', reason: '原因', successor: '替代页面' };
const PLAN: Readonly<Record<string, string>> = { at: '生效时间', after: '之前的稿件' };

/** '附件 1 文件名' of '/document/attachments/0/filename'. @param kind of the change; absent: of the edition itself @param document its later side */
export function fieldTitle(path: string, kind?: Pick<AnyKind, 'words'>, document?: unknown): string {
  const [first = '', ...rest] = stepsOf(path);
  if (first === 'document' && kind) return kind.words.fieldTitle(rest, document);
  if (first === 'plan') return ['计划', memberTitle(rest, PLAN)].join(' ').trim();
  return memberTitle(first === 'withdraw' ? rest : [first, ...rest], FACTS);
}

/** A changed value in words; '' for a missing value. */
export function fieldText(
  value: unknown,
  path: string,
  kind: Pick<AnyKind, 'words'> | undefined,
  names: Pick<Names, 'nameOf'>,
): string {
  const [first, ...rest] = stepsOf(path);
  const text = first === 'document' ? kind?.words.valueText?.(rest, value, names) : undefined;
  if (text !== undefined) return text;
  return path === '/plan/at' && typeof value === 'string' ? shanghaiSecond(value) : valueText(value);
}

/** A value as text; '' for a missing value. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** The change of a subject; new things are counted. */
export const changeOf = (subject: Subject, changes: readonly Change[]): Change | undefined =>
  changes[subjectsOf(changes).indexOf(subject)];

/** The kind of a subject. */
export const kindOfSubject = (subject: Subject): AnyKind | undefined =>
  kindNamed(subject.slice(0, subject.indexOf(':')));

/** A draft does not say what the definition of its rows has filled in. */
const isSameDefinition = (one: RegisterDefinition, other: RegisterDefinition): boolean =>
  canonicalJson(withoutDefaults(one)) === canonicalJson(withoutDefaults(other));

/** Whether a change is the definition that the rows of the same register bring along anyway, so that it is shown once. */
export function comesWithRows(change: Change, changes: readonly Change[]): boolean {
  const [definition] = writtenOf(register, [change]);
  return (
    definition !== undefined &&
    writtenOf(rows, changes).some(
      ({ id, document }) => id === definition.id && isSameDefinition(document.definition, definition.document),
    )
  );
}
