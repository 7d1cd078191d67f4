import { isObject, type Json } from '#rules/json/json.ts';
import { neededLevelName } from '#rules/people/risk-access.ts';
import { withSuggestion } from './json-check.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { nearest, type Problem } from './problems.ts';

const NUMBERS = ['integer', 'decimal', 'percent', 'money'];

/** Words of a field that need another one or fit one type only. */
export function fieldWordProblems(name: string, field: Json): Problem[] {
  const pointer = pointerTo('fields', name);
  const problems: Problem[] = [];
  if (field.type === 'choice' && field.choices === undefined)
    problems.push({ pointer, code: 'missing-field', field: 'choices', message: 'A choice needs "choices".' });
  if (field.type === 'reference' && field.reference === undefined)
    problems.push({
      pointer,
      code: 'missing-field',
      field: 'reference',
      message: 'A reference needs "reference", which says whose rows it names.',
    });
  const misplaced = (word: string, type: string) => {
    // defaults are filled in already, so false says nothing
    if (field[word] && field.type !== type)
      problems.push({
        pointer: pointer + pointerTo(word),
        code: 'unknown-field',
        message: `Only a field of type ${type} has "${word}".`,
      });
  };
  misplaced('reference', 'reference');
  misplaced('fraction', 'percent');
  misplaced('words', 'date');
  if (field.sortable === true && field.restricted === true)
    problems.push(hidden(name, `${pointer}/sortable`, 'sorted by'));
  return [...problems, ...tagProblems(pointer, field)];
}

function tagProblems(pointer: string, { choices, tags }: Json): Problem[] {
  if (!isObject(choices) || !isObject(tags)) return [];
  const known = Object.keys(choices);
  return Object.keys(tags)
    .filter((value) => !known.includes(value))
    .map((value) =>
      withSuggestion(
        {
          pointer: `${pointer}/tags${pointerTo(value)}`,
          code: 'unknown-choice',
          message: `The field has the values ${known.join(', ')}.`,
        },
        nearest(value, known),
      ),
    );
}

export const hidden = (name: string, pointer: string, use: string): Problem => ({
  pointer,
  code: 'restricted-filter',
  message: `The field "${name}" is restricted, so it cannot be ${use}.`,
});

export function fieldProblem(name: string, pointer: string, fields: Json): Problem[] {
  if (Object.hasOwn(fields, name)) return [];
  const known = Object.keys(fields);
  return [
    withSuggestion(
      {
        pointer,
        code: 'unknown-register-field',
        message: `The register has no field "${name}"; it has ${known.join(', ')}.`,
      },
      nearest(name, known),
    ),
  ];
}

/**
 * Key, columns, order, the compared fields of a history, the shown ones of a check, and the fields that narrow a
 * reference.
 */
export function nameProblems(register: Json, fields: Json): Problem[] {
  const { history, verify } = register;
  const lists: [pointer: string, names: unknown, use: string | null][] = [
    ['/key', register.key, 'part of the key'],
    ['/columns', register.columns, null],
    ['/order', register.order, 'ordered by'],
    ['/history/compare', isObject(history) ? history.compare : undefined, 'compared'],
    ['/verify/show', isObject(verify) ? verify.show : undefined, 'shown by a check'],
  ];
  return [
    ...lists.flatMap(([pointer, names, use]) => listProblems(pointer, names, use, fields)),
    ...restrictedByProblems(register, fields),
    ...compareProblems(register, fields),
    ...withinProblems(fields),
    ...checkProblems(register),
    ...endedProblems(register, fields),
  ];
}

function listProblems(pointer: string, names: unknown, use: string | null, fields: Json): Problem[] {
  if (!Array.isArray(names)) return [];
  return names.flatMap((word: unknown, index) =>
    typeof word === 'string'
      ? nameProblem(pointer === '/order' ? word.replace(/^-/, '') : word, `${pointer}/${index}`, use, fields)
      : [],
  );
}

function nameProblem(name: string, at: string, use: string | null, fields: Json): Problem[] {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!isObject(field)) return fieldProblem(name, at, fields);
  return use !== null && field.restricted === true ? [hidden(name, at, use)] : [];
}

