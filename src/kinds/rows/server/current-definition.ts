import { readRegister } from '#page/check-register.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import type { Site } from '#server/site/site.ts';

/**
 * True where a definition holds for rows as the current one of its register does. The register's title and look make no
 * difference to them, nor do defaults that are left out.
 */
export function isCurrentDefinition({ registers }: Pick<Site, 'registers'>, definition: RegisterDefinition): boolean {
  const current = registers.get(definition.register);
  return current !== undefined && heldOf(definition) === heldOf(current);
}

function heldOf(definition: RegisterDefinition): string {
  const { register } = readRegister(definition);
  if (!register) return canonicalJson(null);
  const {
    title: _title,
    countWord: _word,
    department: _department,
    history: _past,
    rowHistory: _history,
    fields,
    ...held
  } = register;
  const heldFields = Object.entries(fields).map(([name, { minor: _minor, ...field }]) => [name, field] as const);
  return canonicalJson({ ...held, fields: Object.fromEntries(heldFields) });
}
