import type { RegisterDefinition } from '#page/register-schema.ts';
import { pointerTo } from '#page/problems.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import { withoutFormat } from '#rules/text/without-format.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';

interface Fault {
  /** JSON pointer */
  pointer: string;
  message: string;
}

/**
 * RG29: what a new definition may not say although it has the form of one: titles that nobody can tell apart or read,
 * and names that every object has. A definition that is public already is not asked.
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
  const said = new Set(alike(entries));
  return entries.flatMap(([value, label]) => [
    ...readable(['fields', name, 'choices', value], label),
    ...(said.has(value) || entries.some(([other]) => other !== value && fold(other) === fold(label))
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
    const said = fold(text);
    if (said === '' || !seen.has(said)) return seen.add(said) && [];
    return [key];
  });
}

const fold = (text: string): string => withoutFormat(normaliseSearch(text));
