/**
 * Reasons why changes cannot be published, for the terminal: one line for each problem, with the file and the JSON
 * pointer. Problems that editors can meet, too, have a Chinese text in the console; it is quoted here.
 */
import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { setting } from '#kinds/setting/index.ts';
import { siteDocumentsOf } from '#kinds/site-documents.ts';
import { checkJson } from '#page/json-check.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import type { Problem } from '#page/problems.ts';
import type { FieldDefinition } from '#page/register-schema.ts';
import { settings } from '#page/settings/known-settings.ts';
import {
  RowProblems,
  type PublicationRefused,
  type RowProblem,
} from '#server/store/publication/publication-problems.ts';
import { StoreFull } from '#server/db/free-space.ts';
import { editionProblems } from '#server/editions/review/edition-problems.ts';
import { phrase } from '#server/phrase.mjs';

/** null: the change has problems of its own */
type Changes = readonly (Change | null)[];
type Stored = Parameters<typeof editionProblems>[1];

/**
 * Problems that the site itself would find in the pages and settings of the file.
 * @param dir page-schemas/
 */
export function documentProblems(file: string, changes: Changes, dir: string, stored: Stored): Problem[] {
  const added = siteDocumentsOf(changes);
  const pages = added.length === 0 ? [] : editionProblems(dir, stored, added);
  const problems = pages.map((problem): Problem => {
    const own = added.find(({ page }) => problem.file === `edition:${page}`);
    return own ? { ...problem, file, pointer: pointerTo('changes', own.at, 'document') + problem.pointer } : problem;
  });
  const values = writtenOf(setting, changes).flatMap(({ at, id, document }): Problem[] => {
    const known = settings.find(({ name }) => name === id);
    return known
      ? checkJson(known.value, structuredClone(document), pointerTo('changes', at, 'document')).map((problem) => ({
          ...problem,
          file,
        }))
      : [];
  });
  return [...problems, ...values];
}

/**
 * The lines for changes that a publication would refuse.
 * @param places indices in `changes` of the changes that were tried
 */
export function refusalLines(
  file: string,
  changes: Changes,
  places: readonly number[],
  error: PublicationRefused,
): string[] {
  if (error instanceof StoreFull) return [phrase(error.sentence)];
  const rows = error instanceof RowProblems ? error.rows : [];
  const messages = new Set(rows.map(({ message }) => message));
  return [
    ...rows.map((row) => rowLine(file, changes, row)),
    ...error.problems
      .filter(({ message }) => !messages.has(message))
      .map(
        ({ change, message }) =>
          `${file}${change === null ? '' : `#${pointerTo('changes', places[change]!)}`}: ${phrase({
            zh: `不符合发布的规定：“${message}”`,
            en: `refused by a rule of publishing: “${message}”`,
          })}`,
      ),
  ];
}

function rowLine(file: string, changes: Changes, { register, row, field, value, twin, message }: RowProblem): string {
  const own = writtenOf(rowsKind, changes).find(({ id }) => id === register);
  const definition = field === null ? undefined : own?.document.definition.fields[field];
  const pointer = pointerTo('changes', own?.at ?? -1, 'document', 'rows', row - 1, ...(field === null ? [] : [field]));
  const hidden = /U\+[\dA-F]+/.exec(message)?.[0];
  const en = hidden ? `The value holds a character that nobody sees, ${hidden}.` : sentence(definition, value, twin);
  return `${file}#${pointer}: ${phrase({ zh: message, en })}`;
}

function sentence(field: FieldDefinition | undefined, value: RowProblem['value'], twin: number | undefined): string {
  if (twin !== undefined) return `The row has the same key as row ${twin}.`;
  if (!field) return 'The register has no such field.';
  if (value === null) return 'A value is required.';
  const shown = JSON.stringify(value).slice(0, 80);
  if (field.reference) return `${shown} names no public row of the register ${field.reference.register}.`;
  const form =
    field.type === 'choice'
      ? `one of ${Object.keys(field.choices ?? {}).join(', ')}`
      : field.pattern
        ? `of the form ${field.pattern}`
        : `a value of the type ${field.type}`;
  return `${shown} is not ${form}.`;
}
