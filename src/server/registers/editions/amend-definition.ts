import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { createHash } from 'node:crypto';
import type { Amendment } from '#wire/register-answers.ts';
import { Refused } from '../../errors.ts';
import { fieldNames } from '../proposal/known-titles.ts';

/**
 * RG26: a definition with choices and columns that were added from the report of an import. A new column is text; it is
 * public only where that was chosen.
 * @throws Refused invalidInput for a field that has no choices, or a title that is taken
 */
export function amendDefinition(
  definition: RegisterDefinition,
  { choices = {}, columns = [] }: Amendment,
): RegisterDefinition {
  const fields = { ...definition.fields };
  for (const [name, values] of Object.entries(choices)) {
    const field = Object.hasOwn(fields, name) ? fields[name]! : undefined;
    if (field?.type !== 'choice') throw new Refused('invalidInput', `“${field?.title ?? name}”不是选项，不能增加选项`);
    fields[name] = { ...field, choices: { ...field.choices, ...Object.fromEntries(values.map((one) => [one, one])) } };
  }
  const taken = Object.values(fields).map(({ title }) => title);
  const doubled = columns.find(({ title }, at) =>
    [...taken, ...columns.slice(0, at).map((one) => one.title)].includes(title),
  );
  if (doubled) throw new Refused('invalidInput', `登记表已有“${doubled.title}”这一列`);
  const known = Object.keys(fields);
  const names = fieldNames([...known, ...columns.map(({ title }) => title)]).slice(known.length);
  columns.forEach(({ title }, at) => (fields[names[at]!] = { title: title.slice(0, 60), type: 'text' }));
  const shown = names.filter((_, at) => columns[at]!.isPublic);
  return { ...definition, fields, columns: [...definition.columns, ...shown] };
}

export const definitionHash = (definition: RegisterDefinition): string =>
  createHash('sha256').update(canonicalJson(definition)).digest('hex');
