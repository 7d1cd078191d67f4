import { readRegister } from '#page/check-register.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import type { Amendment, FileMends } from '#wire/register-answers.ts';
import type { Db } from '../../db/tables.ts';
import { getDraft, getEdition } from '../../editions/edition-row.ts';
import { Refused } from '../../errors.ts';
import type { Site } from '../../site/site.ts';
import { fieldNames } from '../proposal/known-titles.ts';

/**
 * RG26: a definition with choices and columns that were added from the report of an import. A new column is text; it is
 * public only where that was chosen.
 * @throws Refused invalidInput for a field that has no choices, or a title that is taken
 */
function amendDefinition(
  definition: RegisterDefinition,
  { choices = {}, columns = [] }: Pick<Amendment, 'choices' | 'columns'>,
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

/**
 * Definition that a file is checked against: that of the edition whose rows it replaces, or the public one, with the
 * additions for the file.
 * @throws Refused unknownRegister, unknownEdition, and as amendDefinition does
 */
export async function amendedDefinition(
  db: Db,
  { registers }: Pick<Site, 'registers'>,
  register: string,
  { editionId, ...added }: Amendment,
): Promise<RegisterDefinition> {
  const own = editionId === undefined ? undefined : await definitionIn(db, editionId, register);
  const definition = own ?? registers.get(register);
  if (!definition) throw new Refused('unknownRegister');
  return amendDefinition(definition, added);
}

/** Definition of a register in the newest version of an edition; undefined where that version has none. */
export async function definitionIn(
  db: Db,
  editionId: number,
  register: string,
): Promise<RegisterDefinition | undefined> {
  const { version } = await getEdition(db, editionId);
  const { changes } = await getDraft(db, editionId, version);
  const own = ownDefinition(changes, register);
  return own && (readRegister(own.document).register ?? undefined);
}

/** The change of a register's definition among others. */
export const ownDefinition = (changes: readonly Change[], register: string) =>
  writtenOf(registerKind, changes).find(({ id }) => id === register);

/** RG43: the parts of the additions that change how a file is read. */
export const mendsOf = ({ fillMerged, leaveNotes, answers }: FileMends = {}): FileMends => ({
  ...(fillMerged && { fillMerged }),
  ...(leaveNotes && { leaveNotes }),
  ...(answers && { answers }),
});
