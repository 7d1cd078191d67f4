import { isObject, type Json } from '#rules/json/json.ts';
import { fieldProblem, fieldWordProblems, hidden, nameProblems } from './check-field-words.ts';
import { checkPattern } from './check-pattern.ts';
import { checkLimits } from './document-limits.ts';
import { checkJson, short, typeName } from './json-check.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import type { Problem } from './problems.ts';
import { hasOneSentence, withRightWord } from './register-words.ts';
import type { FieldType, RegisterDefinition } from './register-schema.ts';
import { registerStructure, RESERVED_PARAMS } from './register-structure.ts';
import { filterKind, filterViews } from './register-view.ts';

/** Register documents have known one version so far. */
const REGISTER_VERSION = 1;

/**
 * RG1: a register document with every problem it has; `register` is null when there is any. Never throws. Server only.
 */
export const checkRegister = (document: unknown): CheckedRegister => check(document, { isNew: true });

/** The same of one that is public, maybe for longer than what is asked of new ones: it is used as it is. */
export const readRegister = (document: unknown): CheckedRegister => check(document, { isNew: false });

interface CheckedRegister {
  register: RegisterDefinition | null;
  problems: Problem[];
}

function check(document: unknown, { isNew }: { isNew: boolean }): CheckedRegister {
  const refused = (...problems: Problem[]) => ({ register: null, problems });
  if (!isObject(document))
    return refused({
      pointer: '',
      code: 'wrong-type',
      message: `A register is a JSON object, but this is ${typeName(document)}.`,
    });
  const beyond = checkLimits(document);
  if (beyond) return refused(beyond);
  if (typeof document.schemaVersion === 'number' && document.schemaVersion > REGISTER_VERSION) {
    const message = `The register is of schemaVersion ${document.schemaVersion}, but this program knows versions up to ${REGISTER_VERSION}. Update the program, or save the register with this version.`;
    return refused({ pointer: '/schemaVersion', code: 'newer-version', message });
  }
  const { $schema: _editor, ...register } = structuredClone(document) as Json;
  const problems = checkJson(registerStructure, register, '')
    .filter(hasOneSentence)
    .map((problem) => withRightWord(problem, register));
  const fields = isObject(register.fields) ? register.fields : {};
  if (isNew) problems.push(...untoldPatterns(fields), ...historyProblems(register));
  problems.push(...fieldProblems(fields), ...nameProblems(register, fields), ...filterProblems(register, fields));
  if (problems.length > 0) return refused(...problems);
  const definition = register as unknown as RegisterDefinition;
  const doubled = duplicateFilters(definition);
  return doubled.length > 0 ? refused(...doubled) : { register: definition, problems };
}

function fieldProblems(fields: Json): Problem[] {
  return Object.entries(fields).flatMap(([name, field]): Problem[] => {
    if (!isObject(field)) return [];
    return [...patternProblems(name, field), ...fieldWordProblems(name, field)];
  });
}

/** The example of a pattern proves that its words are true. */
function patternProblems(name: string, { pattern, patternHint, example }: Json): Problem[] {
  const pointer = pointerTo('fields', name);
  if (typeof pattern !== 'string')
    return patternHint === undefined
      ? []
      : [
          {
            pointer: `${pointer}/patternHint`,
            code: 'unknown-field',
            message: 'Only a field with a "pattern" has "patternHint"; "note" says something about the column.',
          },
        ];
  const wrong = checkPattern(pattern);
  if (wrong) return [{ pointer: `${pointer}/pattern`, ...wrong }];
  return typeof example !== 'string' || new RegExp(pattern, 'u').test(example)
    ? []
    : [
        {
          pointer: `${pointer}/example`,
          code: 'bad-format',
          message: `The example ${short(example)} does not fit the pattern of its own field.`,
        },
      ];
}

/** People read a pattern by its hint and example, so a definition needs both. */
const untoldPatterns = (fields: Json): Problem[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isObject(field) && typeof field.pattern === 'string' && !checkPattern(field.pattern)
      ? ['patternHint', 'example']
          .filter((word) => field[word] === undefined)
          .map((word): Problem => ({
            pointer: pointerTo('fields', name),
            code: 'missing-field',
            field: word,
            message: `A pattern needs "${word}", because whoever fills in the table cannot read the expression.`,
          }))
      : [],
  );

