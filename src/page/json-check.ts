import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { pointerTo } from '#rules/json/pointer.ts';
import { nearest, type Problem, type ProblemCode } from './problems.ts';

/**
 * JSON Schema (draft-07) checks with problems in words. Server only: ajv compiles code, which the pages'
 * Content-Security-Policy forbids in a browser.
 */
const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  ownProperties: true,
  useDefaults: true,
  $data: false,
  validateFormats: false,
  logger: false,
});

const compiled = new WeakMap<object, ValidateFunction>();

/** problems that are told of one value; a document of another kind has one in every field, and each takes its time to word (OL5) */
const MOST_LISTED = 200;

/**
 * Problems of a value found at `pointer`, as far as anybody reads it. Fills in defaults: `value` must be a copy of
 * one's own.
 */
export function checkJson(schema: object, value: unknown, pointer: string): Problem[] {
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema)));
  // the problem reported for the name is enough
  return validate(value)
    ? []
    : (validate.errors ?? [])
        .filter(({ keyword }) => keyword !== 'propertyNames')
        .slice(0, MOST_LISTED)
        .map((error) => problemOf(error, pointer));
}

function problemOf(error: ErrorObject, base: string): Problem {
  const pointer = base + error.instancePath;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return {
        pointer,
        code: 'missing-field',
        field: String(params.missingProperty),
        message: `"${String(params.missingProperty)}" is missing.`,
      };
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
      return withSuggestion(
        {
          pointer: pointer + pointerTo(name),
          code: 'unknown-field',
          message: `${short(name)} is not a field here; there are ${known.join(', ')}.`,
        },
        nearest(name, known),
      );
    }
    case 'type':
      return {
        pointer,
        code: 'wrong-type',
        message: `This should be of type ${[params.type].flat().join(' or ')}, but is ${typeName(error.data)}.`,
      };
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String);
      return withSuggestion(
        {
          pointer,
          code: 'not-a-choice',
          message: `${short(error.data)} is not allowed; it should be ${allowed.join(', ')}.`,
        },
        nearest(error.data, allowed),
      );
    }
    case 'const':
      return { pointer, code: 'not-a-choice', message: `This should be ${JSON.stringify(params.allowedValue)}.` };
    case 'maxLength': {
      const text = { length: [...String(error.data)].length, most: Number(params.limit) };
      return {
        pointer,
        code: 'out-of-range',
        message: `This has ${text.length} characters; at most ${text.most} are allowed.`,
        text,
      };
    }
    case 'pattern':
      return { pointer: nameAt(error, pointer), code: 'bad-format', message: formWords(error) };
    default:
      return { pointer, code: limitCode(error.keyword), message: `This ${error.message ?? 'is not as it should be'}.` };
  }
}

/** A name of an object is wrong where it stands, not where its object does. */
const nameAt = ({ propertyName }: ErrorObject, pointer: string): string =>
  propertyName === undefined ? pointer : pointer + pointerTo(propertyName);

/** `patternHint` of the schema says in words what its pattern asks for. */
function formWords({ data, params, parentSchema }: ErrorObject): string {
  const hint = (parentSchema as { patternHint?: string } | undefined)?.patternHint;
  return hint === undefined
    ? `${short(data)} does not have the form ${String(params.pattern)}.`
    : `${short(data)} should be ${hint}.`;
}

const limitCode = (keyword: string): ProblemCode =>
  /^(min|max|exclusive|multiple)/.test(keyword) ? 'out-of-range' : 'bad-format';

export const withSuggestion = (problem: Problem, suggestion: string | undefined): Problem =>
  suggestion === undefined ? problem : { ...problem, suggestion };

export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A value as a message may quote it. */
export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
