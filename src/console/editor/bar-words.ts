import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import type { SentState } from './draft-sender.ts';
import type { EditionForm } from './edition-form.ts';

/** Words of the save bar: first the unsaved changes, then the problems. */
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

/** DF2: whether the server has what is typed. */
export function serverWords({ state, at, why }: SentState): string {
  if (state === 'failed') return `未保存到服务器：${why}。填写的内容仍在这个浏览器标签页里`;
  if (state === 'undecided') return '未保存到服务器：请先在表单上方选定用哪一份';
  return at === '' ? '' : `已于 ${shanghaiSecond(at).slice(11, 16)} 暂存到服务器`;
}