/** RG8: what is shown on demand would be listed unasked, by what changed between two dates. */
const historyProblems = ({ history, onDemand }: Json): Problem[] =>
  history !== undefined && onDemand === true
    ? [
        {
          pointer: '/history',
          code: 'unknown-field',
          message: 'A register that is shown on demand has no "history": its change lists would show it unasked.',
        },
      ]
    : [];

function filterProblems(register: Json, fields: Json): Problem[] {
  const filters = Array.isArray(register.filters) ? register.filters : [];
  return filters.flatMap((filter: unknown, index): Problem[] => {
    if (!isObject(filter)) return [];
    const pointer = pointerTo('filters', index);
    if ((filter.field === undefined) === (filter.fuzzy === undefined)) {
      return [
        { pointer, code: 'missing-field', message: 'A filter has either "field" or "fuzzy" with "name" and "title".' },
      ];
    }
    const problems: Problem[] = [];
    if (filter.fuzzy !== undefined) {
      for (const name of ['name', 'title'])
        if (filter[name] === undefined)
          problems.push({ pointer, code: 'missing-field', field: name, message: `"${name}" is missing.` });
    }
    problems.push(...['exact', 'options'].flatMap((word) => ofTextAlone(word, filter, pointer, fields)));
    problems.push(...wholeProblems(filter, pointer), ...lengthProblems(filter, pointer, fields));
    const named: [unknown, string][] = Array.isArray(filter.fuzzy)
      ? filter.fuzzy.map((name: unknown, at) => [name, `${pointer}/fuzzy/${at}`])
      : [[filter.field, `${pointer}/field`]];
    for (const [name, at] of named) {
      if (typeof name !== 'string') continue;
      problems.push(...fieldProblem(name, at, fields));
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (isObject(field) && field.restricted === true) problems.push(hidden(name, at, 'searched'));
    }
    return problems;
  });
}

/** Other types are compared as a whole anyway, and words typed for several fields never. */
function ofTextAlone(word: string, filter: Json, pointer: string, fields: Json): Problem[] {
  const { field, fuzzy } = filter;
  const type = typeof field === 'string' && isObject(fields[field]) ? fields[field].type : undefined;
  const fits = fuzzy === undefined && (typeof type !== 'string' || filterKind({ type: type as FieldType }) === 'text');
  if (filter[word] === undefined || fits) return [];
  const message = `Only a filter on one field of text has "${word}".`;
  return [{ pointer: `${pointer}/${word}`, code: 'unknown-field', message }];
}

/** Only words typed for several fields can mean some of them wholly. */
function wholeProblems({ fuzzy, whole }: Json, pointer: string): Problem[] {
  if (!Array.isArray(whole)) return [];
  if (!Array.isArray(fuzzy))
    return [{ pointer: `${pointer}/whole`, code: 'unknown-field', message: 'Only a filter with "fuzzy" has "whole".' }];
  return whole.flatMap((name: unknown, at): Problem[] =>
    fuzzy.includes(name)
      ? []
      : [
          {
            pointer: `${pointer}/whole/${at}`,
            code: 'unknown-register-field',
            message: `The filter does not look in ${short(name)}; it looks in ${fuzzy.join(', ')}.`,
          },
        ],
  );
}

function lengthProblems({ field, minLength }: Json, pointer: string, fields: Json): Problem[] {
  const type = typeof field === 'string' && isObject(fields[field]) ? fields[field].type : undefined;
  if (minLength === undefined || typeof type !== 'string' || filterKind({ type: type as FieldType }) === 'text')
    return [];
  return [
    { pointer: `${pointer}/minLength`, code: 'unknown-field', message: 'Only a filter on text has "minLength".' },
  ];
}

function duplicateFilters(definition: RegisterDefinition): Problem[] {
  const taken = new Set<string>(RESERVED_PARAMS);
  return definition.filters.flatMap((filter, index) =>
    filterViews({ ...definition, filters: [filter] }).flatMap(({ name }): Problem[] => {
      if (!taken.has(name)) {
        taken.add(name);
        return [];
      }
      return [
        {
          pointer: pointerTo('filters', index),
          code: 'duplicate-filter',
          message: `The parameter "${name}" is already taken.`,
        },
      ];
    }),
  );
}
