import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { choicesOf, exportedFields, type RegisterFacts } from '#page/register-view.ts';
import { registerSheet } from './register-sheet.ts';

/** Statements of a register about itself. */
interface State {
  dataDate: string;
  department: string;
}

/**
 * RG34: content of the files of a register, as a Frictionless data package. One resource is for CSV, whose columns
 * have their titles as names. One is for JSON, whose members have the names of the calls. Values are the same in
 * both.
 * @param asOf published date of the files
 */
export function dataPackage(
  definition: RegisterDefinition,
  facts: RegisterFacts,
  { dataDate, department }: State,
  asOf?: string,
) {
  const ofDay = asOf === undefined ? '' : `?asOf=${asOf}`;
  const { register, title, key, history } = definition;
  const names = exportedFields(definition);
  const titles = registerSheet(definition, facts).columns.map((column) => column.title);
  const fields = names.map((name) => fieldSchema(definition.fields[name]!, facts));
  const isKeyed = key.every((name) => names.includes(name));
  const blanks = names.flatMap((name) => definition.fields[name]!.blank ?? []);
  const schemaOf = (called: readonly string[], missing: readonly string[]) => ({
    fields: fields.map((field, at) => ({ name: called[at], ...field })),
    missingValues: ['', ...new Set(missing)],
    ...(isKeyed && { primaryKey: key.map((name) => called[names.indexOf(name)]) }),
  });
  const common = { profile: 'tabular-data-resource', encoding: 'utf-8', title };
  return {
    profile: 'tabular-data-package',
    name: register.toLowerCase(),
    title,
    description: `${title}，数据截至 ${dataDate}，责任部门：${department}${asOf !== undefined && history?.hideEnded ? '；已不再公示的行不在其中' : ''}`,
    version: dataDate,
    resources: [
      {
        ...common,
        name: `${register.toLowerCase()}-csv`,
        path: `${register}.csv${ofDay}`,
        format: 'csv',
        mediatype: 'text/csv',
        dialect: { delimiter: ',', lineTerminator: '\r\n', header: true },
        schema: schemaOf(titles, blanks),
      },
      {
        ...common,
        name: `${register.toLowerCase()}-json`,
        path: `${register}.json${ofDay}`,
        format: 'json',
        mediatype: 'application/json',
        dialect: { json: { property: 'rows', keyed: true } },
        schema: schemaOf(names, []),
      },
    ],
  };
}

/** JSON schema of the members of a row in a JSON file, by name. */
export const fileFields = (definition: RegisterDefinition, facts: RegisterFacts): Record<string, object> =>
  Object.fromEntries(
    exportedFields(definition).map((name) => {
      const { title, type, description, constraints } = fieldSchema(definition.fields[name]!, facts);
      return [
        name,
        {
          title,
          type: [type === 'date' ? 'string' : type, 'null'],
          ...(type === 'date' && { format: 'date' }),
          ...(description !== undefined && { description }),
          ...(constraints?.enum && { enum: [...constraints.enum, null] }),
        },
      ];
    }),
  );

interface FieldSchema {
  title: string;
  type: string;
  format?: string;
  description?: string;
  constraints?: { required?: boolean; enum?: string[] };
}

const TYPES: Partial<Record<FieldDefinition['type'], Pick<FieldSchema, 'type' | 'format'>>> = {
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  percent: { type: 'number' },
  money: { type: 'number' },
  date: { type: 'date' },
  url: { type: 'string', format: 'uri' },
};

function fieldSchema(field: FieldDefinition, facts: RegisterFacts): FieldSchema {
  const { title, type, note, unit, required } = field;
  const measure = type === 'percent' ? '单位：%' : type === 'money' && unit ? `单位：${unit}` : '';
  const days = field.words ? `日期，或：${field.words.join('、')}` : '';
  const description = [note, measure, days].filter(Boolean).join('；');
  const choices = field.reference ? undefined : choicesOf(field, facts);
  const constraints = { ...(required && { required }), ...(choices && { enum: [...new Set(Object.values(choices))] }) };
  return {
    title,
    ...(field.words ? { type: 'string' } : (TYPES[type] ?? { type: 'string' })),
    ...(description !== '' && { description }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  };
}
