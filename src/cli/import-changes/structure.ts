/**
 * Structure of the JSON file that `import-changes` reads: the title and changes of a draft. The definition of a
 * register may be a name, and attachments may have a path. Publication checks the values of fields.
 */
import { isObject } from '#rules/json/json.ts';
import { checkRegister } from '#page/check-register.ts';
import { checkJson } from '#page/json-check.ts';
import { nearest, type Problem } from '#page/problems.ts';
import { article } from '#kinds/article/index.ts';
import { changeStructure } from '#kinds/change-structure.ts';
import { kindNamed, KIND_NAMES } from '#kinds/index.ts';
import { release } from '#kinds/outer-words.ts';
import { rows } from '#kinds/rows/index.ts';
import { objectOf } from '#page/object-of.ts';
import { isMoment } from '#rules/time/moment-text.ts';

const text = { type: 'string' };
const attachment = objectOf({ filename: text }, { path: text, filepath: text, release });

/** Document schemas that differ in the file from those of a draft. */
const DOCUMENTS: ReadonlyMap<unknown, object> = new Map<unknown, object>([
  [article, withFields(article.schema, { attachments: { type: 'array', items: attachment } })],
  [rows, withFields(rows.schema, { definition: { type: ['string', 'object'] } })],
]);

function withFields(schema: Readonly<Record<string, unknown>>, fields: Record<string, object>): object {
  return { ...schema, properties: { ...(schema.properties as object), ...fields } };
}

const head = objectOf({ title: text, changes: { type: 'array', minItems: 1 } });

/** Fields of files of earlier versions, which were published without a review (SU1). */
const GONE: Readonly<Record<string, string>> = {
  writtenBy: 'the writer is the account after --by',
  approvedBy: 'another person approves in the console',
  at: 'an edition becomes public when it is published; a plan is made in the console',
};

function goneFields(document: Record<string, unknown>): Problem[] {
  return Object.entries(GONE).flatMap(([name, instead]) =>
    Object.hasOwn(document, name)
      ? [{ pointer: `/${name}`, code: 'unknown-field', message: `Leave out "${name}": ${instead}.` }]
      : [],
  );
}

/**
 * All problems that keep a JSON document from being a file of changes.
 * @param registers names that a change of rows may give as its definition
 */
export function fileProblems(document: unknown, registers: readonly string[]): Problem[] {
  const known = isObject(document)
    ? Object.fromEntries(Object.entries(document).filter(([name]) => !Object.hasOwn(GONE, name)))
    : document;
  const problems = checkJson(head, structuredClone(known), '');
  if (isObject(document)) {
    problems.push(...goneFields(document));
    const list = Array.isArray(document.changes) ? document.changes : [];
    list.forEach((change: unknown, index) => problems.push(...changeProblems(change, `/changes/${index}`, registers)));
  }
  return problems;
}

function changeProblems(change: unknown, pointer: string, registers: readonly string[]): Problem[] {
  const kind = isObject(change) && typeof change.kind === 'string' ? kindNamed(change.kind) : undefined;
  if (!isObject(change) || !kind) {
    return checkJson(
      { type: 'object', required: ['kind'], properties: { kind: { enum: KIND_NAMES } } },
      structuredClone(change),
      pointer,
    );
  }
  const { kind: _kind, ...fields } = change;
  const problems = checkJson(changeStructure(kind, change, DOCUMENTS.get(kind)), structuredClone(fields), pointer);
  if (!isObject(change.document)) return problems;
  const { contentTime, definition } = change.document;
  if (kind === article && contentTime !== '')
    problems.push(...timeProblem(contentTime, `${pointer}/document/contentTime`));
  if (kind === rows) problems.push(...definitionProblems(definition, `${pointer}/document/definition`, registers));
  return problems;
}

function timeProblem(value: unknown, pointer: string): Problem[] {
  if (typeof value !== 'string' || isMoment(value)) return [];
  return [
    {
      pointer,
      code: 'bad-format',
      message: `"${value.slice(0, 60)}" is no time with zone, such as 2026-11-20T09:00:00+08:00.`,
    },
  ];
}

function definitionProblems(definition: unknown, pointer: string, registers: readonly string[]): Problem[] {
  if (isObject(definition))
    return checkRegister(definition).problems.map((problem) => ({ ...problem, pointer: pointer + problem.pointer }));
  if (typeof definition !== 'string' || registers.includes(definition)) return [];
  const suggestion = nearest(definition, registers);
  const message = `There is no register "${definition.slice(0, 60)}"; there are ${registers.join(', ')}.`;
  return [{ pointer, code: 'unknown-register', message, ...(suggestion !== undefined && { suggestion }) }];
}