/** A choice marks who has left, because its values are known in advance; a date says since when. */
function endedProblems({ verify }: Json, fields: Json): Problem[] {
  const ended = isObject(verify) && isObject(verify.ended) ? verify.ended : {};
  const problems = (['field', 'since'] as const).flatMap((word): Problem[] => {
    const name = ended[word];
    if (typeof name !== 'string') return [];
    const at = pointerTo('verify', 'ended', word);
    const type = word === 'field' ? 'choice' : 'date';
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const known = nameProblem(name, at, 'shown by a check', fields);
    return known.length > 0 || !isObject(field) || field.type === type
      ? known
      : [
          {
            pointer: at,
            code: 'not-a-choice',
            message: `"${name}" is of type ${String(field.type)}, but this should be a ${type}.`,
          },
        ];
  });
  const field = typeof ended.field === 'string' && Object.hasOwn(fields, ended.field) ? fields[ended.field] : undefined;
  if (!isObject(field) || !isObject(field.choices) || !Array.isArray(ended.values)) return problems;
  const known = Object.keys(field.choices);
  const strange = ended.values.flatMap((value: unknown, index): Problem[] => {
    if (typeof value !== 'string' || known.includes(value)) return [];
    return [
      withSuggestion(
        {
          pointer: pointerTo('verify', 'ended', 'values', index),
          code: 'unknown-choice',
          message: `The field has the values ${known.join(', ')}.`,
        },
        nearest(value, known),
      ),
    ];
  });
  return [...problems, ...strange];
}

/** RK6: the level of a row is public, and each of its possible values is a level. */
function restrictedByProblems({ restrictedBy }: Json, fields: Json): Problem[] {
  if (typeof restrictedBy !== 'string') return [];
  const pointer = '/restrictedBy';
  const field = Object.hasOwn(fields, restrictedBy) ? fields[restrictedBy] : undefined;
  if (!isObject(field)) return fieldProblem(restrictedBy, pointer, fields);
  if (field.restricted === true) return [hidden(restrictedBy, pointer, 'what tells who may read')];
  const unknown = isObject(field.choices)
    ? Object.keys(field.choices).filter((code) => neededLevelName(code) === '')
    : [];
  if (field.type === 'choice' && unknown.length === 0) return [];
  const message =
    field.type === 'choice'
      ? `"${unknown.join('", "')}" of "${restrictedBy}" is no product level, so no customer could read the row (9999, 0000 … 0004).`
      : `"${restrictedBy}" is of type ${String(field.type)}, but a product level is a choice of 9999, 0000 … 0004.`;
  return [{ pointer, code: 'not-a-choice', message }];
}

/** A change list compares what visitors see. */
function compareProblems({ history, columns, key }: Json, fields: Json): Problem[] {
  const shown = [columns, key].flat();
  const compared = isObject(history) && Array.isArray(history.compare) ? history.compare : [];
  return compared.flatMap((name: unknown, index): Problem[] => {
    const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!isObject(field) || typeof field.type !== 'string') return [];
    const problem = (message: string): Problem => ({
      pointer: pointerTo('history', 'compare', index),
      code: 'not-a-choice',
      message,
    });
    if (!NUMBERS.includes(field.type))
      return [
        problem(
          `"${String(name)}" is of type ${field.type}, but only numbers are raised or lowered (${NUMBERS.join(', ')}).`,
        ),
      ];
    return shown.includes(name) || field.restricted === true
      ? []
      : [problem(`"${String(name)}" is neither column nor key, so no change of it is seen.`)];
  });
}

function withinProblems(fields: Json): Problem[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const within =
      isObject(field) && isObject(field.reference) && isObject(field.reference.within) ? field.reference.within : {};
    return Object.entries(within).flatMap(([theirs, ours]): Problem[] => {
      if (typeof ours !== 'string') return [];
      const pointer = pointerTo('fields', name, 'reference', 'within', theirs);
      const other = Object.hasOwn(fields, ours) ? fields[ours] : undefined;
      if (!isObject(other)) return fieldProblem(ours, pointer, fields);
      return other.type === 'reference'
        ? []
        : [{ pointer, code: 'not-a-choice', message: `"${ours}" is no reference, so it cannot narrow one.` }];
    });
  });
}

/** A check looks in what the fuzzy filters look in. */
function checkProblems({ verify, filters }: Json): Problem[] {
  const searched =
    Array.isArray(filters) && filters.some((filter: unknown) => isObject(filter) && filter.fuzzy !== undefined);
  return isObject(verify) && !searched
    ? [
        {
          pointer: '/verify',
          code: 'missing-field',
          message: 'A check needs a "fuzzy" filter, which says in which fields words are looked for.',
        },
      ]
    : [];
}
