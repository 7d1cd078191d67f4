import type { RegisterDefinition } from '#page/register-schema.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import { withoutFormat } from '#rules/text/without-format.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';

interface Fault {
  /** JSON pointer */
  pointer: string;
  message: string;
}

/**
 * RG29: faults of a new definition in spite of its correct form: titles that nobody can distinguish or read, and names
 * that every object has. A definition that is public already is not checked.
 */
export function definitionFaults({ title, countWord, key, fields }: RegisterDefinition): Fault[] {
  return [
    ...readable(['title'], title),
    ...(countWord === undefined ? [] : readable(['countWord'], countWord)),
    ...(new Set(key).size === key.length ? [] : [{ pointer: '/key', message: '主键中有重复的列，请只留一个' }]),
    ...Object.entries(fields).flatMap(([name, field]) => [
      ...(name in {} ? [{ pointer: pointerTo('fields', name), message: `字段名“${name}”是保留的名称，请换一个` }] : []),
      ...readable(['fields', name, 'title'], field.title),
      ...(field.choices ? choiceFaults(name, field.title, field.choices) : []),
    ]),
    ...alike(Object.entries(fields).map(([name, field]) => [name, field.title])).map((name) => ({
      pointer: pointerTo('fields', name, 'title'),
      message: `标题“${fields[name]!.title}”与另一列相同，导入时无法分辨，请改掉其中一个`,
    })),
  ];
}

/** A title of a choice is taken for its value in files, and the other way round. */
function choiceFaults(name: string, title: string, choices: Readonly<Record<string, string>>): Fault[] {
  const entries = Object.entries(choices);
  const repeated = new Set(alike(entries));
  return entries.flatMap(([value, label]) => [
    ...readable(['fields', name, 'choices', value], label),
    ...(repeated.has(value) || entries.some(([other]) => other !== value && fold(other) === fold(label))
      ? [
          {
            pointer: pointerTo('fields', name, 'choices', value),
            message: `“${title}”的选项“${label}”与另一选项的值或名称相同，导入时无法分辨，请改掉其中一个`,
          },
        ]
      : []),
  ]);
}

function readable(path: readonly string[], text: string): Fault[] {
  const problem = characterProblem(text) ?? (text.trim() === '' ? '不能为空' : null);
  return problem === null ? [] : [{ pointer: pointerTo(...path), message: `“${text.trim()}”${problem}` }];
}

/** Keys of entries whose text an earlier one has, but for width, case and white space. */
function alike(entries: readonly (readonly [key: string, text: string])[]): string[] {
  const seen = new Set<string>();
  return entries.flatMap(([key, text]) => {
    const folded = fold(text);
    if (folded === '' || !seen.has(folded)) return seen.add(folded) && [];
    return [key];
  });
}

const fold = (text: string): string => withoutFormat(normaliseSearch(text));
