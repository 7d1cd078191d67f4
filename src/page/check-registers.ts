import { withSuggestion } from './json-check.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { nearest, type Problem } from './problems.ts';
import type { FieldDefinition, RegisterDefinition } from './register-schema.ts';
import type { Registry } from './registry.ts';

/**
 * Problems that only all registers together show: references that lead nowhere, and calls that two of them answer.
 * `register` names whose problem it is.
 */
export interface RegisterProblem extends Problem {
  register: string;
}

export function checkRegisters(registers: Registry<RegisterDefinition>): RegisterProblem[] {
  const all = Object.values(registers);
  return [...all.flatMap((definition) => referencesOf(definition, registers)), ...equalEndpoints(all)];
}

function referencesOf(
  { register, fields }: RegisterDefinition,
  registers: Registry<RegisterDefinition>,
): RegisterProblem[] {
  return Object.entries(fields).flatMap(([name, { reference }]) =>
    reference
      ? referenceProblems(reference, pointerTo('fields', name, 'reference'), registers).map((problem) => ({
          ...problem,
          register,
        }))
      : [],
  );
}

function referenceProblems(
  reference: NonNullable<FieldDefinition['reference']>,
  pointer: string,
  registers: Registry<RegisterDefinition>,
): Problem[] {
  const other = Object.hasOwn(registers, reference.register) ? registers[reference.register] : undefined;
  if (!other) {
    const known = Object.keys(registers);
    const message = `There is no register "${reference.register}"; there are ${known.join(', ')}.`;
    return [
      withSuggestion(
        { pointer: `${pointer}/register`, code: 'unknown-register', message },
        nearest(reference.register, known),
      ),
    ];
  }
  if (other.key.length > 1)
    return [
      {
        pointer: `${pointer}/register`,
        code: 'not-a-choice',
        message: `The register ${other.register} has a key of several fields, so one field cannot name its rows.`,
      },
    ];
  const names: [name: string, at: string][] = [
    [reference.label, `${pointer}/label`],
    ...Object.keys(reference.where ?? {}).map((name): [string, string] => [name, `${pointer}/where${pointerTo(name)}`]),
    ...Object.keys(reference.within ?? {}).map((name): [string, string] => [
      name,
      `${pointer}/within${pointerTo(name)}`,
    ]),
  ];
  const fields = Object.keys(other.fields);
  return names.flatMap(([name, at]): Problem[] => {
    const field = Object.hasOwn(other.fields, name) ? other.fields[name] : undefined;
    if (!field)
      return [
        withSuggestion(
          {
            pointer: at,
            code: 'unknown-register-field',
            message: `The register ${other.register} has no field "${name}"; it has ${fields.join(', ')}.`,
          },
          nearest(name, fields),
        ),
      ];
    return field.restricted
      ? [
          {
            pointer: at,
            code: 'restricted-filter',
            message: `The field "${name}" of ${other.register} is restricted, so it cannot be shown or searched.`,
          },
        ]
      : [];
  });
}

/** No call can distinguish two registers at one path with the same `when`. */
function equalEndpoints(all: RegisterDefinition[]): RegisterProblem[] {
  const taken = new Map<string, string>();
  return all.flatMap(({ register, endpoints }) =>
    endpoints.flatMap(({ path, when }, index): RegisterProblem[] => {
      const key = JSON.stringify([path, Object.entries(when ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
      const first = taken.get(key);
      if (first === undefined) {
        taken.set(key, register);
        return [];
      }
      const choice = when ? `the same "when"` : 'no "when"';
      const message =
        first === register
          ? `The register states the call ${path} twice with ${choice}.`
          : `The registers ${first} and ${register} both answer ${path} with ${choice}, so no call can tell them apart; ${first} answers it.`;
      return [{ register, pointer: pointerTo('endpoints', index), code: 'equal-endpoints', message }];
    }),
  );
}
