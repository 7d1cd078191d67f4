import type { FoundEdition } from '#wire/edition-answers.ts';
import type { EditionForm } from './edition-form.ts';

/** What the save bar says: what is not saved yet, then what is to be put right. */
export function barWords<V>({
  form,
  value,
  isDirty,
  edition,
  problems,
  missing,
  why,
}: {
  form: EditionForm<V>;
  value: V;
  isDirty: boolean;
  edition: FoundEdition | null;
  problems: number;
  missing: number;
  why: string;
}): string {
  const count = form.countOf?.(value);
  const state = !isDirty
    ? edition
      ? '与保存的稿件相同'
      : '没有未保存的修改'
    : count === undefined
      ? '有修改还没有保存'
      : edition
        ? `稿件共有 ${count} 项修改，刚才的改动还没有保存`
        : `有 ${count} 项修改还没有保存`;
  if (why !== '') return `${state}。${why}`;
  if (missing > 0) return `${state}。有 ${missing} 处必须先填写`;
  return problems === 0 ? state : `${state}。有 ${problems} 处须改正；可以先保存，改正前不能公开`;
}
